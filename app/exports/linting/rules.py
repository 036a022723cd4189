"""The linter's rules: what each objects to and where that is said."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

ERROR, WARNING, NOTE = "error", "warning", "note"
GUIDE = "storcli-reference"
"""The document that holds what newer cards and tools do; rules below name places in it."""


@dataclass(frozen=True)
class LintRule:
    """``cites`` are claims of the book, ``places`` further places of ``GUIDE``."""

    id: str
    severity: str
    title: str
    why: str
    cites: tuple[str, ...] = ()
    places: tuple[str, ...] = ()


_PROTECTION = ("ucs-m4-bbu-always", "avago-protect-dram", "ucs-m3-writecache-risk")
_DISK_CACHE = ("ucs-m4-diskcache-not-enterprise", "ucs-m4-diskcache-dataloss")
_INITIALIZATION = ("ucs-m4-fullinit-r5-r6", "ucs-m4-fastinit-no", "ucs-m3-fullinit-before-io")
_SYNTAX = ("1 Command syntax",)
_FALLBACK = ("2.6 Write-back and protection state",)
_SAFETY = ("5 Safety",)

_ALL = (
    LintRule(
        "unprotected-write-back",
        ERROR,
        "Write-back that stays on without protection",
        "With battery or CacheVault gone the controller goes on acknowledging writes that only its cache holds; "
        "a power cut loses them.",
        _PROTECTION,
        _FALLBACK,
    ),
    LintRule(
        "terraform-unsafe-default",
        ERROR,
        "The write policy is left to the Terraform provider",
        "Where write_cache_policy is left out, Dell's provider asks for UnprotectedWriteBack, "
        "which does not fall back when the battery fails.",
        _PROTECTION,
        _FALLBACK,
    ),
    LintRule(
        "megacli-bad-battery-unsaid",
        WARNING,
        "MegaCli WB without a word on the battery",
        "MegaCli's WB alone leaves open whether the controller keeps writing back when the battery fails.",
        (*_PROTECTION, "lsi-cli-badbbu"),
        _FALLBACK,
    ),
    LintRule(
        "write-back-without-cache",
        WARNING,
        "Write-back on a controller without a cache",
        "This controller has no cache to write back from.",
        ("house-no-cache-writes-through",),
    ),
    LintRule(
        "policy-left-to-default",
        WARNING,
        "A policy is left to the platform's default",
        "Defaults differ between cards and firmware, so nobody can tell from this plan what the volume will do.",
        (),
        _SYNTAX,
    ),
    LintRule(
        "disk-cache-on",
        ERROR,
        "The drives' own cache is turned on",
        "It lies outside the controller's protection: a power cut loses writes that the host was told are safe.",
        _DISK_CACHE,
    ),
    LintRule(
        "disk-cache-default",
        WARNING,
        "The drives' own cache is left as the drives were shipped",
        "Many drives ship with it on, and it lies outside the controller's protection.",
        _DISK_CACHE,
        _SAFETY,
    ),
    LintRule(
        "fast-initialization",
        WARNING,
        "A parity volume is initialised fast",
        "Parity is then made up while the volume is already in use, slowly and with the data not yet protected by it.",
        _INITIALIZATION,
    ),
    LintRule(
        "missing-initialization",
        WARNING,
        "A parity volume is made without a full initialisation",
        "Parity that was never written in full makes the first writes slow, and a consistency check find errors.",
        _INITIALIZATION,
    ),
    LintRule(
        "strip-out-of-range",
        ERROR,
        "A strip size that cannot be had",
        "Strips are powers of two between 8 and 1024 KiB, of which each card and tool takes a part.",
        ("ucs-m4-strip-sizes",),
        ("3.1 Generations",),
    ),
    LintRule(
        "raid0",
        WARNING,
        "RAID 0",
        "One failed drive loses everything on it. It is for data that the application keeps elsewhere too.",
        ("ucs-m3-r0-not-apps",),
    ),
    LintRule(
        "cached-io",
        WARNING,
        "Cached I/O",
        "The 2016 paper gives direct I/O for every volume, and cards from 94xx on know nothing else. "
        "Only a CacheCade volume of an older card needs cached.",
        ("ucs-m4-direct-all", "ucs-m3-def-cached"),
        ("3.1 Generations",),
    ),
    LintRule(
        "megacli-on-new-card",
        ERROR,
        "MegaCli on a card that it drives into a fault",
        "On SAS39xx and newer cards MegaCli brings the firmware into a fault and freezes I/O.",
        (),
        _SAFETY,
    ),
    LintRule(
        "megacli-unknown-card",
        WARNING,
        "MegaCli on a card that nobody named",
        "On SAS39xx and newer cards MegaCli brings the firmware into a fault and freezes I/O, "
        "and nothing tells which card this is.",
        (),
        _SAFETY,
    ),
    LintRule(
        "combined-set",
        WARNING,
        "Several properties in one set",
        "Where one of them fails, the others are changed already and the volume is left in between.",
        (),
        _SYNTAX,
    ),
    LintRule(
        "combined-set-refused",
        ERROR,
        "Several properties in one set of a tool that takes one",
        "storcli2 and perccli2 answer it with a syntax error, and nothing is set.",
        (),
        _SYNTAX,
    ),
    LintRule(
        "not-in-this-tool",
        ERROR,
        "A form that storcli2 and perccli2 do not have",
        "It is storcli 7's; the newer tools answer it with a syntax error, and nothing is done.",
        (),
        _SYNTAX,
    ),
    LintRule(
        "destructive-command",
        ERROR,
        "A command that can take data or a volume away",
        "In a script that runs unattended it does so without anybody looking.",
        ("house-data-is-not-initialised",),
        _SAFETY,
    ),
    LintRule(
        "unknown-word",
        ERROR,
        "A word that the tool does not have",
        "The tool refuses it, or takes its default in silence.",
        (),
        _SYNTAX,
    ),
    LintRule(
        "unknown-property",
        ERROR,
        "A property that Ironic does not have",
        "Ironic's schema takes no further properties, so the whole configuration is refused. "
        "It carries none of the cache settings, nor the strip size.",
    ),
)
RULES: Mapping[str, LintRule] = {rule.id: rule for rule in _ALL}
