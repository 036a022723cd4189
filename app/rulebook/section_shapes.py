"""Folders of rules/ that hold the data of one further section, and the shape of their files."""

from __future__ import annotations

from app.rulebook.benchmark_shapes import BenchmarkFile
from app.rulebook.choices_shapes import ChoicesFile
from app.rulebook.estimate_shapes import EstimatesFile
from app.rulebook.host_shapes import HostFile
from app.rulebook.installation_shape import InstallationFile
from app.rulebook.schema import Shape

SECTION_SHAPES: dict[str, type[Shape]] = {
    "installation": InstallationFile,
    "choices": ChoicesFile,
    "estimates": EstimatesFile,
    "host": HostFile,
    "benchmark": BenchmarkFile,
}
"""Folder -> shape; one line a folder, the shape in a module of its own."""
