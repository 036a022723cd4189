"""``raidwise admin``: who may let servers in. Works beside a running service, and before there is one."""

from __future__ import annotations

import asyncio
import datetime
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated

import typer
from pydantic import ValidationError
from sqlalchemy.exc import OperationalError

from app.db.embedded import EmbeddedPostgresError, running_url
from app.db.migrate import migrate
from app.db.session import async_engine, session_scope
from app.serving import database
from app.settings import Settings
from app.workflows.servers import make_admin_token

admin = typer.Typer(no_args_is_help=True, help="Administrators of the service.")


@admin.callback()
def about() -> None:
    """Administrators of the service."""


@admin.command()
def token(
    name: Annotated[str, typer.Option(help="Whose it is, for the record")] = "first administrator",
    days: Annotated[int, typer.Option(min=1, max=3660, help="How long it is valid")] = 365,
) -> None:
    """Make a token that lets its holder make join tokens. It is printed once; the database keeps a hash."""
    until = datetime.datetime.now(datetime.UTC) + datetime.timedelta(days=days)
    try:
        with _any_database(Settings()) as url:
            migrate(url)
            typer.echo(asyncio.run(_made(url, name, until)))
    except ValidationError as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(2) from error
    except (EmbeddedPostgresError, OperationalError) as error:
        typer.echo(f"no database: {error}", err=True)
        raise typer.Exit(1) from error


@contextmanager
def _any_database(settings: Settings) -> Iterator[str]:
    """The one in the settings, the embedded one that a service runs, or that one started for a moment."""
    running = running_url(settings.data_dir) if settings.database_url is None else None
    if running is not None:
        yield running
        return
    with database(settings) as url:
        yield url


async def _made(url: str, name: str, until: datetime.datetime) -> str:
    engine = async_engine(url)
    try:
        async with session_scope(engine) as session:
            return await make_admin_token(session, name, until)
    finally:
        await engine.dispose()
