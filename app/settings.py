"""Every environment variable the service reads, typed. Read once, at start, by whoever chooses the parts."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from pydantic import Field, SecretStr, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from app.resources import rules_directory


class Settings(BaseSettings):
    """
    Each field is the variable ``RAIDWISE_<FIELD>``, but for ``DATABASE_URL``, whose name others share.

    Raises pydantic's ``ValidationError``, naming every wrong variable.
    """

    model_config = SettingsConfigDict(
        env_prefix="RAIDWISE_", frozen=True, use_attribute_docstrings=True, env_ignore_empty=True
    )

    database_url: SecretStr | None = Field(default=None, validation_alias="DATABASE_URL")
    """A PostgreSQL of your own, ``postgresql://user:password@host/name``. Unset: the embedded one."""

    data_dir: Path = Path("var")
    """Where the embedded PostgreSQL keeps its files, and the key that seals secrets."""

    secret_key: SecretStr | None = None
    """
    What seals the secrets of enrolled servers: 64 hexadecimal digits; several, separated by commas, while one is being
    replaced. Unset: made once, in ``secret.key`` in the data directory. Replicas need the same.
    """

    rules_dir: Path = Field(default_factory=rules_directory)
    """The rulebook; the one that came with raidwise unless set."""

    site_rules_dir: Path | None = None
    """Rules of this site. They outrank papers, but neither safety nor capability."""

    host: str = "127.0.0.1"
    """The address to listen on."""

    port: int = Field(default=8000, ge=0, le=65535)
    """The port to listen on; 0 takes a free one."""

    max_body_bytes: int = Field(default=1024**2, gt=0)
    """A request body larger than this is answered 413."""

    max_capture_bytes: int = Field(default=32 * 1024**2, gt=0)
    """The same limit for uploaded captures: `/call show all J` of a full server prints megabytes."""

    log_level: Literal["debug", "info", "warning", "error"] = "info"
    """How much is written to standard error."""

    @field_validator("database_url")
    @classmethod
    def _is_postgresql(cls, url: SecretStr | None) -> SecretStr | None:
        if url is not None and not url.get_secret_value().startswith(("postgresql://", "postgresql+psycopg://")):
            raise ValueError("DATABASE_URL must begin with postgresql://")
        return url
