"""Drives the program in a real window as a person with a screen reader, a mouse and a keyboard does. Widgets are found
in the accessibility tree (AT-SPI) and pressed through the X server."""

import os
import signal
import subprocess
import sys
import time
import warnings
from contextlib import contextmanager, suppress
from functools import cached_property

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, Gio, GLib  # noqa: E402

# Everything of its kind is used if this is set, and otherwise one of three, from a seed on.
WHOLE = "PHASOR_WHOLE" in os.environ
SEED = int(os.environ.get("PHASOR_SEED", "0"))
# Seconds that anything may take on a slow and busy machine.
PATIENCE = 60.0
# A window without activity for this many seconds is at rest.
RESTS = 0.2


def wait(condition, what, patience=PATIENCE):
    """Waits until a condition returns something, and returns that."""
    end = time.monotonic() + patience
    while True:
        found = condition()
        if found:
            return found
        if time.monotonic() > end:
            raise AssertionError(f"never happened: {what}")
        time.sleep(0.1)


def part(of_a_kind):
    """A third of things that do the same with other data, or all of them."""
    return of_a_kind if WHOLE else of_a_kind[SEED % 3 :: 3]


def run(*arguments):
    return subprocess.run(arguments, check=True, capture_output=True).stdout


def announce_reader():
    """Announces a screen reader. Without one, programs build no accessibility tree."""
    for name in ("IsEnabled", "ScreenReaderEnabled"):
        run(
            "dbus-send", "--session", "--print-reply", "--dest=org.a11y.Bus", "/org/a11y/bus",
            "org.freedesktop.DBus.Properties.Set", "string:org.a11y.Status", f"string:{name}",
            "variant:boolean:true",
        )


def runs(pid):
    """True if any thread of a process is running, ready to run, or waiting for a disk."""
    try:
        threads = os.listdir(f"/proc/{pid}/task")
        states = []
        for thread in threads:
            with open(f"/proc/{pid}/task/{thread}/stat", encoding="utf-8", errors="replace") as file:
                # The state follows the name, which may hold blanks and brackets.
                states.append(file.read().rpartition(")")[2].split()[0])
    except (FileNotFoundError, ProcessLookupError):
        return False
    return any(state in "RD" for state in states)


def rest(pid, drawn=lambda: None):
    """Waits until a program is idle and nothing is drawn. Time alone is not enough: on a busy machine, a program
    that is not scheduled would look idle."""
    session = [str(pid), *os.environ["DESK"].split()]
    end = time.monotonic() + PATIENCE
    last, since = drawn(), time.monotonic()
    while time.monotonic() < end:
        time.sleep(0.02)
        now = drawn()
        if now != last or any(map(runs, session)):
            last, since = now, time.monotonic()
        elif time.monotonic() - since > RESTS:
            return
    raise AssertionError("the window never rests")


@contextmanager
def announcements():
    """Listens as a screen reader does. Yields a function that returns the announcements so far, each with its
    politeness (1: spoken when nothing else is being spoken)."""
    heard = []
    listener = Atspi.EventListener.new(lambda event: heard.append((event.any_data, event.detail1)))
    listener.register("object:announcement")

    def messages():
        while GLib.MainContext.default().iteration(False):
            pass
        return heard

    try:
        yield messages
    finally:
        listener.deregister("object:announcement")


class Tree:
    """The widgets of one program, as its accessibility interface gives them: the whole tree in one message."""

    def __init__(self, pid):
        session = Gio.bus_get_sync(Gio.BusType.SESSION)
        [address] = session.call_sync("org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress", None, None,
                                      Gio.DBusCallFlags.NONE, -1)
        flags = Gio.DBusConnectionFlags
        self.bus = Gio.DBusConnection.new_for_address_sync(
            address, flags.AUTHENTICATION_CLIENT | flags.MESSAGE_BUS_CONNECTION, None)
        self.name = wait(lambda: self._name(pid), "a tree of widgets")

    def _name(self, pid):
        def bus(method, *arguments):
            kinds = GLib.Variant(f"({'s' * len(arguments)})", arguments)
            return self.bus.call_sync("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", method,
                                      kinds, None, Gio.DBusCallFlags.NONE, -1).unpack()[0]

        for name in bus("ListNames"):
            # Another program may be ending at this moment.
            with suppress(GLib.Error):
                if name.startswith(":") and bus("GetConnectionUnixProcessID", name) == pid:
                    return name
        return None

    def ask(self, path, interface, method, arguments=None):
        return self.bus.call_sync(self.name, path, f"org.a11y.atspi.{interface}", method, arguments, None,
                                  Gio.DBusCallFlags.NONE, -1).unpack()

    def property(self, path, interface, name):
        arguments = GLib.Variant("(ss)", (f"org.a11y.atspi.{interface}", name))
        return self.bus.call_sync(self.name, path, "org.freedesktop.DBus.Properties", "Get", arguments, None,
                                  Gio.DBusCallFlags.NONE, -1).unpack()[0]

    def nodes(self):
        """Every widget, from back to front."""
        try:
            [items] = self.ask("/org/a11y/atspi/cache", "Cache", "GetItems")
        except GLib.Error:
            return []
        children, root = {}, None
        for item in items:
            (_, path), (_, parent), index = item[0], item[2], item[3]
            if root is None:
                root = path
            else:
                children.setdefault(parent, []).append((index, path))
        by_path = {item[0][1]: Node(self, item) for item in items}
        found, waiting = [], [root] if root else []
        while waiting:
            path = waiting.pop()
            found.append(by_path[path])
            waiting += [path for _, path in sorted(children.get(path, []), reverse=True)]
        return found


class Node:
    """A widget. Each property is queried from the program only once, which keeps tests quick."""

    def __init__(self, tree, item):
        self.tree = tree
        (_, self.path), _, _, _, _, self.interfaces, self.name, role, _, states = item
        self.role = Atspi.role_get_name(Atspi.Role(role))
        self.states = states

    @property
    def is_enabled(self):
        state = int(Atspi.StateType.SENSITIVE)
        return bool(self.states[state // 32] >> state % 32 & 1)

    @cached_property
    def rect(self):
        if "org.a11y.atspi.Component" not in self.interfaces:
            return None
        screen = GLib.Variant("(u)", (int(Atspi.CoordType.SCREEN),))
        return tuple(self.tree.ask(self.path, "Component", "GetExtents", screen)[0])

    @cached_property
    def value(self):
        if "org.a11y.atspi.Value" not in self.interfaces:
            return None
        return self.tree.property(self.path, "Value", "CurrentValue")

    def exists(self):
        """True if its place can be asked for; it is remembered."""
        try:
            _ = self.rect
        except GLib.Error:
            return False
        return True

    def point(self, across=0.5, down=0.5):
        x, y, width, height = self.rect
        return round(x + across * width), round(y + down * height)

    def __repr__(self):
        return f"{self.role} {self.name!r} {self.rect} {'' if self.value is None else self.value}"


def among_disks(mounted):
    """Returns the beginning of a command line that runs a command among disks mounted by a shell script. Only the
    command sees these disks, and they are gone when it ends. Mounting needs a namespace with a superuser; the command
    itself runs as the original user, because the message bus insists on it."""
    user, group = os.getuid(), os.getgid()
    itself = f'exec unshare --user --map-user={user} --map-group={group} "$0" "$@"'
    return ["unshare", "--user", "--map-root-user", "--mount", "sh", "-euc", f"{mounted}\n{itself}"]


class Window:
    """A running program and its window."""

    def __init__(self, *arguments, mounted=None, **environment):
        self.log = open(os.path.join(os.environ["OUT"], "phasor.log"), "ab")
        # The log has a line for every frame, which shows when the window is at rest.
        command = [os.environ["PHASOR"], "--timing", *arguments]
        if mounted:
            command = among_disks(mounted) + command
        self.process = subprocess.Popen(command, stderr=self.log, env=os.environ | environment)
        self.id = wait(self._find_window, "a window")
        run("xdotool", "windowsize", "--sync", self.id, "1400", "860")
        run("xdotool", "windowmove", self.id, "20", "40")
        run("xdotool", "windowactivate", "--sync", self.id)
        self.tree = Tree(self.process.pid)
        wait(self.nodes, "widgets")

    def _find_window(self):
        if self.process.poll() is not None:
            raise AssertionError(f"the program ends with {self.process.returncode}")
        found = subprocess.run(
            ["xdotool", "search", "--onlyvisible", "--name", "^Phasor$"],
            capture_output=True, text=True, check=False,
        ).stdout.split()
        return found[-1] if found else None

    def nodes(self):
        """Every widget, from back to front."""
        return self.tree.nodes()

    def all(self, role=None, name=None, begins=None):
        return [
            node
            for node in self.nodes()
            if (role is None or node.role == role)
            and (name is None or node.name == name)
            and (begins is None or node.name.startswith(begins))
            # Widgets that vanish meanwhile are left out.
            and node.exists()
        ]

    def get(self, role=None, name=None, begins=None):
        """The frontmost match, once there is one."""
        what = f"{role or 'a widget'} {name or begins!r}"
        return wait(lambda: (self.all(role, name, begins) or [None])[-1], what)

    def frames(self):
        """A number that grows with every frame."""
        self.check_alive()
        return os.fstat(self.log.fileno()).st_size

    def settled(self):
        """Waits until all input has been processed and no more frames are drawn."""
        # Shift only causes a frame. Events are processed in order, so all earlier ones are done when it is drawn.
        last = self.frames()
        self.key("Shift_L")
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end and self.frames() == last:
            time.sleep(0.02)
        rest(self.process.pid, self.frames)

    def look(self):
        """Pixels of the window at rest."""
        self.settled()
        return run("import", "-window", self.id, "ppm:-")

    def check_alive(self):
        if self.process.poll() is not None:
            raise AssertionError(f"the program has ended with {self.process.returncode}")

    def press(self, x, y, button="1"):
        run("xdotool", "mousemove", str(x), str(y), "sleep", "0.05", "click", button)

    def click(self, node):
        self.press(*node.point())

    def drag(self, start, end):
        steps = 6
        run("xdotool", "mousemove", *map(str, start), "sleep", "0.05", "mousedown", "1", "sleep", "0.15")
        for step in range(1, steps + 1):
            x, y = (round(a + (b - a) * step / steps) for a, b in zip(start, end))
            run("xdotool", "mousemove", str(x), str(y), "sleep", "0.05")
        run("xdotool", "sleep", "0.2", "mouseup", "1")

    def key(self, *keys):
        run("xdotool", "key", "--clearmodifiers", *keys)

    def type(self, text):
        run("xdotool", "type", "--delay", "20", text)

    def picture(self, name):
        path = os.path.join(os.environ["OUT"], f"{name}.png")
        run("import", "-window", "root", path)
        return path

    def ended(self):
        """Exit code of the program, once it has ended by itself."""
        wait(lambda: self.process.poll() is not None, "the end of the program")
        return self.process.returncode

    def kill(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait()


@contextmanager
def of_window(window):
    """Closes the window at the end. After a failure, its picture and its tree are saved."""
    try:
        yield window
    except BaseException:
        window.picture("failed")
        with open(os.path.join(os.environ["OUT"], "tree.txt"), "w", encoding="utf-8") as file:
            file.writelines(f"{node}\n" for node in window.nodes() if node.exists() and node.rect)
        raise
    finally:
        window.kill()


def steps(all_steps, *arguments):
    """Runs the steps named on the command line, a part of them such as 2/3, or all, and fails if the program has
    panicked."""
    warnings.filterwarnings("ignore", category=DeprecationWarning)
    asked = sys.argv[1:]
    part, num = map(int, asked.pop(0).split("/")) if asked and "/" in asked[0] else (1, 1)
    for number, step in enumerate(all_steps):
        if asked and step.__name__ not in asked or number % num != part - 1:
            continue
        began = time.monotonic()
        step(*arguments)
        print(f"  {step.__name__}: {time.monotonic() - began:.0f} s", flush=True)
    with open(os.path.join(os.environ["OUT"], "phasor.log"), encoding="utf-8", errors="replace") as file:
        log = file.read()
    assert "panicked" not in log, log


def scene(window):
    """Text of the scene, as the window copies it to the clipboard."""
    subprocess.run(["xclip", "-selection", "clipboard"], input=b"nothing yet", check=True)
    window.key("ctrl+c")

    def copied():
        text = clipboard()
        return None if text == b"nothing yet" else text.decode()

    return wait(copied, "a scene on the clipboard")


def clipboard(target="UTF8_STRING"):
    """Content of the clipboard, as another program pastes it."""
    return run("timeout", "5", "xclip", "-selection", "clipboard", "-o", "-t", target)
