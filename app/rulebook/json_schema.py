"""The shapes of rule files as one JSON schema, for editors."""

from __future__ import annotations

from typing import Any

from pydantic.json_schema import models_json_schema

from app.rulebook.request_cases import RequestCasesFile
from app.rulebook.schema import SHAPES, BookFile, Shape
from app.rulebook.section_shapes import SECTION_SHAPES


def rules_schema() -> dict[str, Any]:
    """Any rule file is one of the shapes; ``$defs`` names each."""
    every: dict[str, type[Shape]] = {**SHAPES, **SECTION_SHAPES, "book": BookFile, "cases": RequestCasesFile}
    shapes = sorted(every.items())
    _, found = models_json_schema([(shape, "validation") for _, shape in shapes], ref_template="#/$defs/{model}")
    found["$schema"] = "https://json-schema.org/draft/2020-12/schema"
    found["title"] = "A raidwise rule file"
    found["anyOf"] = [{"$ref": f"#/$defs/{shape.__name__}"} for _, shape in shapes]
    return found
