"""What does each page show, and when is it drawn again?

`page_types` and the other `*_types` say what a view consists of; `shared_page`, `player_page` and `host_page` draw its
parts; `screens` says which parts each page is drawn from; `newest` keeps and sends the newest view, `listeners` knows
who looks. Buttons, tags and the knob get theirs from `panel_view`. All of this runs in the box's own thread.
"""
