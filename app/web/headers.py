"""What every page tells the browser not to do."""

from __future__ import annotations

from starlette.responses import HTMLResponse

POLICY = "; ".join(
    (
        "default-src 'none'",
        "style-src 'self'",
        "script-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cache-Control": "no-cache",
}


def page(html: str, status: int = 200, close: bool = False) -> HTMLResponse:
    """``close`` ends the connection: the rest of a body that nobody wants is not read."""
    return HTMLResponse(html, status, {**HEADERS, "Connection": "close"} if close else HEADERS)
