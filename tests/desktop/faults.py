"""Failures around a real window: no dialog or one that hangs, settings that cannot be saved, a kill while they are
being saved, a machine that sleeps.

Runs inside tests/desktop/session; PHASOR is the program, OUT the folder for its files."""

import glob
import json
import os
import re
import shutil
import signal
import time

import desk
from desk import Window, of_window, scene, steps, wait

OUT = os.environ["OUT"]
CONFIG = os.path.join(os.environ["XDG_CONFIG_HOME"], "phasor")
SETTINGS = os.path.join(CONFIG, "settings.json")
TEMPORARY = os.path.join(CONFIG, ".settings.json.*.phasor-tmp")
SCENE = ["--d-model", "8", "--length", "256"]


def type_path(window, path):
    """Types a path into the field of the export panel, and exports."""
    window.click(window.get("entry", "File"))
    window.key("ctrl+a")
    window.type(path)
    window.settled()
    window.click(window.get("push button", "Export"))
    wait(lambda: os.path.exists(path), f"{path} while there is no dialog")
    window.settled()


def choose(window):
    window.key("ctrl+e")
    window.settled()
    window.click(window.get("toggle button", "Table"))
    window.settled()
    window.click(window.get("push button", "Choose…"))


def end(window):
    """Ends the program as a person does. It ends without an error."""
    window.key("Escape", "Escape")
    window.key("ctrl+q")
    assert window.ended() == 0


def no_dialog():
    empty = os.path.join(OUT, "empty")
    os.makedirs(empty)
    with of_window(Window(*SCENE, PATH=empty)) as window:
        choose(window)
        began = time.monotonic()
        window.get("label", begins="No file chosen; if no dialog appeared, type a path")
        took = time.monotonic() - began
        # The field for the path has keyboard focus already.
        window.key("ctrl+a")
        path = os.path.join(OUT, "typed.csv")
        window.type(path)
        window.settled()
        window.click(window.get("push button", "Export"))
        wait(lambda: os.path.exists(path), "the file that was typed")
        end(window)
    print(f"no dialog: reported after {took:.1f} s, and the typed path is taken")


def hanging_dialog():
    programs = os.path.join(OUT, "programs")
    os.makedirs(programs)
    noted = os.path.join(OUT, "hangs")
    with open(os.path.join(programs, "zenity"), "w", encoding="utf-8") as file:
        file.write(f"#!/bin/sh\necho $$ >'{noted}'\nexec /bin/sleep 600\n")
    os.chmod(file.name, 0o755)
    try:
        with of_window(Window(*SCENE, PATH=f"{programs}:{os.environ['PATH']}")) as window:
            choose(window)
            wait(lambda: os.path.exists(noted), "the dialog that hangs")
            window.settled()
            assert not window.get("push button", "Choose…").is_enabled, "one dialog at a time"
            type_path(window, os.path.join(OUT, "meanwhile.csv"))
            end(window)
    finally:
        with open(noted, encoding="utf-8") as file:
            os.kill(int(file.read()), signal.SIGKILL)
    print("a dialog that hangs: the window goes on, exports and ends")


def cannot_keep(reason, mounted):
    """Settings in a folder that cannot be written: one notice gives the reason."""
    shutil.rmtree(CONFIG, ignore_errors=True)
    os.makedirs(CONFIG)
    with of_window(Window(*SCENE, mounted=mounted)) as window:
        window.click(window.get("image", begins="Heatmap"))
        window.key("Right", "Down")
        message = window.get("label", begins="Settings cannot be saved").name
        assert reason in message, message
        window.key("Down")
        time.sleep(2)
        window.settled()
        notices = window.all("label", begins="Settings cannot be saved")
        assert len(notices) == 1, f"reported once: {notices}"
        end(window)
    print("settings:", message)


def settings_read_only():
    cannot_keep("Read-only file system", f"mount -t tmpfs -o ro none '{CONFIG}'")


def settings_full():
    fill = f"head -c 8k /dev/zero >'{CONFIG}/others'"
    cannot_keep("No space left on device", f"mount -t tmpfs -o size=8k none '{CONFIG}'; {fill}")


def settings_nowhere():
    """No home at all, not even one that the system knows: nothing is saved, and no notice is shown."""
    # systemd supplies a home for root even without /etc/passwd, so nsswitch.conf is emptied as well.
    nobody = "for file in passwd nsswitch.conf; do mount --bind /dev/null /etc/$file; done"
    with of_window(Window(*SCENE, mounted=nobody, HOME="", XDG_CONFIG_HOME="")) as window:
        window.key("ctrl+t")
        time.sleep(2)
        window.settled()
        assert not window.all("label", begins="Settings cannot be saved"), "no error is reported"
        end(window)
    print("settings: without a home")


def is_being_kept():
    """Waits until the settings are written. True if the temporary file was seen meanwhile; on a busy machine this
    may not look in time."""
    before = os.stat(SETTINGS).st_ino
    end_of_patience = time.monotonic() + desk.PATIENCE
    while time.monotonic() < end_of_patience:
        if glob.glob(TEMPORARY):
            return True
        if os.stat(SETTINGS).st_ino != before:
            return False
    raise AssertionError("settings are never kept")


def killed_while_keeping():
    shutil.rmtree(CONFIG, ignore_errors=True)
    os.makedirs(CONFIG)
    # Fields of a newer version are preserved; this many take a while to write.
    newer = {"scene": "d_model=8&length=256", "newer": ["x" * 1000] * 12000}
    wanted, kills, attempts = 3, 0, 0
    while kills < wanted:
        attempts += 1
        assert attempts < 30, f"{kills} kills came in the middle"
        with open(SETTINGS, "w", encoding="utf-8") as file:
            json.dump(newer, file)
        with of_window(Window()) as window:
            window.click(window.get("image", begins="Heatmap"))
            window.key("Down")
            while not is_being_kept():
                window.key("Down")
            # Varies the moment of the kill.
            time.sleep(0.004 * (attempts % 5))
            window.kill()
        kills += bool(glob.glob(TEMPORARY))
        assert sorted(os.listdir(CONFIG))[-1] == "settings.json" and len(os.listdir(CONFIG)) <= 2, os.listdir(CONFIG)
        with open(SETTINGS, encoding="utf-8") as file:
            found = json.load(file)
        assert found["newer"] == newer["newer"], "the file is whole"
    with of_window(Window()) as window:
        window.click(window.get("image", begins="Heatmap"))
        window.key("Down", "Down")
        end(window)
    assert os.listdir(CONFIG) == ["settings.json"], os.listdir(CONFIG)
    shutil.rmtree(CONFIG)
    print(f"settings: whole after {kills} of {attempts} kills came in the middle, and no temporary file after the next")


def position(window):
    return int(re.search(r"position=(\d+)", scene(window) + "&position=0")[1])


def asleep_while_playing():
    # Long enough that playing never reaches the end.
    with of_window(Window("--d-model", "8", "--length", "100000")) as window:
        window.click(window.get("push button", "Play (Space)"))
        wait(lambda: position(window) > 2, "positions that play")
        began, before = time.monotonic(), position(window)
        window.process.send_signal(signal.SIGSTOP)
        asleep = time.monotonic()
        time.sleep(10)
        asleep = time.monotonic() - asleep
        window.process.send_signal(signal.SIGCONT)
        after = position(window)
        awake = time.monotonic() - began - asleep
        # 8 positions per second while awake; the sleep counts as half a second at most.
        assert after - before <= 8 * (awake + 0.5) + 1, f"{before} became {after}, awake for {awake:.1f} s"
        wait(lambda: position(window) > after, "positions that play on")
        window.click(window.get("push button", "Pause (Space)"))
        end(window)
    print(f"asleep for {asleep:.0f} s while playing: {before} became {after}")


desk.announce_reader()
steps(
    [
        no_dialog,
        hanging_dialog,
        settings_read_only,
        settings_full,
        settings_nowhere,
        killed_while_keeping,
        asleep_while_playing,
    ]
)
