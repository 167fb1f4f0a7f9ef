"""The guide: its code runs, and its notebook shows what the program says."""

import doctest
import importlib.util
import json
import re
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import phasor

ROOT = Path(__file__).parent.parent.parent


def blocks(page: str) -> list[str]:
    """Blocks of Python on a page."""
    return re.findall(r"^```python\n(.*?)^```$", (ROOT / page).read_text(encoding="utf-8"), re.S | re.M)


def test_code_of_the_guide_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    np.save("pe.npy", phasor.table("annotated-transformer"))
    config = {"model_type": "llama", "hidden_size": 512, "num_attention_heads": 8, "num_hidden_layers": 2}
    Path("config.json").write_text(json.dumps(config))
    shown: list[Any] = []
    monkeypatch.setattr(phasor, "show", lambda *sides: shown.append(sides))
    for page, least in [("docs/python.md", 6), ("README.md", 1)]:
        found = blocks(page)
        assert len(found) >= least, f"{page}: {len(found)} blocks"
        names: dict[str, Any] = {}
        for block in found:
            exec(compile(block, page, "exec"), names)
    assert len(shown) == 2 and Path("figure.pdf").exists()


def test_example_of_the_module_runs() -> None:
    assert doctest.testmod(phasor) == doctest.TestResults(failed=0, attempted=4)


@pytest.fixture(scope="module")
def notebook() -> ModuleType:
    """Script that makes the notebook."""
    spec = importlib.util.spec_from_file_location("notebook", ROOT / "python/notebook.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_page_of_the_notebook_is_what_its_cells_give(notebook: ModuleType) -> None:
    page = (ROOT / f"docs/{notebook.NAME}.md").read_text(encoding="utf-8")
    assert page == notebook.page(notebook.results()), "python python/notebook.py makes the page again"


def test_notebook_has_the_cells_of_the_page(notebook: ModuleType) -> None:
    made = json.loads((ROOT / f"docs/{notebook.NAME}.ipynb").read_text(encoding="utf-8"))
    cells = [cell for cell in made["cells"] if cell["cell_type"] == "code"]
    assert ["".join(cell["source"]) for cell in cells] == [code for _, code in notebook.CELLS]
    kinds = [output["output_type"] for cell in cells for output in cell["outputs"]]
    assert kinds and "error" not in kinds, "python python/notebook.py makes the notebook again"
