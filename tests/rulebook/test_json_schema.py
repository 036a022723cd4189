"""The schema that editors use says what the loader says."""

from __future__ import annotations

import json

import jsonschema
import pytest
import yaml

from app.resources import rules_directory
from app.rulebook.json_schema import rules_schema


def test_the_schema_in_the_repository_is_the_one_that_the_shapes_make() -> None:
    written = json.loads((rules_directory() / "schema.json").read_text(encoding="utf-8"))

    assert written == rules_schema()


@pytest.mark.parametrize("name", ["conflicts.yaml", "house/levels.yaml", "ucs-m4-2016/table-08.yaml"])
def test_every_rule_file_names_only_keys_that_the_schema_has(name: str) -> None:
    schema = rules_schema()
    data = yaml.load((rules_directory() / name).read_text(encoding="utf-8"), Loader=yaml.BaseLoader)
    known = {key for shape in schema["$defs"].values() for key in shape.get("properties", {})}

    assert set(data) <= known


def test_a_file_with_an_unknown_key_fits_no_shape() -> None:
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({"document": "x", "plaice": "Table 8"}, rules_schema())
