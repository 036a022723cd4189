"""``key import``, ``key create`` and ``key show``."""

from __future__ import annotations

import argparse

from app.collector.hosting import Host
from app.collector.keys import Key, kept, key_at, key_of, made, needed_key
from app.collector.refusals import DONE, RefusedError
from app.collector.sources import file_bytes, host_of
from app.collector.voice import Voice


def import_key(given: argparse.Namespace, voice: Voice) -> int:
    """Keeps the key that was made for this host elsewhere."""
    host = host_of(voice)
    key = key_of(file_bytes(given.file), given.file)
    return _kept(given, host, key, given.replace)


def create_key(given: argparse.Namespace, voice: Voice) -> int:
    """A key for a host of its own; one that is there is never replaced."""
    host = host_of(voice)
    present = key_at(host.places.key)
    if present is not None:
        raise RefusedError("key_bad", f"{host.places.key}: server {present.server} has its key already")
    return _kept(given, host, made(), False)


def show_key(given: argparse.Namespace, voice: Voice) -> int:
    """Who this host is; the secret is not shown."""
    key = needed_key(host_of(voice).places.key)
    voice.answer(f"server {key.server}, key {key.id}")
    return DONE


def _kept(given: argparse.Namespace, host: Host, key: Key, replace: bool) -> int:
    if not given.dry_run:
        kept(host.disk, host.places.key, key, replace)
    host.voice.answer(
        f"{host.places.key}: server {key.server}, key {key.id}{', not kept (dry run)' if given.dry_run else ''}"
    )
    return DONE
