"""Style sheet, scripts and icon: read once, named by their content, kept by browsers for a year."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

FOLDER = Path(__file__).parent / "static"
_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}


@dataclass(frozen=True)
class Asset:
    """One file under its name with the hash in it (``style.0123456789ab.css``)."""

    name: str
    content: bytes
    media_type: str

    @property
    def etag(self) -> str:
        return f'"{self.name}"'


class Assets:
    """The files of ``app/web/static``."""

    def __init__(self, folder: Path = FOLDER) -> None:
        files = [file for file in sorted(folder.iterdir()) if file.suffix in _TYPES]
        found = {file.name: _asset(file) for file in files}
        self._by_name = {asset.name: asset for asset in found.values()}
        self._named = {plain: asset.name for plain, asset in found.items()}

    def address(self, plain: str) -> str:
        """Relative, so that the pages work under any prefix."""
        return f"static/{self._named[plain]}"

    async def answer(self, request: Request) -> Response:
        asset = self._by_name.get(request.path_params["name"])
        if asset is None:
            return PlainTextResponse("There is no such file.\n", 404)
        headers = {
            "Cache-Control": "public, max-age=31536000, immutable",
            "ETag": asset.etag,
            "X-Content-Type-Options": "nosniff",
        }
        if asset.etag in (request.headers.get("if-none-match") or ""):
            return Response(status_code=304, headers=headers)
        return Response(asset.content, media_type=asset.media_type, headers=headers)


def _asset(file: Path) -> Asset:
    content = file.read_bytes()
    digest = hashlib.sha256(content).hexdigest()[:12]
    return Asset(f"{file.stem}.{digest}{file.suffix}", content, _TYPES[file.suffix])
