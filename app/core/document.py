"""An answer as plain data, in the words of the contract (design section 4)."""

from __future__ import annotations

from typing import Any, Dict, List

from app.core.advice import Advice, Question, Refusal, SettingAdvice, Warned
from app.core.dissent import Dissent
from app.core.outcome import Outcome
from app.core.rules import Citation, Conflict
from app.core.situation import Assumed, Situation

Plain = Dict[str, Any]


def citation_document(cite: Citation) -> Plain:
    found: Plain = {
        "document": cite.document.id,
        "title": cite.document.title,
        "date": cite.document.date,
        "place": cite.place,
    }
    if cite.row is not None:
        found["row"] = cite.row
    if cite.document.kind != "paper":
        found["kind"] = cite.document.kind
    if cite.document.certainty is not None:
        found["certainty"] = cite.document.certainty
    found["claim"] = cite.claim
    return found


def citation_documents(cites: Any) -> List[Plain]:
    return [citation_document(cite) for cite in cites]


def dissent_document(item: Dissent) -> Plain:
    return {
        "value": item.value,
        "conflict": item.conflict,
        "citations": citation_documents(item.citations),
        "why_not": item.why_not,
    }


def outcome_document(outcome: Outcome) -> Plain:
    """The part of a setting's answer that follows from the rules alone."""
    return {
        "acceptable": list(outcome.acceptable),
        "basis": outcome.basis,
        "decided_by": outcome.decided_by or None,
        "extended_from": outcome.rule.extends if outcome.rule is not None else None,
        "reason": outcome.reason,
        "citations": citation_documents(outcome.citations),
        "dissent": [dissent_document(item) for item in outcome.dissent],
    }


def setting_document(advice: SettingAdvice) -> Plain:
    found: Plain = {"value": advice.value, "in_effect_now": advice.in_effect_now, "change": advice.change}
    if advice.requested is not None:
        found["requested"] = advice.requested
    if advice.accepted_risk is not None:
        risk = advice.accepted_risk
        found["accepted_risk"] = {"by": risk.by, "reason": risk.reason, "until": risk.until.isoformat()}
    found.update(outcome_document(advice.outcome))
    return found


def refusal_document(item: Refusal) -> Plain:
    return {
        "code": item.code,
        "field": item.field,
        "message": item.message,
        "alternative": item.alternative,
        "citations": citation_documents(item.citations),
    }


def question_document(item: Question) -> Plain:
    return {
        "field": item.field,
        "message": item.message,
        "choices": list(item.choices),
        "citations": citation_documents(item.citations),
    }


def warning_document(item: Warned) -> Plain:
    return {
        "code": item.code,
        "message": item.message,
        "conflict": item.conflict,
        "citations": citation_documents(item.citations),
    }


def conflict_document(item: Conflict) -> Plain:
    return {
        "id": item.id,
        "topic": item.topic,
        "severity": item.severity,
        "resolution": item.resolution,
        "citations": citation_documents(item.citations),
    }


def assumed_document(item: Assumed) -> Plain:
    found: Plain = {"field": item.field, "value": item.value, "why": item.why}
    if item.citation is not None:
        found["citation"] = citation_document(item.citation)
    return found


def input_document(at: Situation) -> Plain:
    """Everything the answer used, with what was assumed named."""
    request = at.request
    controller = request.controller._asdict()
    for internal in ("capability", "hba"):
        controller.pop(internal)
    volume = request.volume._asdict()
    for internal in ("mixed_media", "spans"):
        volume.pop(internal)
    controller.update(
        features=list(request.controller.features), installed_with=list(request.controller.installed_with)
    )
    controller["recognised_as"] = at.model.name if at.model_known else None
    controller["family"] = at.model.family
    controller["paper_generation"] = at.facts["era"]
    controller["exact_generation"] = at.exact
    return {
        "controller": controller,
        "volume": {**volume, "raid_level_judged": at.facts["raid"] if at.facts["raid"] != "unread" else None},
        "workload": request.workload._asdict(),
        "acceleration": request.acceleration._asdict(),
        "assumed": [assumed_document(item) for item in at.assumed],
    }


def advice_document(answer: Advice) -> Plain:
    """The whole answer, JSON-able."""
    found: Plain = {
        "status": answer.status,
        "rulebook": {"version": answer.version, "documents": answer.papers},
        "input": input_document(answer.situation),
    }
    if answer.settings:
        found["settings"] = {name: setting_document(advice) for name, advice in answer.settings.items()}
    found["refusals"] = [refusal_document(item) for item in answer.refusals]
    found["questions"] = [question_document(item) for item in answer.questions]
    found["warnings"] = [warning_document(item) for item in answer.warnings]
    found["conflicts"] = [conflict_document(item) for item in answer.conflicts]
    found.update(answer.sections)
    return found
