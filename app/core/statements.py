"""Single statements of a place, in our own words, as the further sections answer with them."""

from __future__ import annotations

from typing import Any, Dict, Iterable, List, NamedTuple, Tuple

from app.core.document import citation_documents
from app.core.rules import Citation

Cites = Tuple[Citation, ...]


class Statement(NamedTuple):
    """What is said, and where it stands; often one place, sometimes several."""

    says: str
    citations: Cites


def together(*groups: Iterable[Citation]) -> Cites:
    """All citations of these groups in their order, each once."""
    return tuple(dict.fromkeys(cite for group in groups for cite in group))


def statement_document(item: Statement) -> Dict[str, Any]:
    return {"says": item.says, "citations": citation_documents(item.citations)}


def statement_documents(items: Iterable[Statement]) -> List[Dict[str, Any]]:
    return [statement_document(item) for item in items]
