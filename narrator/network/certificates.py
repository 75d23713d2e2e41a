"""How does a phone know over HTTPS that it is talking to this box? By a certificate: the user's, or the box's own.

given = GivenCertificate(Path("box.crt"), Path("box.key"), now)
own = OwnCertificate(data / "https")      # signed by an authority of the box's own, made once; phones install that
own.hosts(["192.168.1.7"])                # it fits this address from now on
"""

from __future__ import annotations

import socket
import ssl
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path
from typing import Protocol

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from narrator.errors import NarratorError
from narrator.folders import put_in_place
from narrator.network.addresses import HOMES, names

AUTHORITY, BOX = "authority.pem", "box.pem"
"""The files of the box's own authority and certificate, each with its key; nobody else may read them."""
DAY = timedelta(days=1)
LASTS, AUTHORITY_LASTS = 397 * DAY, 3650 * DAY
"""Phones accept no certificate that lasts longer than 398 days."""
IN_TIME = 30 * DAY
"""A certificate that expires sooner than this is made again."""


class BadCertificate(NarratorError):
    """A certificate that cannot be used: `no-certificate`, `bad-certificate`, `certificate-over`, `bad-authority`."""


class Certificate(Protocol):
    """What HTTPS needs. `authority` is what phones install, in DER, if the box is its own authority."""

    context: ssl.SSLContext

    @property
    def authority(self) -> bytes | None:
        """The authority."""

    def hosts(self, addresses: Sequence[str]) -> Sequence[str]:
        """Under which names or addresses do phones find a box with these addresses, so that the certificate fits?"""


class GivenCertificate:
    """A certificate that the user has, for the names in it."""

    authority: bytes | None = None

    def __init__(self, certificate: Path, key: Path, now: datetime) -> None:
        for file in (certificate, key):
            try:
                file.read_bytes()
            except OSError as error:
                raise BadCertificate("no-certificate", f"{file} cannot be read: {error.strerror}.") from None
        self.context = _context()
        try:
            shown = x509.load_pem_x509_certificate(certificate.read_bytes())
            self.context.load_cert_chain(certificate, key, password=lambda: "")
        except (ValueError, ssl.SSLError):
            sentence = f"{certificate} and {key} are not a certificate and its key, both PEM, the key with no password."
            raise BadCertificate("bad-certificate", sentence) from None
        end = shown.not_valid_after_utc
        if end < now:
            sentence = f"The certificate {certificate} expired on {end:%Y-%m-%d}: get a new one."
            raise BadCertificate("certificate-over", sentence)
        self._names = list(_names(shown))
        if not self._names:
            sentence = (
                f"The certificate {certificate} names no host (subjectAltName), which browsers need: get another."
            )
            raise BadCertificate("bad-certificate", sentence)

    def hosts(self, addresses: Sequence[str]) -> Sequence[str]:
        """The names in the certificate; its addresses count where the machine has them."""
        return [name for name in self._names if name in addresses or not _is_address(name)] or self._names


class OwnCertificate:
    """A certificate from the box's own authority, made again whenever it does not fit, will soon expire, or is not
    valid yet, as after a clock that was ahead has been set."""

    def __init__(self, folder: Path, now: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        self._folder = folder
        self._now = now
        self.context = _context()
        self._key, self._issuer = self._authority()
        self._fits: frozenset[str] = frozenset()
        self._begins = self._ends = now()

    @property
    def authority(self) -> bytes:
        """What phones install."""
        return self._issuer.public_bytes(serialization.Encoding.DER)

    def hosts(self, addresses: Sequence[str]) -> Sequence[str]:
        """These addresses; from now on the certificate fits them."""
        wanted = frozenset({*addresses, "127.0.0.1", "::1", *filter(self._may_name, names())})
        if wanted != self._fits or not self._begins <= self._now() <= self._ends - IN_TIME:
            file = self._folder / BOX
            certificate = self._made(wanted)
            self.context.load_cert_chain(file)
            self._fits = wanted
            self._begins, self._ends = certificate.not_valid_before_utc, certificate.not_valid_after_utc
        return addresses

    def _may_name(self, name: str) -> bool:
        limits = self._issuer.extensions.get_extension_for_class(x509.NameConstraints).value.permitted_subtrees or []
        return any(name == limit.value or name.endswith(f".{limit.value}") for limit in limits)

    def _authority(self) -> tuple[ec.EllipticCurvePrivateKey, x509.Certificate]:
        """The key and the certificate of the box's own authority, made if there are none."""
        file = self._folder / AUTHORITY
        try:
            kept = file.read_bytes()
        except FileNotFoundError:
            key, name = _key(), _name(f"narrator on {socket.gethostname()}"[:64])
            # A thief of the key can pose as no name on the internet.
            ends = sorted({"localhost", socket.gethostname().lower(), *HOMES})
            limits = x509.NameConstraints([x509.DNSName(end) for end in ends], None)
            made = _begun(name, name, key, self._now(), AUTHORITY_LASTS).add_extension(limits, critical=True)
            made = made.add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
            made = made.add_extension(_usage(signs=True), critical=True)
            issuer = made.sign(key, hashes.SHA256())
            _keep(file, key, issuer)
            return key, issuer
        with suppress(ValueError, TypeError):
            known = serialization.load_pem_private_key(kept, None)
            if isinstance(known, ec.EllipticCurvePrivateKey):
                return known, x509.load_pem_x509_certificate(kept)
        sentence = f"{file} is damaged: delete it. The box will make another, which phones have to install again."
        raise BadCertificate("bad-authority", sentence)

    def _made(self, hosts: Iterable[str]) -> x509.Certificate:
        key, file = _key(), self._folder / BOX
        known = x509.SubjectAlternativeName([
            x509.IPAddress(ip_address(host)) if _is_address(host) else x509.DNSName(host) for host in sorted(hosts)
        ])  # fmt: skip
        made = _begun(_name("narrator"), self._issuer.subject, key, self._now(), LASTS)
        made = made.add_extension(known, critical=False)
        made = made.add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        made = made.add_extension(_usage(signs=False), critical=True)
        made = made.add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        issued_by = x509.AuthorityKeyIdentifier.from_issuer_public_key(self._key.public_key())
        certificate = made.add_extension(issued_by, critical=False).sign(self._key, hashes.SHA256())
        _keep(file, key, certificate)
        return certificate


def _context() -> ssl.SSLContext:
    return ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)


def _key() -> ec.EllipticCurvePrivateKey:
    return ec.generate_private_key(ec.SECP256R1())


def _name(common: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, common)])


def _begun(
    subject: x509.Name, issuer: x509.Name, key: ec.EllipticCurvePrivateKey, now: datetime, lasts: timedelta
) -> x509.CertificateBuilder:
    """A certificate that is valid since yesterday, because clocks differ."""
    begun = x509.CertificateBuilder(issuer, subject, key.public_key(), x509.random_serial_number())
    begun = begun.not_valid_before(now - DAY).not_valid_after(now - DAY + lasts)
    return begun.add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)


def _usage(*, signs: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=not signs, key_cert_sign=signs, crl_sign=signs, content_commitment=False,
        key_encipherment=False, data_encipherment=False, key_agreement=False, encipher_only=False, decipher_only=False,
    )  # fmt: skip


def _keep(file: Path, key: ec.EllipticCurvePrivateKey, certificate: x509.Certificate) -> None:
    """Write both in one step; from the first moment nobody else can read them."""
    plain = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    put_in_place(plain + certificate.public_bytes(serialization.Encoding.PEM), file)


def _names(certificate: x509.Certificate) -> Iterable[str]:
    """The hosts that a certificate is for, names first; a star stands for this machine."""
    try:
        told = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except x509.ExtensionNotFound:
        return
    machine = socket.gethostname().partition(".")[0].lower()
    yield from (name.lower().replace("*", machine, 1) for name in told.get_values_for_type(x509.DNSName))
    yield from map(str, told.get_values_for_type(x509.IPAddress))


def _is_address(host: str) -> bool:
    try:
        return bool(ip_address(host))
    except ValueError:
        return False
