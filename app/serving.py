"""The service from nothing to listening: a database, its newest schema, the web server."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

import uvicorn
from pydantic import ValidationError
from sqlalchemy.exc import OperationalError

from app.db.embedded import EmbeddedPostgresError, start_embedded
from app.db.migrate import migrate
from app.settings import Settings

APPLICATION = "app.main:create_app"


def serve(settings: Settings) -> None:
    """
    Listen until told to stop (SIGINT, SIGTERM), then let requests finish and stop the embedded PostgreSQL.

    Raises ``EmbeddedPostgresError`` or SQLAlchemy's ``OperationalError`` where there is no database to be had.
    """
    signal.signal(signal.SIGTERM, _leave)
    with database(settings) as url:
        migrate(url)
        # The application reads its settings again, in this process or in workers; not seen in /proc/*/environ.
        os.environ["DATABASE_URL"] = url
        uvicorn.run(APPLICATION, factory=True, host=settings.host, port=settings.port, log_level=settings.log_level)


@contextmanager
def database(settings: Settings) -> Iterator[str]:
    """The address of the database chosen in the settings, or of the embedded one while the block lasts."""
    if settings.database_url is not None:
        yield settings.database_url.get_secret_value()
        return
    with start_embedded(settings.data_dir) as postgres:
        yield postgres.url


def _leave(signum: int, frame: FrameType | None) -> None:
    """uvicorn raises the signal again once it is done; the default would end us before PostgreSQL is stopped."""
    sys.exit(0)


def main() -> None:
    """The exit code tells a supervisor whether another try may help: 2 wrong settings, 1 no database."""
    try:
        settings = Settings()
    except ValidationError as error:
        print(error, file=sys.stderr)
        sys.exit(2)
    print(f"raidwise on http://{settings.host}:{settings.port}", flush=True)
    try:
        serve(settings)
    except (EmbeddedPostgresError, OperationalError) as error:
        sys.exit(f"no database: {error}")


if __name__ == "__main__":
    main()
