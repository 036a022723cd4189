"""What the shapes of the further sections share."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from app.api.schemas import Citation

Closed = ConfigDict(extra="forbid")
Open = ConfigDict(extra="allow")
Number = int | float
Kind = Literal["cachecade", "fastpath", "none"]
Access = Literal["random", "sequential", "mixed"]
Endurance = Literal["performance", "value"]
ByAccess = dict[str, Number]


class Cited(BaseModel):
    """Something with the places that say it."""

    model_config = Closed
    citations: list[Citation]


class Said(Cited):
    says: str = Field(description="One sentence in our own words")
