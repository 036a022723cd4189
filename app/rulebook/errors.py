"""Where a rule file is wrong, and how."""

from __future__ import annotations


class RuleFileError(Exception):
    """A rule file that cannot be taken: ``file``, ``line`` (from 1) and the ``problem`` in words."""

    def __init__(self, file: str, line: int, problem: str) -> None:
        super().__init__(f"{file}:{line}: {problem}")
        self.file = file
        self.line = line
        self.problem = problem


class RulebookError(Exception):
    """Everything that is wrong with a book, so that one run tells all."""

    def __init__(self, problems: list[RuleFileError]) -> None:
        super().__init__("\n".join(str(problem) for problem in problems))
        self.problems = problems
