"""Records the positions that vision models of transformers use, each class run whole on an image that is not square where
it takes one: python grids.py > tests/data/grid_classes.json. Needs torch 2.15 and transformers 5.24.

Of a table, the parameter of the model is recorded. Of a rotation, the cosines and sines that reach the attention layers, in
the order in which the class runs through the patches.
"""

import json

import torch
from transformers import models

PATCH = 4


def image(rows, columns):
    return torch.zeros(1, 3, PATCH * rows, PATCH * columns)


def output_of(module, run):
    """What a module of a model returns while the model runs."""
    seen = []
    hook = module.register_forward_hook(lambda _module, _inputs, output: seen.append(output))
    with torch.no_grad():
        run()
    hook.remove()
    return seen[0]


def cache(pair):
    cos, sin = (part.reshape(-1, part.shape[-1]).float() for part in pair)
    return {"cos": cos.tolist(), "sin": sin.tolist()}


def vit_mae():
    config = models.vit_mae.ViTMAEConfig(
        hidden_size=16, num_hidden_layers=1, num_attention_heads=2, image_size=4 * PATCH, patch_size=PATCH
    )
    model = models.vit_mae.ViTMAEModel(config)
    # The class fills its table when it initializes its weights, as it does before training.
    model.embeddings.patch_embeddings.projection._is_hf_initialized = False
    model._init_weights(model.embeddings)
    table = model.embeddings.position_embeddings
    return {"grid": "4x4", "width": 16, "rows": table[0, 1:].tolist()}


def dinov3():
    config = models.dinov3_vit.DINOv3ViTConfig(
        hidden_size=32, num_attention_heads=2, num_hidden_layers=1, patch_size=PATCH, image_size=8 * PATCH
    )
    model = models.dinov3_vit.DINOv3ViTModel(config).eval()
    pair = output_of(model.rope_embeddings, lambda: model(image(3, 5)))
    return {"grid": "3x5", "width": 16, **cache(pair)}


def pixtral():
    config = models.pixtral.PixtralVisionConfig(
        hidden_size=32, num_attention_heads=2, num_hidden_layers=1, patch_size=PATCH, image_size=8 * PATCH
    )
    model = models.pixtral.PixtralVisionModel(config).eval()
    run = lambda: model(image(3, 5), image_sizes=torch.tensor([[3 * PATCH, 5 * PATCH]]))
    return {"grid": "3x5", "width": 16, **cache(output_of(model.patch_positional_embedding, run))}


def qwen2_vl():
    from transformers.models.qwen2_vl.configuration_qwen2_vl import Qwen2VLVisionConfig
    from transformers.models.qwen2_vl.modeling_qwen2_vl import Qwen2VisionTransformerPretrainedModel

    config = Qwen2VLVisionConfig(depth=1, embed_dim=32, hidden_size=32, num_heads=2, patch_size=PATCH)
    model = Qwen2VisionTransformerPretrainedModel(config).eval()
    patches = torch.zeros(4 * 6, 3 * config.temporal_patch_size * PATCH * PATCH)
    run = lambda: model(patches, grid_thw=torch.tensor([[1, 4, 6]]))
    return {"grid": "4x6", "width": 16, **cache(output_of(model.rotary_pos_emb, run))}


def gemma4():
    from transformers.models.gemma4.configuration_gemma4 import Gemma4VisionConfig
    from transformers.models.gemma4.modeling_gemma4 import Gemma4VisionModel

    config = Gemma4VisionConfig(
        hidden_size=32, intermediate_size=32, num_hidden_layers=1, num_attention_heads=2, num_key_value_heads=2, head_dim=16, patch_size=PATCH
    )
    model = Gemma4VisionModel(config).eval()
    rows, columns = 3, 6
    patches = torch.zeros(1, rows * columns, 3 * PATCH * PATCH)
    y, x = torch.meshgrid(torch.arange(rows), torch.arange(columns), indexing="ij")
    positions = torch.stack([x.flatten(), y.flatten()], -1)[None]
    run = lambda: model(patches, pixel_position_ids=positions)
    return {"grid": "3x6", "width": 16, **cache(output_of(model.encoder.rotary_emb, run))}


def llama4():
    from transformers.models.llama4.configuration_llama4 import Llama4VisionConfig
    from transformers.models.llama4.modeling_llama4 import Llama4VisionModel

    config = Llama4VisionConfig(
        hidden_size=32, intermediate_size=128, num_hidden_layers=1, num_attention_heads=2, image_size=4 * PATCH, patch_size=PATCH,
        vision_output_dim=32, projector_input_dim=32, projector_output_dim=32,
    )
    model = Llama4VisionModel(config).eval()
    turned = output_of(model.rotary_embedding, lambda: model(image(4, 4)))
    turned = turned.reshape(-1, turned.shape[-1])[:16]
    return {"grid": "4x4", "width": 16, **cache((turned.real, turned.imag))}


def sam2_video():
    from transformers.models.sam2_video.configuration_sam2_video import Sam2VideoConfig
    from transformers.models.sam2_video.modeling_sam2_video import Sam2VideoMemoryAttention

    config = Sam2VideoConfig(
        memory_attention_hidden_size=16,
        memory_attention_downsample_rate=1,
        memory_attention_num_attention_heads=1,
        memory_attention_rope_feat_sizes=[5, 3],
    )
    attention = Sam2VideoMemoryAttention(config)
    return {"grid": "3x5", "width": 16, **cache(attention.rotary_emb(torch.zeros(1), attention.position_ids))}


def main():
    torch.manual_seed(7)
    recorded = {
        "vit-mae": vit_mae,
        "dinov3": dinov3,
        "pixtral": pixtral,
        "qwen2-vl-vision": qwen2_vl,
        "gemma-4-vision": gemma4,
        "llama-4-vision": llama4,
        "sam-2": sam2_video,
    }
    answers = {name: record() for name, record in recorded.items()}
    lines = (f"{json.dumps(name)}: {json.dumps(answer)}" for name, answer in answers.items())
    print("{\n" + ",\n".join(lines) + "\n}")


main()
