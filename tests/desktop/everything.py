"""Does everything that a person can do in the window: uses every slider, menu entry and shortcut, conventions and views;
moves tiles; exports through the system's dialog; lets another program read the clipboard; restarts. Of what differs only
in its data, a third is used: PHASOR_SEED says which, PHASOR_WHOLE=1 uses all.

Runs inside tests/desktop/session; PHASOR is the program, OUT the folder for its files."""

import os
import re
import subprocess
import time

import desk
from desk import Window, clipboard, of_window, part, rest, run, scene, steps, wait

SCENE = ["--d-model", "8", "--length", "12"]
OUT = os.environ["OUT"]
# Roles of menu entries.
ENTRIES = ("menu item", "check menu item", "push button")
MENUS = ["File", "Edit", "View", "Lessons", "Presets", "Help"]


def rests(window):
    """Nothing is drawn while nothing changes, even with the readout of a picture open below the pointer."""
    x, y = window.get("image", begins="Heatmap").point()
    run("xdotool", "mousemove", str(x), str(y))
    window.settled()
    # Time for tooltips and notices to appear and to disappear.
    time.sleep(3)
    before = window.frames()
    time.sleep(10)
    assert window.frames() == before, "frames are drawn although nothing changes"
    run("xdotool", "mousemove", str(x + 20), str(y))
    wait(lambda: window.frames() > before, "a frame after a move of the pointer")
    print("nothing drawn in 10 s at rest")


def read_aloud(window):
    """A screen reader gets the window's name, a summary of each view, and changes as polite announcements."""
    begin_anew(window)
    frame = window.all("frame", "Phasor")
    assert frame, "the window has no name"
    summaries = [node.name for node in window.all("image")]
    for begin in ["Heatmap, 256 positions by 128 columns; selected position ", "Waves, ", "Similarity, ", "Rotation "]:
        assert any(name.startswith(begin) for name in summaries), f"{begin}: {summaries}"
    window.click(window.get("image", begins="Heatmap"))
    window.settled()
    with desk.announcements() as message:
        window.key("Right")
        wait(message, "an announcement")
    said, politeness = message()[-1]
    assert re.match(r"position \d+, column \d+, value -?[\d.]+", said), said
    assert politeness == 1, f"politely: {politeness}"
    print("read aloud:", said)


def begin_anew(window):
    """Leaves every dialog, menu and mode, and returns to the opening scene."""
    for _ in range(3):
        window.key("Escape")
    window.settled()
    window.click(window.get("push button", "Presets"))
    window.settled()
    window.click(window.get("menu item", "Opening scene"))
    window.settled()
    window.click(window.get("page tab", "Explore"))
    window.settled()


def zenity():
    found = subprocess.run(
        ["xdotool", "search", "--onlyvisible", "--class", "zenity"],
        capture_output=True, text=True, check=False,
    ).stdout.split()
    return found[-1] if found else None


def dialog_pid(dialog):
    return int(run("xdotool", "getwindowpid", dialog))


def dialog():
    """Waits for the system's dialog and gives it keyboard focus."""
    found = wait(zenity, "the system's dialog")
    run("xdotool", "windowactivate", "--sync", found)
    rest(dialog_pid(found))
    return found


def cancel_dialog(window):
    dialog()
    window.key("Escape")
    wait(lambda: zenity() is None, "the end of the system's dialog")
    run("xdotool", "windowactivate", "--sync", window.id)
    window.settled()


def browse_and_cancel(window):
    """Leaves a panel that asks for a file by cancelling the system's dialog."""
    window.click(window.get("push button", "Browse…"))
    cancel_dialog(window)


def sliders(window):
    begin_anew(window)
    names = [node.name for node in window.all("slider")]
    assert len(names) >= 7, names
    for name in names:
        before = window.get("slider", name)
        # Not to the far end: the widest table is measured elsewhere, and here only the drag matters.
        share = 0.45 if before.value > 0 else 0.7
        window.drag(before.point(0.5), before.point(share))
        window.settled()
        after = window.get("slider", name)
        assert after.value != before.value, f"{name} stays {before.value}"
        window.key("ctrl+z")
        window.settled()
        back = window.get("slider", name)
        assert back.value == before.value, f"{name} comes back as {back.value}, was {before.value}"
    print("sliders dragged and undone:", ", ".join(names))


def conventions(window):
    begin_anew(window)

    def opened():
        window.click(window.get("combo box", "Convention"))
        window.settled()
        return window.all("radio button")

    names = [node.name for node in opened()]
    window.key("Escape")
    window.settled()
    # 31 conventions, 4 encodings without frequencies, rotary encodings; the rest are models, of which some are taken.
    assert len(names) > 90, names
    names, models = part(names[:36]), part(names[40::14])
    scenes = set()

    def reached():
        window.settled()
        text = scene(window)
        family = re.search(r"(?:^|&)(?:encoding|model)=([^&]*)", text)
        scenes.add((family or re.search(r"convention=([^&]*)", text + "&convention=paper"))[1])

    for name in names:
        opened()
        for _ in range(40):
            node = window.get("radio button", name)
            # The panel below may have a scroll bar, too; that of the list is at the right end of its entries.
            right = node.rect[0] + node.rect[2]
            bars = [bar.rect for bar in window.all("scroll bar")]
            x, y, _, height = min(bars, key=lambda rect: abs(rect[0] - right))
            top, bottom = node.rect[1], node.rect[1] + node.rect[3]
            if y <= top and bottom < y + height - 4:
                break
            # Turn the wheel over the list, by several notches at once if the entry is far; back where it went too far.
            wheel = "4" if top < y else "5"
            notches = max(1, (top - y - height) // 60)
            run("xdotool", "mousemove", str(x - 100), str(y + 200), "click", "--repeat", str(notches), wheel)
            window.settled()
        window.click(node)
        reached()
    for name in models:
        # Found by the filter, which has the focus.
        opened()
        window.type(name)
        window.settled()
        window.click(window.get("radio button", name))
        reached()
    assert len(scenes) == len(names + models), f"{len(scenes)} of {names + models} were reached: {scenes}"
    print("encodings chosen:", len(scenes))


def has_come(window, press):
    """Calls `press` and returns the buttons that appear: a menu's entries, from top to bottom."""

    def buttons():
        window.settled()
        return [node for node in window.nodes() if node.role in ENTRIES and node.exists()]

    before = {(node.name, node.rect) for node in buttons()}
    press()
    return wait(lambda: [node for node in buttons() if (node.name, node.rect) not in before], "a menu")


def entries(window, menu):
    """Opens a menu and returns its entries."""
    return has_come(window, lambda: window.click(window.get("push button", menu)))


def below(window, name):
    """Opens a submenu of the open menu and returns its entries."""
    return has_come(window, lambda: window.click(window.get("push button", name)))


def views(window):
    begin_anew(window)

    def listed():
        entries(window, "View")
        return below(window, "Views")

    def opened():
        found = re.search(r"views=([^&]*)", scene(window))
        return set(found[1].split(",")) if found else {"heatmap", "waves", "similarity", "rotation"}

    names = [node.name for node in listed()]
    window.key("Escape", "Escape")
    known = re.search(r"<VIEW.*?possible values: ([^]]*)]", run(os.environ["PHASOR"], "help", "figure").decode(), re.S)
    assert len(names) == len(known[1].split(",")), names
    used, changed = part(names), set()
    last = opened()
    for name in used:
        [entry] = [node for node in listed() if node.name == name]
        window.click(entry)
        window.key("Escape", "Escape")
        now = opened()
        assert len(now ^ last) == 1, f"{name}: {last} became {now}"
        changed |= now ^ last
        last = now
    assert len(changed) == len(used), f"{used} opened or closed {changed}"
    print("views opened or closed:", len(used))


# Submenus to go through here. Views has a step of its own.
SUBMENUS = ["Copy picture at size", "Copy code for", "Colors", "Color vision preview"]


def tidy(window, name):
    """Returns to the bare window after an entry or a shortcut that has opened something."""
    if name.startswith("Open a learned table"):
        # The example is the encoding now; the entries after it are for the one before.
        window.settled()
        window.key("Escape", "ctrl+z")
    elif name.startswith("Open ") and "…" in name:
        browse_and_cancel(window)
    elif name.startswith("Full screen"):
        window.settled()
        window.key("F11")
        window.settled()
        run("xdotool", "windowsize", "--sync", window.id, "1400", "860")
        run("xdotool", "windowmove", window.id, "20", "40")
    elif name.startswith("Play"):
        window.click(window.get("push button", begins="Pause"))
    for _ in range(2):
        window.key("Escape")
    window.settled()


def submenu_entries(window, menu, name):
    entries(window, menu)
    names = part([node.name for node in below(window, name)])
    window.key("Escape", "Escape")
    for inner in names:
        entries(window, menu)
        [entry] = [node for node in below(window, name) if node.name == inner]
        window.click(entry)
        window.key("Escape", "Escape")
        window.settled()
    return [f"{name}: {inner}" for inner in names]


def look_closer(window):
    """Moves the selection and zooms in, so that there is something to undo and an earlier view to go back to."""
    window.click(window.get("image", begins="Heatmap"))
    before = window.look()
    window.key("Right", "plus", "plus")
    wait(lambda: window.look() != before, "a closer look")


def menu_entries(window):
    begin_anew(window)
    look_closer(window)
    pressed = []
    for menu in MENUS:
        names = [node.name for node in entries(window, menu)]
        window.key("Escape")
        window.settled()
        assert names, f"{menu} is empty"
        alike = [name for name in names if menu == "Presets" or re.match(r"\d+  ", name)]
        used = part(alike)
        for name in [name for name in names if name not in alike or name in used]:
            if name.startswith("Quit"):
                continue
            [node] = [node for node in entries(window, menu) if node.name == name]
            # Enabled only after a session that ended within a lesson, and after a file was opened.
            if name in ("Resume lesson", "Open recent") and not node.is_enabled:
                window.key("Escape")
                window.settled()
                continue
            assert node.is_enabled, f"{name} is never enabled"
            window.click(node)
            if not name.startswith("Play"):
                window.settled()
            pressed.append(name)
            if name in SUBMENUS:
                window.key("Escape", "Escape")
                pressed += submenu_entries(window, menu, name)
            tidy(window, name)
    print("menu entries chosen:", len(pressed))
    assert len(pressed) > (60 if desk.WHOLE else 40), pressed


KEYS = {"Plus": "plus", "Minus": "minus", "Comma": "comma", "Period": "period", "Space": "space",
        "PageDown": "Next", "PageUp": "Prior", "Ctrl": "ctrl", "Shift": "shift", "Alt": "alt"}


def shortcuts(window):
    begin_anew(window)
    window.key("F1")
    window.settled()
    sheet = window.get("frame", "Keyboard shortcuts")
    labels = [node for node in window.all("label") if node.rect[0] < sheet.rect[0] + 240
              and sheet.rect[0] < node.rect[0] and node.rect[1] > sheet.rect[1] + 40]
    listed = list(zip(labels[::2], labels[1::2]))
    assert all(keys.rect[1] == title.rect[1] for keys, title in listed), listed
    window.key("Escape")
    window.settled()
    look_closer(window)
    # Opens a lesson, so that there is a next step; it is closed again before Space is pressed to play.
    window.click(window.get("push button", "Lessons"))
    window.settled()
    window.click(window.get("menu item", begins="1  "))
    window.settled()
    pressed = []
    for keys, title in listed:
        if title.name == "Quit":
            continue
        if title.name == "Present":
            window.click(window.get("push button", "Lessons"))
            window.settled()
            window.click(window.get("menu item", "Close lesson"))
            window.settled()
        if title.name == "Back":
            # The lesson has opened other views.
            begin_anew(window)
            look_closer(window)
        before = window.look()
        window.key("+".join(KEYS.get(part, part.lower() if len(part) == 1 else part) for part in keys.name.split("+")))
        # Normal size has no visible effect, because the size is normal already; Pause in `tidy` checks Play.
        if title.name not in ("Normal size", "Play positions"):
            wait(lambda: window.look() != before, f"{keys.name} does something")
        tidy(window, title.name)
        pressed.append(keys.name)
    print("shortcuts pressed:", ", ".join(pressed))
    assert len(pressed) > 20, pressed


def tiles(window):
    begin_anew(window)
    window.click(window.get("push button", "View"))
    window.settled()
    window.click(window.get("menu item", "Reset layout"))
    window.settled()
    start = window.get("image", begins="Waves").rect
    other = window.get("image", begins="Similarity")
    window.drag(window.get("title bar", "Waves title").point(0.3), other.point(0.5, 0.9))
    window.settled()
    moved = window.get("image", begins="Waves").rect
    assert moved[0] > start[0] + 200, f"Waves lies at {moved}, lay at {start}"
    window.click(window.get("push button", "View"))
    window.settled()
    window.click(window.get("menu item", "Reset layout"))
    window.settled()
    assert window.get("image", begins="Waves").rect == start, "the layout comes back"
    print("tiles moved, and back")


def exports(window):
    begin_anew(window)
    command = [os.environ["PHASOR"], "export", "table", "-o", "-"]
    expected = run(*command, "--scene", scene(window))
    window.key("ctrl+e")
    window.settled()
    window.click(window.get("toggle button", "Table"))
    window.settled()
    window.click(window.get("push button", "Choose…"))
    cancel_dialog(window)
    window.get("label", begins="No file chosen")
    assert not [name for name in os.listdir(OUT) if name.endswith(".csv")], "nothing was written"
    path = os.path.join(OUT, "table.csv")

    def choose(name):
        window.click(window.get("push button", "Choose…"))
        found = dialog()
        window.key("ctrl+a")
        window.type(os.path.join(OUT, name))
        rest(dialog_pid(found))
        window.key("Return")
        wait(lambda: zenity() is None, "the end of the system's dialog")
        run("xdotool", "windowactivate", "--sync", window.id)
        window.settled()

    def export():
        window.click(window.get("push button", "Export"))

    def written():
        if not os.path.exists(path):
            return False
        with open(path, "rb") as file:
            return file.read() == expected

    choose("table.csv")
    assert not os.path.exists(path), "choosing a name writes nothing"
    export()
    wait(written, "a file that is what the command writes")
    window.settled()
    # The old file stays until the question is answered.
    with open(path, "wb") as file:
        file.write(b"old")
    choose("table")
    export()
    # The system's dialog does not know the ending that is added, so the program itself asks.
    replace = window.get("push button", begins="Replace")
    with open(path, "rb") as file:
        assert file.read() == b"old", "nothing is replaced before the answer"
    window.click(replace)
    wait(written, "the new file")
    window.settled()
    window.key("Escape")
    print("exports: cancelled, written, asked for and replaced")


def copies(window):
    begin_anew(window)
    window.click(window.get("image", begins="Heatmap"))
    window.settled()
    text = scene(window)
    window.key("ctrl+shift+v")
    command = [os.environ["PHASOR"], "export", "table", "--format", "tsv", "-o", "-"]
    expected = run(*command, "--dtype", "f64", "--scene", text)
    wait(lambda: clipboard() == expected, "the values on the clipboard")
    window.key("ctrl+shift+p")

    def picture():
        targets = clipboard("TARGETS").decode().split()
        return clipboard("image/png") if "image/png" in targets else None

    png = wait(picture, "a picture on the clipboard")
    pasted, written = os.path.join(OUT, "pasted.png"), os.path.join(OUT, "written.png")
    with open(pasted, "wb") as file:
        file.write(png)
    theme = [] if window.all("push button", "Switch to the dark theme") else ["--theme", "dark"]
    run(os.environ["PHASOR"], "figure", "heatmap", "--scene", text, *theme, "-o", written)
    # Compared by a third program: the same pixels as in the file.
    differs = subprocess.run(
        ["compare", "-metric", "AE", pasted, written, "null:"], capture_output=True, text=True, check=False
    ).stderr
    assert differs.split()[0] == "0", f"{differs} pixels differ"
    print("clipboard: scene, values and picture read by other programs")


def restart(window):
    begin_anew(window)
    window.click(window.get("image", begins="Heatmap"))
    window.key("Right", "Down")
    window.settled()
    before = scene(window)
    window.click(window.get("push button", "File"))
    window.settled()
    window.click(window.get("menu item", begins="Quit"))
    assert window.ended() == 0
    window = Window()
    window.settled()
    after = scene(window)
    assert after == before, f"{before} came back as {after}"
    window.key("ctrl+q")
    assert window.ended() == 0
    print("restarted with:", after)


desk.announce_reader()
with of_window(Window(*SCENE)) as first:
    # In turns for two sessions that take as long; the last one ends its window.
    steps([rests, menu_entries, conventions, sliders, views, read_aloud, shortcuts, exports, copies, tiles, restart], first)
