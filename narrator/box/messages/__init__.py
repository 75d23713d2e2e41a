"""What may be asked of the box, and what comes of it: one function per message, in files by who sends them.

A message is plain data with a `do`; pages, buttons and tests send the same. `kinds` says which there are and what each
consists of, and `understood` checks that; `replies` says what comes back. All of this runs in the box's own thread.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Union

import msgspec

from narrator.box.messages import evenings, game_control, hosts, kinds, lid, players, public, seats, settings, village
from narrator.box.messages.replies import Reply
from narrator.box.pages.panel_view import HostView
from narrator.errors import NarratorError

Sent = Mapping[str, Any]
"""A message as it is sent."""

ACTIONS: dict[type[kinds.Message], Callable[[Any, Any], Reply | HostView | None]] = {
    kinds.Look: public.look,
    kinds.Join: public.join,
    kinds.OpenHost: public.open_host,
    kinds.SayPin: public.say_pin,
    kinds.SayAgain: public.say_again,
    kinds.Lend: public.lend,
    kinds.Leave: players.leave,
    kinds.Answer: players.answer,
    kinds.Sign: players.sign,
    kinds.AboutMe: village.about_me,
    kinds.Act: players.act,
    kinds.Bet: players.bet,
    kinds.CallVote: players.wish,
    kinds.MoreTime: players.wish,
    kinds.Rename: players.rename,
    kinds.OtherPhone: players.other_phone_is,
    kinds.Borrow: players.borrow,
    kinds.PutAway: players.put_away,
    kinds.Add: seats.add,
    kinds.Seats: seats.seats,
    kinds.Sit: seats.sit,
    kinds.Kick: seats.kick,
    kinds.LetIn: seats.let_in,
    kinds.HandOver: seats.hand_over,
    kinds.Learn: seats.learn,
    kinds.Learned: seats.learned,
    kinds.Set: settings.change,
    kinds.DealByTags: lid.deal_by_tags,
    kinds.DealBack: lid.deal_back,
    kinds.DealStop: lid.deal_stop,
    kinds.Laid: lid.laid,
    kinds.Start: game_control.begin,
    kinds.HostMenu: game_control.menu,
    kinds.Pause: game_control.pause,
    kinds.Resume: game_control.resume,
    kinds.Undo: game_control.undo,
    kinds.Skip: game_control.skip,
    kinds.End: game_control.end,
    kinds.Longer: game_control.more,
    kinds.Shorter: game_control.more,
    kinds.Draw: game_control.draw,
    kinds.Point: game_control.point,
    kinds.ToBot: game_control.to_bot,
    kinds.GoHome: game_control.go_home,
    kinds.Again: game_control.again,
    kinds.ReadAloud: game_control.read_aloud,
    kinds.Explain: game_control.explain,
    kinds.LookBack: evenings.look_back,
    kinds.Forget: evenings.forget,
    kinds.SayAddress: game_control.say_address,
    kinds.SoundTest: game_control.sound_test,
    kinds.PlayVoice: settings.play_voice,
    kinds.Hosts: hosts.devices,
    kinds.SendOff: hosts.send_off,
    kinds.NewPin: hosts.new_pin,
    kinds.GoodNight: game_control.good_night,
}
"""What comes of each kind of message. The answer is laid into the reply; a refusal is raised."""

ANY: Any = Union[tuple(ACTIONS)]  # noqa: UP007 of as many as there are
NAMES = {kind.__struct_config__.tag for kind in ACTIONS}


class NotUnderstood(NarratorError):
    """Something that is not a message: nobody knows what it wants (`unknown`), or a part is missing, too large or of
    another form (`not-understood`). The sender is told what is wrong."""


def understood(sent: Sent) -> kinds.Message:
    """The message that somebody has sent, with every part checked; raises `NotUnderstood`."""
    do = sent.get("do")
    if not isinstance(do, str) or do not in NAMES:
        raise NotUnderstood("unknown", f"The box does not know what “{str(do)[:40]}” is.")
    try:
        message: kinds.Message = msgspec.convert(sent, ANY)
        if isinstance(message, kinds.Set):
            if message.what not in settings.VALUES:
                raise NotUnderstood("unknown", f"The host cannot set “{message.what[:40]}”.")
            message.value = msgspec.convert(message.value, settings.VALUES[message.what])
    except msgspec.ValidationError as error:
        sentence = f"Something is missing from the message “{do}”, or has the wrong form: {error}."
        raise NotUnderstood("not-understood", sentence) from None
    return message
