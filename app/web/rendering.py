"""Templates with what they need: the fields, suggestions from the rulebook, addresses of files."""

from __future__ import annotations

from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from app.core.book import Book
from app.core.workload import Workload
from app.web.answer_view import AnswerView
from app.web.assets import Assets
from app.web.captures_view import CapturesView
from app.web.examples import EXAMPLES
from app.web.fields import ADVICE_FORM, CAPTURES_FORM
from app.web.form import Filled

TEMPLATES = Path(__file__).parent / "templates"


class Renderer:
    def __init__(self, book: Book, assets: Assets) -> None:
        self.assets = assets
        self._book = book
        self._environment = Environment(
            loader=FileSystemLoader(TEMPLATES),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            auto_reload=False,
        )
        models = sorted(book.catalogue.models.values(), key=lambda model: model.name.casefold())
        works = sorted(book.workloads.by_name.values(), key=lambda work: work.title.casefold())
        self._environment.globals.update(
            asset=assets.address,
            labels={item.name: item.label for group in (*ADVICE_FORM, *CAPTURES_FORM) for item in group.fields},
            models=[(model.name, model.title) for model in models],
            workloads=[(work.name, work.title) for work in works],
            version=book.version,
            papers=book.papers,
        )

    def advice(self, form: Filled, answer: AnswerView | None = None, curl: str = "") -> str:
        return self._written(
            "advice.html",
            tab="advice",
            groups=ADVICE_FORM,
            form=form,
            workload=self._workload(form),
            answer=answer,
            curl=curl,
            examples=EXAMPLES,
        )

    def captures(self, form: Filled, found: CapturesView | None = None, text: str = "", missing: bool = False) -> str:
        return self._written(
            "captures.html",
            tab="captures",
            groups=CAPTURES_FORM,
            form=form,
            workload=self._workload(form),
            found=found,
            text=text,
            missing=missing,
        )

    def trouble(self, what: str, **facts: object) -> str:
        return self._written("trouble.html", tab="captures", what=what, **facts)

    def _workload(self, form: Filled) -> Workload | None:
        """The one that the text of the field means, whatever name it goes by there."""
        return self._book.workloads.find(form.value("workload"))

    def _written(self, template: str, **facts: object) -> str:
        return self._environment.get_template(template).render(**facts)
