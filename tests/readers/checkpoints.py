"""Finds the tensors about positions of checkpoints that transformers writes: checkpoints.py PROGRAM FOLDER [TYPES...].

Run with torch 2.15 and transformers 5.24. Small random models of many types are saved as one file and as shards. The program
must find each tensor that is about positions, and no other one.
"""

import json
import logging
import os
import pathlib
import re
import shutil
import subprocess
import sys
import warnings

os.environ["TRANSFORMERS_VERBOSITY"] = "error"
os.environ["TQDM_DISABLE"] = "1"
warnings.filterwarnings("ignore")
logging.disable(logging.CRITICAL)

import torch
from safetensors import safe_open
from transformers import AutoModel
from transformers.models.auto.configuration_auto import CONFIG_MAPPING

# Sizes of a small model, as far as a configuration has them.
SMALL = {
    "hidden_size": 64, "d_model": 64, "n_embd": 64, "dim": 64, "embed_dim": 16, "num_hidden_layers": 2, "num_layers": 2,
    "n_layer": 2, "n_layers": 2, "encoder_layers": 2, "decoder_layers": 2, "num_decoder_layers": 2, "num_attention_heads": 4,
    "num_heads": 4, "n_head": 4, "n_heads": 4, "encoder_attention_heads": 4, "decoder_attention_heads": 4,
    "num_key_value_heads": 2, "intermediate_size": 96, "ffn_dim": 96, "d_ff": 96, "encoder_ffn_dim": 96,
    "decoder_ffn_dim": 96, "hidden_dim": 96, "n_inner": 96, "vocab_size": 120, "head_dim": 16, "d_kv": 16, "pad_token_id": 0,
    "prediction_length": 8, "bos_token_id": 1, "eos_token_id": 2, "embedding_size": 64, "image_size": 32, "patch_size": 8, "word_embed_proj_dim": 64,
}
# Names of tensors about positions in the state dicts of each type, looked up in the classes.
TYPES = {
    "bert": "position_embeddings.weight", "roberta": "position_embeddings.weight", "xlm-roberta": "position_embeddings.weight",
    "distilbert": "position_embeddings.weight", "electra": "position_embeddings.weight", "albert": "position_embeddings.weight",
    "camembert": "position_embeddings.weight", "deberta-v2": "(rel|position)_embeddings.weight", "gpt2": "wpe.weight", "opt": "embed_positions.weight",
    "gpt_neo": "wpe.weight", "openai-gpt": "positions_embed.weight", "biogpt": "embed_positions.weight", "bart": "embed_positions.weight",
    "mbart": "embed_positions.weight", "t5": "relative_attention_bias.weight", "mt5": "relative_attention_bias.weight",
    "umt5": "relative_attention_bias.weight", "longt5": "relative_attention_bias.weight", "mpnet": "(position_embeddings|relative_attention_bias).weight",
    "whisper": "embed_positions.weight", "vit": "position_embeddings", "deit": "position_embeddings", "vit_mae": "position_embeddings",
    "beit": "relative_position_bias_table", "swin": "relative_position_bias_table", "clip_vision_model": "position_embedding.weight",
    "siglip_vision_model": "position_embedding.weight", "clip_text_model": "position_embedding.weight", "dpt": "position_embeddings",
    "llama": "", "qwen2": "", "mistral": "", "gemma2": "", "phi3": "", "bloom": "", "mpt": "", "mamba": "", "falcon": "", "gptj": "", "gpt_neox": "",
    "xglm": "", "marian": "embed_positions.weight", "pegasus": "embed_positions.weight", "speech_to_text": "", "layoutlm": "(x|y|h|w)?_?position_embeddings.weight",
    "markuplm": "(position_embeddings|xpath_(tag|subs)_sub_embeddings.*).weight", "time_series_transformer": "embed_positions.weight", "patchtst": "position_enc",
    "wav2vec2": "pos_conv_embed", "hubert": "pos_conv_embed",
}


def model(model_type):
    """Small random model."""
    config = CONFIG_MAPPING[model_type]()
    for key, value in SMALL.items():
        if key in config.to_dict() and not isinstance(getattr(config, key), (list, tuple)):
            setattr(config, key, value)
    config = type(config)(**{key: value for key, value in config.to_dict().items() if key not in ("model_type", "rope_parameters", "layer_types")})
    torch.manual_seed(1)
    return AutoModel.from_config(config)


def found(program, folder):
    """Names of the tensors that the program finds; None if it fails."""
    ran = subprocess.run([program, "model", folder, "--json"], capture_output=True, check=False, text=True)
    if ran.returncode != 0:
        print(folder, ran.stderr.strip())
        return None
    return {it["name"] for it in json.loads(ran.stdout).get("tensors") or []}


def main():
    program, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    num, wrong = 0, []
    for model_type in sys.argv[3:] or TYPES:
        try:
            own = model(model_type)
        except BaseException as error:
            print(f"{model_type}: not built: {type(error).__name__}: {str(error)[:90]}")
            continue
        pattern = TYPES.get(model_type)
        for size in ["5GB", "100KB"]:
            target = folder / f"{model_type}-{size}"
            shutil.rmtree(target, ignore_errors=True)
            own.save_pretrained(target, max_shard_size=size)
            names = [name for file in sorted(target.glob("*.safetensors")) for name in safe_open(file, "pt").keys()]
            expected = {name for name in names if pattern and re.search(rf"(^|\.){pattern}", name)}
            program_found = found(program, target)
            num += 1
            if program_found is None or program_found != expected:
                own_found = program_found or set()
                wrong.append(f"{model_type} ({size}): missing {sorted(expected - own_found)[:4]}, invented {sorted(own_found - expected)[:4]}")
    print("\n".join(wrong))
    print(f"{num} checkpoints, {len(wrong)} wrong")
    sys.exit(1 if wrong else 0)


main()
