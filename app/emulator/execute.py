"""One command on a state: finds who answers, and changes what a ``set`` changes. No file, no clock, no fault."""

from __future__ import annotations

from app.emulator import grammar, setting
from app.emulator.answers import Answer, Entry, not_found, unsupported
from app.emulator.cards import facts_of
from app.emulator.effect import start_learn
from app.emulator.envelope import Voice
from app.emulator.grammar import Command
from app.emulator.state import Controller, State
from app.emulator.tools import grammar_of

SYNTAX_EXIT = 255


def execute(state: State, family: str, command: Command, at: float, voice: Voice) -> Answer:
    """What the tool answers; ``changes`` says what it did."""
    controllers = [one for one in state["controllers"] if facts_of(one)["family"] == family]
    if command.argv and command.argv[0].casefold() in ("-v", "version", "-h", "help", "-?"):
        return Answer(text=voice.banner(), code=0)
    complaint = _complaint(command, family)
    if complaint:
        return Answer(text=voice.complaint(complaint), code=SYNTAX_EXIT)
    resetting = [one for one in _named(controllers, command) if one["resetting"]]
    if resetting:
        return _busy(resetting, command)
    if command.kind == grammar.SHOW:
        return _show(state, controllers, family, command, at, voice)
    return _act(controllers, family, command, at)


def _named(controllers: list[Controller], command: Command) -> list[Controller]:
    if "c" not in command.path:
        return []
    numbers = grammar.chosen(command.path["c"], [one["number"] for one in controllers])
    return [one for one in controllers if one["number"] in numbers]


def _show(
    state: State, controllers: list[Controller], family: str, command: Command, at: float, voice: Voice
) -> Answer:
    if grammar_of(family) == 8:
        from app.emulator.eight import show as eight

        found = eight.answer(state, controllers, command, at, voice.system)
    else:
        from app.emulator.seven import show as seven

        found = seven.answer(state, controllers, command, at, voice.system)
    word = "$end" if not command.rest else "TOKEN_STRING"
    return found or Answer(text=voice.complaint(f"syntax error, unexpected {word}"), code=SYNTAX_EXIT)


def _complaint(command: Command, family: str) -> str:
    """What the grammar has against a command; nothing, where it has no word against it."""
    if not command.words or (command.argv and "c" not in command.path and command.path):
        return "syntax error, unexpected $end"
    if grammar_of(family) == 8 and command.target in ("cv", "bbu"):
        return f"syntax error, unexpected {grammar.TOKENS[command.target]}"
    if command.kind == grammar.UNKNOWN:
        return "syntax error, unexpected $undefined"
    if command.kind != grammar.SET:
        return ""
    pairs = command.assignments()
    if grammar_of(family) == 8 and pairs[0][0] == "iopolicy":
        return "syntax error, unexpected $undefined"
    if grammar_of(family) == 8 and len(pairs) > 1:
        return f"syntax error, unexpected {grammar.TOKENS[pairs[1][0]]}, expecting $end"
    wrong = [name for name, value in pairs if setting.known_value(family, name, value) is None]
    return f"syntax error, unexpected TOKEN_STRING after {grammar.TOKENS[wrong[0]]}" if wrong else ""


def _busy(controllers: list[Controller], command: Command) -> Answer:
    rows = {"Status": "Failed", "ErrCd": setting.BUSY, "ErrMsg": setting.MESSAGES[setting.BUSY]}
    entries = []
    for controller in controllers:
        controller["resetting"] -= 1
        about = {"VD": int(command.path["v"])} if command.kind == grammar.SET else {"Ctrl": controller["number"]}
        entries.append(Entry(controller["number"], rows=[{**about, **rows}]))
    answer = Answer(entries)
    answer.touched = True
    return answer


def _act(controllers: list[Controller], family: str, command: Command, at: float) -> Answer:
    named = _named(controllers, command)
    if not named:
        number = command.path.get("c", "")
        missing = (
            not_found(int(number), bare=True)
            if number.isdigit()
            else Entry(None, description="No Controller found", ok=False)
        )
        return _coded(Answer([missing]), family)
    if command.kind == grammar.SET and facts_of(named[0])["kind"] == "raid":
        return _coded(_set(named[0], command), family)
    if command.kind == grammar.OPERATION:
        return _learn(named[0], command, at)
    if facts_of(named[0])["kind"] == "hba":
        return _coded(Answer([unsupported(one["number"]) for one in named]), family)
    return _refusal(named, family)


def _set(controller: Controller, command: Command) -> Answer:
    number, rows, answer = int(command.path["v"]), [], Answer()
    for name, typed in command.assignments():
        row, change = setting.Setting(controller, number, name, typed).run()
        rows.append(row)
        answer.changes.extend([change] if change else [])
        if row["ErrMsg"] == "Invalid VD number":
            break
    answer.entries.append(setting.entry_of(controller, rows))
    return answer


def _learn(controller: Controller, command: Command, at: float) -> Answer:
    from app.emulator.seven.protection import KINDS, show

    if controller["protection"]["kind"] != KINDS[command.target]:
        refused = show(controller, command.target, (), at)
        return Answer([refused] if refused else [])
    start_learn(controller, at)
    answer = Answer([Entry(controller["number"])])
    answer.changes.append({"volume": "", "property": "learn", "from": "", "to": "started"})
    return answer


def _refusal(controllers: list[Controller], family: str) -> Answer:
    rows = [{"Status": "Failed", "ErrCd": 255, "ErrMsg": "Operation not allowed."}]
    entries = [Entry(one["number"], rows=[{"Ctrl": one["number"], **row} for row in rows]) for one in controllers]
    return _coded(Answer(entries), family)


def _coded(answer: Answer, family: str) -> Answer:
    """Grammar 8: some failures exit 0 (a controller or volume that does not exist), others do not."""
    if grammar_of(family) == 8 and answer.exit_code:
        messages = [row["ErrMsg"] for entry in answer.entries for row in entry.rows]
        wrong = any(entry.description.endswith("not found") for entry in answer.entries)
        answer.code = 0 if wrong or "Invalid VD number" in messages else 1
    return answer
