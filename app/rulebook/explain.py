"""One rule, claim, conflict or model of the book as a page for people, always under the same headings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from app.core.book import Book
from app.core.facts import UNREAD
from app.core.rules import TIER_NAMES, Citation, Conflict, Rule


class UnknownNameError(LookupError):
    """No rule, claim, conflict or controller of the book has this name; ``near`` lists names like it."""

    def __init__(self, name: str, near: list[str]) -> None:
        hint = f" Names like it: {', '.join(near)}." if near else ""
        super().__init__(f"The rulebook has nothing called '{name}'.{hint}")
        self.near = near


def explanation(book: Book, name: str) -> str:
    """Raises UnknownNameError."""
    wanted = name.strip()
    if wanted.upper() in book.conflicts:
        return "\n".join(_conflict_lines(book, book.conflicts[wanted.upper()]))
    rules = [rule for rule in book.rules if wanted in (rule.id, rule.id.split("#", 1)[0])]
    if rules:
        return "\n".join(_rule_lines(book, rules))
    if wanted in book.citations:
        return "\n".join(
            [
                wanted,
                "",
                "Where it says so",
                f"  {place_words(book.citations[wanted])}",
                "",
                "It states something and advises no setting.",
            ]
        )
    raise UnknownNameError(name, _near(book, wanted))


def _near(book: Book, wanted: str) -> list[str]:
    names = sorted({*(rule.id for rule in book.rules), *book.conflicts, *book.citations})
    return [name for name in names if wanted.lower() in name.lower()][:8]


def place_words(cite: Citation) -> str:
    row = f", {cite.row}" if cite.row else ""
    return f"{cite.document.title} ({cite.document.date}), {cite.place}{row}"


def condition_words(when: Mapping[str, frozenset[str]]) -> Iterator[str]:
    for fact, tokens in when.items():
        words = sorted(tokens - {UNREAD})
        shown = " or ".join(words) if len(words) <= 8 else f"any of {len(words)}"
        yield f"{fact} is {shown}" + (", or not known" if UNREAD in tokens else "")


def _rule_lines(book: Book, rules: list[Rule]) -> Iterator[str]:
    first = rules[0]
    yield first.id
    yield ""
    yield "What it says"
    for rule in rules:
        if rule.values:
            yield f"  {rule.setting}: {' or '.join(_shown(value) for value in rule.values)}"
        if rule.prohibits:
            yield f"  {rule.setting}: not {', '.join(_shown(value) for value in rule.prohibits)}"
    yield f"  {first.why}"
    yield ""
    yield "Where it says so"
    for cite in dict.fromkeys(cite for rule in rules for cite in rule.citations):
        yield f"  {place_words(cite)}"
    yield f"  encoded in {first.line}"
    yield ""
    yield "When it applies"
    yield from (f"  {words}" for words in condition_words(first.when))
    if not first.when:
        yield "  always"
    yield ""
    yield f"How it ranks: {TIER_NAMES[first.tier]}, basis {first.basis}"
    yield from _opponents(book, rules)


def _shown(value: object) -> str:
    return "nothing" if value is None else str(value)


def _opponents(book: Book, rules: list[Rule]) -> Iterator[str]:
    claims = {claim for rule in rules for claim in rule.claims}
    found = [c for c in book.conflicts.values() if claims & {*c.side_a, *c.side_b}]
    if not found:
        return
    yield ""
    yield "What contradicts it"
    for conflict in found:
        yield f"  {conflict.id} ({conflict.severity}): {conflict.topic}"


def _conflict_lines(book: Book, conflict: Conflict) -> Iterator[str]:
    yield f"{conflict.id} {conflict.topic}"
    yield f"severity {conflict.severity}"
    for name, side in (("One side", conflict.side_a), ("The other side", conflict.side_b)):
        yield ""
        yield name
        for claim in side:
            cite = book.citations.get(claim)
            yield f"  {claim}: {place_words(cite)}" if cite else f"  {claim}: not encoded as a statement"
    yield ""
    yield "What is held"
    yield f"  {conflict.resolution}"
    yield ""
    yield "When it is in scope"
    for scope in conflict.scope:
        yield f"  {'; '.join(condition_words(scope)) or 'always'}"
    if not conflict.scope:
        yield "  never in an answer: a note on the papers themselves"
