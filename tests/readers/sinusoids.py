"""Compares the sinusoids that the program makes of configurations with those of the classes: sinusoids.py PROGRAM.

Run with torch 2.15 and transformers 5.24. The scene of a mechanism must have the numbers of the class, in its rows and from the
position of its first token on. Classes that leave their table to the checkpoint have none to compare.
"""

import importlib
import json
import pathlib
import subprocess
import sys
import tempfile

import numpy as np
import torch

# Model type, keys of its configuration, class of its table, arguments of that, and row of the first token.
WIDTH, ROWS = 64, 50
OWN = {"d_model": WIDTH, "max_position_embeddings": ROWS, "pad_token_id": 1}
CASES = [
    ("whisper", {"d_model": WIDTH, "max_source_positions": ROWS}, "whisper.sinusoids", (ROWS, WIDTH), 0),
    ("m2m_100", OWN, "m2m_100.M2M100SinusoidalPositionalEmbedding", (ROWS, WIDTH, 1), 2),
    ("nllb-moe", OWN, "nllb_moe.NllbMoeSinusoidalPositionalEmbedding", (ROWS, WIDTH, 1), 2),
    ("xglm", OWN, "xglm.XGLMSinusoidalPositionalEmbedding", (ROWS, WIDTH, 1), 2),
    ("marian", OWN, "marian.MarianSinusoidalPositionalEmbedding", (ROWS, WIDTH), 0),
    ("pegasus", OWN, "pegasus.PegasusSinusoidalPositionalEmbedding", (ROWS, WIDTH), 0),
    ("ctrl", {"n_embd": WIDTH, "n_positions": ROWS}, "ctrl.positional_encoding", (ROWS, WIDTH, torch.float), 0),
    ("musicgen_decoder", {"hidden_size": WIDTH, "max_position_embeddings": ROWS},
     "musicgen.MusicgenSinusoidalPositionalEmbedding", (ROWS, WIDTH), 0),
    ("trocr", OWN | {"use_learned_position_embeddings": False},
     "trocr.TrOCRSinusoidalPositionalEmbedding", (ROWS + 2, WIDTH, 1), 2),
    ("speech_to_text", {"d_model": WIDTH, "max_source_positions": ROWS},
     "speech_to_text.Speech2TextSinusoidalPositionalEmbedding", (ROWS, WIDTH, 1), 2),
    ("seamless_m4t", {"hidden_size": WIDTH, "max_position_embeddings": ROWS, "pad_token_id": 0},
     "seamless_m4t.SeamlessM4TSinusoidalPositionalEmbedding", (ROWS, WIDTH, 0), 1),
    ("informer", {"d_model": WIDTH, "context_length": 40, "prediction_length": 10},
     "informer.InformerSinusoidalPositionalEmbedding", (ROWS, WIDTH), 0),
    ("qwen2_5_omni_audio_encoder", {"d_model": WIDTH, "max_source_positions": ROWS},
     "qwen2_5_omni.SinusoidsPositionEmbedding", (ROWS, WIDTH), 0),
    ("videomae", {"hidden_size": WIDTH, "image_size": 32, "patch_size": 16, "num_frames": 4, "tubelet_size": 2},
     "videomae.get_sinusoid_encoding_table", (8, WIDTH), 0),
]


def table_of(name, arguments):
    """Rows of a class or a function that makes them."""
    module, name = name.split(".")
    made = getattr(importlib.import_module(f"transformers.models.{module}.modeling_{module}"), name)(*arguments)
    if hasattr(made, "create_weight"):
        made.weight.data.copy_(made.create_weight())
    for own in ("weights", "positional_embedding", "weight"):
        made = getattr(made, own, made)
    return made.detach().float().numpy().reshape(-1, WIDTH)


def main():
    program = sys.argv[1]
    num_wrong = 0
    for model_type, config, name, arguments, first in CASES:
        expected = table_of(name, arguments)[first:]
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            (folder / "config.json").write_text(json.dumps({"model_type": model_type, **config}))
            answer = json.loads(subprocess.check_output([program, "model", folder, "--json"]))
            scene = next(it["scene"] for it in answer["mechanisms"] if it["scene"])
            made = ["export", "table", "--scene", scene, "-o", folder / "table.npy"]
            subprocess.run([program, *made], check=True, capture_output=True)
            own = np.load(folder / "table.npy")
        num = min(len(own), len(expected))
        error = np.abs(own[:num] - expected[:num]).max()
        # The classes compute in f32.
        if error > 3e-6 or num < 8:
            num_wrong += 1
            print(f"{model_type}: {scene}: {own.shape} beside {expected.shape}, off by {error}")
    print(f"{len(CASES)} types, {num_wrong} wrong")
    sys.exit(num_wrong > 0)


main()
