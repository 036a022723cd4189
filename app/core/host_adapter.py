"""The converged network adapter (VIC) in front of an array: ports, bandwidth and advice."""

from __future__ import annotations

from typing import Any, Dict, Optional

from app.core.document import citation_documents
from app.core.hosts import AdapterNumber, HostData
from app.core.situation import Situation
from app.core.statements import statement_documents


def adapter_document(data: HostData, at: Situation) -> Optional[Dict[str, Any]]:
    """None where no adapter was named that a paper speaks of."""
    named = at.request.adapter
    text = (named or "").lower()
    if named is None or not any(word in text for word in data.adapter_matches):
        return None
    fitting = [item for item in data.adapter_numbers if item.only is None or item.only in text]
    found: Dict[str, Any] = {"adapter": named}
    found.update({item.name: item.number for item in fitting})
    found["facts"] = [_number_document(item) for item in fitting]
    found["advice"] = statement_documents(data.adapter_advice)
    return found


def _number_document(item: AdapterNumber) -> Dict[str, Any]:
    return {
        "name": item.name,
        "number": item.number,
        "unit": item.unit,
        "note": item.statement.says,
        "citations": citation_documents(item.statement.citations),
    }
