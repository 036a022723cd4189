"""The captures tab over HTTP, without a browser."""

from __future__ import annotations

import pytest

from tests.web.conftest import CAPTURE_LIMIT
from tests.web.samples import HOSTILE, SHARED, capture


def send(client, text=None, files=(), **fields):
    return client.post("/captures", data={"text": text or "", **fields}, files=[("files", file) for file in files])


def test_pasted_output_gives_advice_for_its_volume(client):
    html = send(client, capture(), workload="oltp").text
    assert "<h2>1 virtual drive found</h2>" in html
    assert "Controller 0, virtual drive 0" in html
    assert "Should have" in html
    assert html.count('<article class="setting') == 7


def test_a_difference_is_told_in_words_not_by_colour_alone(client):
    html = send(client, capture(), workload="oltp").text
    assert "≠ differs" in html
    assert "≠ has: " in html


def test_a_paste_and_files_go_together(client):
    controller, volumes = capture().split("\n{", 1)
    response = send(client, controller, [("vall.json", ("{" + volumes).encode())], workload="oltp")
    assert "<h2>1 virtual drive found</h2>" in response.text


def test_what_was_pasted_and_chosen_is_kept(client):
    html = send(client, "{\n kept as it was", workload="oltp", drives="").text
    assert "{\n kept as it was</textarea>" in html
    assert '<option value="oltp" selected>' in html


def test_what_is_not_read_is_told_with_its_path(client):
    html = send(
        client, files=[("broken.json", b'{"Controllers": [{"Command Status": {"Status":'), ("cut.bin", b"\xff\xfe")]
    ).text
    assert "What stayed unread" in html
    assert "broken.json" in html
    assert "cut.bin" in html
    assert "No virtual drive was found" in html


def test_nothing_to_read_is_said_next_to_the_field(client):
    response = send(client, "  ")
    assert response.status_code == 422
    assert "Paste some output or choose a file." in response.text


def test_a_wrong_number_keeps_the_paste(client):
    response = send(client, "my paste", read_percent="400")
    assert response.status_code == 422
    assert "At most 100." in response.text
    assert "my paste</textarea>" in response.text


def test_hostile_names_and_text_are_escaped(client):
    response = send(client, HOSTILE, [(HOSTILE.replace('"', "'"), b"not JSON")], workload=HOSTILE)
    assert response.status_code == 200
    assert "<script>alert" not in response.text


@pytest.mark.parametrize("as_file", [True, False])
def test_too_much_is_a_clear_page(client, as_file):
    much = "x" * (CAPTURE_LIMIT + 1)
    response = send(client, None, [("big.json", much.encode())]) if as_file else send(client, much)
    assert response.status_code == 413
    assert "That is too large" in response.text
    assert response.headers["connection"] == "close"


def test_too_much_is_noticed_without_a_declared_length(client):
    def parts():
        yield b'--b\r\nContent-Disposition: form-data; name="text"\r\n\r\n'
        for _ in range(CAPTURE_LIMIT // 1000 + 10):
            yield b"x" * 1000

    response = client.post("/captures", content=parts(), headers={"content-type": "multipart/form-data; boundary=b"})
    assert response.status_code == 413


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("multipart/form-data; boundary=b", b"--b\r\nnonsense"),
        ("multipart/form-data", b"no boundary"),
        (
            "multipart/form-data; boundary=b",
            b'--b\r\nContent-Disposition: form-data; name="t\xff"\r\n\r\nx\r\n--b--\r\n',
        ),
    ],
)
def test_a_broken_form_is_a_clear_page(client, kind, body):
    response = client.post("/captures", content=body, headers={"content-type": kind})
    assert response.status_code in (400, 422)
    assert "<h1>" in response.text


@pytest.mark.parametrize("kind", ["application/json", "text/plain", ""])
def test_another_kind_of_body_says_what_is_missing(client, kind):
    response = client.post("/captures", content=b"{}", headers={"content-type": kind})
    assert response.status_code == 422
    assert "Paste some output" in response.text


def test_more_values_than_a_controller_prints_are_refused(client, monkeypatch):
    monkeypatch.setattr("app.workflows.uploads._MOST_VALUES", 100)
    response = send(client, "[" * 200)
    assert response.status_code == 413
    assert "no controller" in response.text


@pytest.mark.skipif(not SHARED.is_dir(), reason="no captures beside this checkout")
def test_every_shared_capture_is_a_page(client, record_property):
    files = [file for file in sorted(SHARED.rglob("*")) if file.is_file() and file.stat().st_size < CAPTURE_LIMIT]
    for file in files:
        response = send(client, files=[(file.name, file.read_bytes())], workload="oltp")
        assert response.status_code == 200, file
    record_property("captures", len(files))
