"""Spans, measurements and gains of an estimate as plain data."""

from __future__ import annotations

from typing import Any, Dict, Optional

from app.core.document import citation_document, citation_documents
from app.core.estimate_data import Gain, Span
from app.core.estimate_nearness import Near

Plain = Dict[str, Any]


def span_document(span: Span) -> Optional[Plain]:
    """None where there is no figure at all; single ends are null where nothing bounds them."""
    if span == Span():
        return None
    return {name: None if value is None else _rounded(value) for name, value in zip(Span._fields, span)}


def _rounded(value: float) -> float:
    if value >= 1000:
        return float(round(value))
    return round(value, 1) if value >= 10 else round(value, 3)


def near_document(near: Near) -> Plain:
    item = near.measured
    under = {name: value for name, value in item.under._asdict().items() if value is not None}
    under["block_kib"] = list(item.under.block_kib)
    return {
        "value": item.value,
        "unit": item.quantity,
        "bound": item.bound,
        "conditions": under,
        "distance": "; ".join(near.differences) or "the same conditions",
        "fitted_to": bool(item.fits),
        "says": item.says,
        "citation": citation_document(item.citation),
    }


def gain_document(gain: Gain) -> Plain:
    return {
        "up_to_with_1_gb": gain.one_gb,
        "up_to_with_2_gb": gain.two_gb,
        "says": f"Up to, for {gain.says}. Told beside the estimate and never multiplied into it.",
        "citations": citation_documents(gain.citations),
    }
