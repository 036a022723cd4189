# Two stages: the first makes the environment from the hashed lock, the second only runs it.
FROM python:3.13-slim AS build

WORKDIR /build
RUN python -m venv /opt/raidwise
COPY requirements/build.txt requirements/runtime.txt requirements/
RUN /opt/raidwise/bin/pip install --no-cache-dir --no-deps --require-hashes --only-binary :all: -r requirements/runtime.txt
# The build backend comes from the lock too, into an environment that is left behind.
RUN python -m venv /opt/backend \
    && /opt/backend/bin/pip install --no-cache-dir --no-deps --require-hashes --only-binary :all: -r requirements/build.txt
COPY pyproject.toml README.md LICENSE ./
COPY app app
COPY rules rules
COPY migrations migrations
RUN /opt/backend/bin/pip wheel --no-deps --no-build-isolation --wheel-dir dist . \
    && /opt/raidwise/bin/pip install --no-cache-dir --no-deps --no-index dist/*.whl

FROM python:3.13-slim

RUN useradd --system --uid 10001 --home-dir /nonexistent --shell /usr/sbin/nologin raidwise \
    && install --directory --owner=raidwise --mode=0700 /var/lib/raidwise
COPY --from=build /opt/raidwise /opt/raidwise
ENV PATH=/opt/raidwise/bin:$PATH \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    RAIDWISE_DATA_DIR=/var/lib/raidwise \
    RAIDWISE_HOST=0.0.0.0 \
    RAIDWISE_PORT=8000
# Without DATABASE_URL the embedded PostgreSQL runs: enough to try raidwise out with one `docker run`.
VOLUME /var/lib/raidwise
USER raidwise
WORKDIR /tmp
EXPOSE 8000
HEALTHCHECK CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/healthz', timeout=3)"]
CMD ["python", "-m", "app.serving"]
