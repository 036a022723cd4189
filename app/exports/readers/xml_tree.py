"""XML elements with their attributes and lines. A document type is refused: entities are how XML bombs are made."""

from __future__ import annotations

from xml.parsers import expat

from app.exports.readers.tree import MOST_DEPTH, MOST_NODES, Node, NotReadableError


def xml_elements(text: str) -> list[tuple[str, Node]]:
    """
    Path and attributes of every element, parents first. Raises ``NotReadableError`` with the line of the first fault.
    """
    found: list[tuple[str, Node]] = []
    open_names: list[str] = []
    parser = expat.ParserCreate("utf-8")

    def start(name: str, attributes: dict[str, str]) -> None:
        line = parser.CurrentLineNumber
        if len(open_names) >= MOST_DEPTH or len(found) >= MOST_NODES:
            raise NotReadableError(f"nested deeper than {MOST_DEPTH} levels, or too many elements", line)
        open_names.append(name)
        nodes = {key: Node(value, line, quoted=True) for key, value in attributes.items()}
        found.append(("/".join(open_names), Node(nodes, line)))

    def end(name: str) -> None:
        open_names.pop()

    def refuse(*_: object) -> None:
        raise NotReadableError("a document type is not taken here", parser.CurrentLineNumber)

    parser.StartElementHandler, parser.EndElementHandler, parser.StartDoctypeDeclHandler = start, end, refuse
    try:
        parser.Parse(text.encode(), True)
    except expat.ExpatError as error:
        raise NotReadableError(f"this is not XML: {expat.ErrorString(error.code)}", error.lineno) from None
    return found
