"""A stamp holds for one request, one key, one moment; anything else breaks it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from app.core.plan import canonical, signed
from app.core.signed_request import Sent, are_neighbours, is_stamped_by, stamp, stamp_in

SECRET = b"s" * 32
SENT = Sent("PUT", "/api/v1/servers/7/snapshots/8?a=b", b'{"a": 1}')
STAMP = stamp(SENT, "key-1", SECRET, 1_763_640_000, "0a" * 16)

paths = st.text(st.characters(min_codepoint=33, max_codepoint=126), min_size=1, max_size=30)


def test_a_stamp_comes_out_of_its_header_as_it_went_in():
    assert stamp_in(STAMP.header) == STAMP
    assert is_stamped_by(STAMP, SENT, SECRET)


def test_the_signature_is_what_the_page_says():
    """Computed with openssl: printf 'raidwise-request/1\\nPUT\\n...' | openssl dgst -sha256 -hmac ssss..."""
    assert STAMP.signature == "a1c0aed436b536ed8bd26345f5f2c87b04191e17a3f91378cb0154753d4eb6b7"


@given(paths, st.sampled_from(["GET", "PUT", "POST"]), st.binary(max_size=40))
def test_another_request_does_not_pass(target: str, method: str, body: bytes):
    other = Sent(method, target, body)

    assert is_stamped_by(STAMP, other, SECRET) is (other == SENT)


@given(st.binary(min_size=32, max_size=32), st.integers(0, 10**11), st.binary(min_size=16, max_size=16))
def test_another_secret_time_or_nonce_does_not_pass(secret: bytes, time: int, nonce: bytes):
    assert is_stamped_by(STAMP, SENT, secret) is (secret == SECRET)
    assert not is_stamped_by(STAMP._replace(time=time), SENT, SECRET) or time == STAMP.time
    assert not is_stamped_by(STAMP._replace(nonce=nonce.hex()), SENT, SECRET) or nonce.hex() == STAMP.nonce
    assert not is_stamped_by(STAMP._replace(key="key-2"), SENT, SECRET)


@given(st.text(max_size=200))
def test_any_other_text_is_no_stamp(text: str):
    assert stamp_in(text) is None
    assert stamp_in(STAMP.header + text) is None or text == ""
    assert stamp_in(text + STAMP.header) is None or text == ""


def test_parts_do_not_run_into_each_other():
    one = stamp(Sent("PUT", "/a\nb", b""), "k", SECRET, 1, "0a" * 16)

    assert not is_stamped_by(one, Sent("PUT", "/a", b"b"), SECRET)


def test_no_signature_of_a_plan_is_one_of_a_request():
    """Both are made with a server's secret; what is signed begins otherwise."""
    assert canonical(signed({"id": "x"}, "key-1", SECRET)).startswith(b"{")


def test_neighbours_are_one_apart():
    assert [other for other in range(6) if are_neighbours(3, other)] == [2, 3, 4]
