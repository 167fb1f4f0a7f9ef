"""Makes and runs the notebook of the guide: `python python/notebook.py` writes its page, its notebook and its picture again.

Needs nbformat, nbclient and ipykernel besides the module.
"""

from __future__ import annotations

import ast
import contextlib
import io
from pathlib import Path
from typing import Any

import phasor

DOCS = Path(__file__).parent.parent / "docs"
NAME = "is-my-table-right"
PICTURE = "pictures/is-my-table-right.png"

TITLE = """# Is my positional table right?

You ported a model, its outputs are off by a little, and you suspect the positions. Six cells tell. (This page is also a
notebook, `docs/is-my-table-right.ipynb`; it is made and run by `python/notebook.py`.)"""

# What is said, and the code of a cell.
CELLS = [
    (
        "The positions of Whisper's encoder, as somebody ported them:",
        """import numpy as np
import phasor

def sinusoids(length, channels, max_timescale=10000):
    step = np.log(max_timescale) / (channels // 2)
    angles = np.arange(length)[:, None] * np.exp(-step * np.arange(channels // 2))
    return np.concatenate([np.sin(angles), np.cos(angles)], axis=1).astype(np.float32)

pe = sinusoids(1500, 384)""",
    ),
    ("Is it Whisper's table?", 'print(phasor.compare(pe, "whisper", tolerance=1e-5))'),
    (
        "No. What is it, then? Every value is explained by another rule: the exponents end at 1 − 2/d, not at 1.",
        """found = phasor.identify(pe)
print(found)
print(found.scene)""",
    ),
    (
        "How wrong is it? Columns 0 and 192 agree, and the slowest hardly turn within 1,500 positions. All between drift apart, the "
        "more the further the position.",
        """phasor.figure("heatmap", pe, "whisper", side="difference", size="900x500", without="selection")""",
    ),
    (
        "Whisper divides by `channels // 2 - 1`. With that, it is found:",
        """def sinusoids(length, channels, max_timescale=10000):
    step = np.log(max_timescale) / (channels // 2 - 1)
    angles = np.arange(length)[:, None] * np.exp(-step * np.arange(channels // 2))
    return np.concatenate([np.sin(angles), np.cos(angles)], axis=1).astype(np.float32)

found = phasor.identify(sinusoids(1500, 384))
print(found.name, found.certain, "whisper" in (found.also or ()))""",
    ),
    (
        "It stays right with one line in your tests, which fails with all of the above if it does not:",
        'phasor.assert_same(sinusoids(1500, 384), "whisper", tolerance=1e-5)',
    ),
]


def results() -> list[tuple[str, Any]]:
    """What each cell prints, and the value of its last line."""
    names: dict[str, Any] = {}
    found = []
    for _, code in CELLS:
        lines = ast.parse(code).body
        last = lines.pop() if isinstance(lines[-1], ast.Expr) else None
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(ast.Module(lines, []), NAME, "exec"), names)
            value = eval(compile(ast.Expression(last.value), NAME, "eval"), names) if isinstance(last, ast.Expr) else None
        found.append((printed.getvalue(), value))
    return found


def page(found: list[tuple[str, Any]]) -> str:
    """The page, with what the cells gave."""
    parts = [TITLE]
    for (said, code), (printed, value) in zip(CELLS, found, strict=True):
        parts += [said, f"```python\n{code}\n```"]
        if printed:
            parts.append(f"```text\n{printed.rstrip()}\n```")
        if isinstance(value, phasor.Figure):
            parts.append(f"![A − B over all positions and columns: stripes that grow with the position]({PICTURE})")
    return "\n\n".join(parts) + "\n"


def notebook() -> Any:
    """The notebook, run by Jupyter."""
    import nbformat
    from nbclient import NotebookClient

    made = nbformat.v4.new_notebook()
    made.cells = [nbformat.v4.new_markdown_cell(TITLE.split(" (This page")[0], id="title")]
    for i, (said, code) in enumerate(CELLS):
        made.cells.append(nbformat.v4.new_markdown_cell(said, id=f"said-{i}"))
        made.cells.append(nbformat.v4.new_code_cell(code, id=f"code-{i}"))
    NotebookClient(made, record_timing=False).execute()
    for cell in made.cells:
        for output in cell.get("outputs", []):
            # One picture is enough: the notebook stays small.
            output.get("data", {}).pop("image/svg+xml", None)
    made.metadata.clear()
    return made


def main() -> None:
    found = results()
    (figure,) = (value for _, value in found if isinstance(value, phasor.Figure))
    figure.save(DOCS / PICTURE)
    (DOCS / f"{NAME}.md").write_text(page(found), encoding="utf-8")
    import nbformat

    nbformat.write(notebook(), str(DOCS / f"{NAME}.ipynb"))


if __name__ == "__main__":
    main()
