"""Who is the host? The PIN, and the devices on which somebody has typed it: for the host."""

from __future__ import annotations

from narrator.box.messages.guards import only_host
from narrator.box.messages.kinds import Hosts, NewPin, SendOff
from narrator.box.messages.replies import HostDevice, HostDevices
from narrator.box.moderator import Moderator
from narrator.lobby.lobby import Refused, device_id


def devices(box: Moderator, message: Hosts) -> HostDevices:
    """The host's devices."""
    only_host(box, message)
    here = {listener.token for listener in box.listeners.all if listener.kind == "host"}
    return HostDevices(
        hosts=[
            HostDevice(id=device_id(token), address=address, here=token in here, you=token == message.token)
            for token, address in box.lobby.hosts.items()
        ]
    )


def send_off(box: Moderator, message: SendOff) -> None:
    """A device is no longer the host's: its page asks for the PIN again."""
    only_host(box, message)
    token = box.lobby.send_off(message.what)
    for listener in box.listeners.all:
        if listener.token == token:
            listener.close()


def new_pin(box: Moderator, message: NewPin) -> None:
    """Choose another PIN, and say it; those who are hosts stay so."""
    only_host(box, message)
    if box.is_hushed:
        raise Refused("not-now", "pin-at-night")
    box.lobby.new_pin()
    box.lobby.save()
    box.say_pin()
    box.publish()
