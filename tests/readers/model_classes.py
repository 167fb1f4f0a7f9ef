"""Reads what the configuration classes of transformers assume about positions: model_classes.py OUT.json.

Run with transformers 5.24.0 and torch. Every class is tried: it is constructed with and without a key, and what changes
in its rotary parameters, its number of frequencies and its layers tells what it reads. The pairing is found by turning a
vector. No value is taken from documentation.

Of each class with rotary parameters, by the name of its model type; what is empty, or as most classes have it, is left out:
  class           its name
  parts           configurations within it: key, and model type where the file says none
  flat_part       part whose keys a file may have beside the model type; part_values: numbers of a part that is absent
  defaults        numbers that an absent key stands for
  aliases         other spellings of these: standard name and own
  blocks          rotary parameters without any key, by set of layers; "all" where one block serves all
  base_keys       keys of the base without a block: key and sets; base_keys_in_block: beside a block that lacks it
  share_keys      keys of the share of a head, or (dims) of the number of dimensions; share_keys_in_block likewise
  filled          what a block gets that lacks it, by set; filled_yarn: a block of type yarn besides
  filled_scaling  what rope_scaling gets that lacks it, where that is not the same
  flat_base_unread true if the base and the share within a flat object are not read
  nested_unfilled true if blocks by type of layers get nothing that they lack but the base; nested_type_unread: or if the old key
                  "type" is not read in them
  scaling_sets    sets to which rope_scaling applies; flat_sets: sets to which a flat rope_parameters applies
  scaling_unread  true if a class of one block does not read rope_scaling
  axial           true if the frequencies are those of several axes
  nested          true if blocks by layer type are read
  types           types that stand for another; type_unread: true if the old key "type" beside rope_scaling is not read
  head_keys       keys that give the width of the rotated heads, by set, the strongest first
  head            width without such a key: a number, or null for hidden_size / num_attention_heads
  head_times      factor of that quotient, where it is not 1
  axis_share      share of a head that each axis turns by the same ladder
  rotated_key     key of the number of dimensions that rotate, where the base is fixed; rotated: without it
  share_unread    true if the type default rotates the whole head whatever the share is
  length_by_alias true if the length before scaling, where a block lacks it, is not read under its standard name
  trained_length  true if original_max_position_embeddings beside the block wins over the one within
  layer_types     pattern of the layers: {"period": [...], "first": [...], "last": type} and the key that gives the period;
                  reversed: counted from the last; coded: a key with a number for each layer, and the types that the numbers
                  stand for; lists: keys with indices of layers; repeating: a key with types that repeat
  layers_key      key of a number of layers that counts each several times
  alpha           true if dynamic scaling takes alpha; magnitudes: if longrope takes short_mscale and long_mscale
  indexer         rotation beside the heads: key of its width, that width, and its pairing
  set_of          set of layers by type of layer, where the names differ
  rotated_types   types of layers that rotate, where not all do; ..._without_window: if sliding_window is null
  no_rope_layers  true if the key no_rope_layers names the layers that rotate (1) and that do not (0)
  pairing         dimensions that turn together; pairing_not_interleaved: with rope_interleave false
  fields          other keys of the class whose names speak of positions
  logits          true if mscale_all_dim also multiplies the logits
"""

import ast
import importlib
import inspect
import json
import os
import sys
from pathlib import Path

os.environ["TRANSFORMERS_VERBOSITY"] = "error"
os.environ["OMP_NUM_THREADS"] = "1"

import torch
import transformers
from transformers.models.auto.configuration_auto import CONFIG_MAPPING
from transformers.models.auto.modeling_auto import MODEL_MAPPING_NAMES

NUMBERS = ["hidden_size", "num_attention_heads", "num_hidden_layers", "max_position_embeddings",
           "original_max_position_embeddings", "sliding_window", "max_window_layers"]
BASES = ["rope_theta", "rotary_emb_base", "rope_local_base_freq", "local_rope_theta", "global_rope_theta", "swa_rope_theta",
         "compress_rope_theta", "rotary_embedding_base"]
SHARES = ["partial_rotary_factor", "rotary_pct", "rotary_dim", "qk_rope_head_dim"]
HEADS = ["head_dim", "global_head_dim", "qk_rope_head_dim", "kv_channels", "attention_head_dim", "d_kv", "swa_head_dim",
         "attention_dim", "key_length"]
PERIODS = ["sliding_window_pattern", "_sliding_window_pattern", "global_attn_every_n_layers", "full_attention_interval",
           "layer_group_size", "window_pattern", "attn_layer_period", "full_attn_every_n_layers", "attention_pattern"]
WORDS = ["rope", "rotary", "position", "theta", "partial", "nope"]
TYPES = ["linear", "su", "yarn", "mrope", "xdrope", "ntk_yarn"]
# Lists of numbers that stand for types.
CODES = ["compress_ratios"]
LAYERS = ["layer_types", "layers_block_type", "block_types"]
# Classes whose models turn whole heads by a base of the code, or of a key; the pairing where no function turns them.
FIXED = {"esm": None, "roformer": None, "wav2vec2-conformer": "rotary_embedding_base", "wav2vec2-bert": "rotary_embedding_base"}
FIXED_PAIRING = {"esm": "halves", "roformer": "adjacent", "wav2vec2-conformer": "halves", "wav2vec2-bert": "halves"}
INDEXERS = ["index_head_dim", "indexer_head_dim"]
# A scaling that every class accepts, and one with more numbers.
LINEAR = {"rope_type": "linear", "factor": 2.5}
YARN = {"rope_type": "yarn", "factor": 2.5, "original_max_position_embeddings": 64}


def value(config, name):
    try:
        found = getattr(config, name, None)
    except Exception:
        return None
    return found if isinstance(found, (int, float, str, bool, list, tuple, dict, type(None))) else None


def made(cls, **keys):
    """Configuration with some keys; None if the class refuses them."""
    try:
        return cls(**json.loads(json.dumps(keys)))
    except BaseException:
        return None


def by_set(parameters):
    """Blocks by set of layers; None if there are none."""
    if not isinstance(parameters, dict) or not parameters:
        return None
    nested = {name: it for name, it in parameters.items() if isinstance(it, dict)}
    return nested or {"all": parameters}


def blocks(cls, **keys):
    config = made(cls, **keys)
    return None if config is None else by_set(value(config, "rope_parameters"))


def modeling(cls, model_type):
    """Module of the model: beside the configuration, or that of the class that stands for its type."""
    try:
        return importlib.import_module(cls.__module__.replace("configuration_", "modeling_"))
    except Exception:
        name = MODEL_MAPPING_NAMES.get(model_type)
        name = name[0] if isinstance(name, (list, tuple)) else name
        model = getattr(transformers, name, None) if name else None
        return importlib.import_module(model.__module__) if model else None


def ranked_classes(module, cls, word):
    """Classes of a module whose names hold a word, those of the configuration first."""
    prefix = cls.__name__.removesuffix("Config")
    names = [name for name, it in vars(module).items()
             if inspect.isclass(it) and word in name and it.__module__ == module.__name__]
    def rank(name):
        parameters = inspect.signature(getattr(module, name).__init__).parameters
        return ("config" not in parameters, "Vision" in name and "Vision" not in prefix, not name.startswith(prefix), name)
    return [getattr(module, name) for name in sorted(names, key=rank) if not rank(name)[0]]


class Probed:
    """A class of configurations, with the class that makes its frequencies."""

    def __init__(self, cls, module):
        self.cls = cls
        found = ranked_classes(module, cls, "Rotary") if module else []
        self.rotary = found[0] if found else None
        self.module = module

    def frequencies(self, **keys):
        """Number of frequencies by set of layers; None if the class refuses."""
        config = made(self.cls, **keys)
        if config is None or self.rotary is None:
            return None
        try:
            buffers = dict(self.rotary(config=config).named_buffers())
        except BaseException:
            return None
        own = {name: len(it) for name, it in buffers.items() if name.endswith("inv_freq") and "original" not in name}
        return {name.removesuffix("inv_freq").rstrip("_") or "all": num for name, num in own.items()} or None


def keys_of(cls, own, parameter, names, own_keys=None, probe=0.375, **others):
    """Keys that a parameter of the blocks comes from: key, sets, and whether it is a number of dimensions."""
    before = blocks(cls, **others) if others else own
    out = {}
    for name in names:
        for given, is_dims in ((probe, False), (24, True)):
            if is_dims and parameter == "rope_theta":
                continue
            config = made(cls, **{name: given}, **others)
            after = None if config is None else by_set(value(config, "rope_parameters"))
            if after is None or before is None:
                continue
            width = value(config, "head_dim") or 0
            def is_it(it):
                it = it.get(parameter)
                return it is not None and (it == given if not is_dims else width and abs(it * width - given) < 1e-9)
            sets = sorted(of for of, it in after.items() if is_it(it) and before.get(of, {}).get(parameter) != it.get(parameter))
            if sets:
                out[name] = {"sets": sets} | ({"dims": True} if is_dims else {})
                break
    return out


def head_rule(probed, own):
    """Keys of the width of a head by set, the strongest first, and the width without them."""
    shares = {of: (block or {}).get("partial_rotary_factor", 1.0) or 1.0 for of, block in own.items()}
    before = probed.frequencies()
    if before is None:
        return {}
    def width_of(counts, of):
        return None if counts is None or of not in counts else 2 * counts[of]
    found = {}
    for of in before:
        turns_all = (own.get(of) or {}).get("rope_type") == "proportional"
        share = 1.0 if turns_all else shares.get(of, shares.get("all", 1.0))
        keys = []
        for key in HEADS:
            for given in (48, 96):
                counts = probed.frequencies(**{key: given})
                if width_of(counts, of) in (int(given * share), 2 * -(-int(given * share) // 2)) and given != 2 * before[of] / share:
                    keys.append(key)
                    break
        if len(keys) > 1:
            # The strongest wins where all are given.
            given = {key: 32 * (i + 2) for i, key in enumerate(keys)}
            width = width_of(probed.frequencies(**given), of)
            keys.sort(key=lambda key: width != int(given[key] * share))
        if keys:
            found.setdefault("head_keys", {})[of] = keys
        config = made(probed.cls)
        hidden, heads = value(config, "hidden_size"), value(config, "num_attention_heads")
        times = None
        if isinstance(hidden, int) and isinstance(heads, int) and heads:
            counts = probed.frequencies(hidden_size=heads * 88)
            more = probed.frequencies(hidden_size=heads * 112)
            fewer = probed.frequencies(num_attention_heads=heads // 2) if heads % 2 == 0 and hidden % heads == 0 else None
            for of_times in (1, 2, 0.5):
                whole = {width: int(of_times * width * share) for width in (88, 112, 2 * (hidden // heads))}
                if (width_of(counts, of) == whole[88] or width_of(more, of) == whole[112]
                        or width_of(fewer, of) == whole[2 * (hidden // heads)] != 2 * before[of]):
                    times = of_times
                    break
        found.setdefault("head", {})[of] = None if times else round(2 * before[of] / share)
        if times not in (None, 1):
            found.setdefault("head_times", {})[of] = times
    return found


def is_axial(probed, own):
    """True if frequencies without scaling are not those of one axis."""
    counts = probed.frequencies()
    types = {(block or {}).get("rope_type") for block in own.values()}
    if counts is None or not types <= {"default", "axial"}:
        return "axial" in types
    config = made(probed.cls)
    hidden, heads = value(config, "hidden_size"), value(config, "num_attention_heads")
    if len(own) == 1 and isinstance(hidden, int) and isinstance(heads, int) and 4 * max(counts.values()) == hidden // heads:
        share = next(iter(own.values())).get("partial_rotary_factor", 1.0)
        if share == 1.0 and value(config, "head_dim") is None:
            return True
    buffers = dict(probed.rotary(config=config).named_buffers())
    for of, num in counts.items():
        block = own.get(of) or own.get("all") or {}
        frequencies = buffers["inv_freq" if of == "all" else f"{of}_inv_freq"]
        if frequencies.dim() != 1 or num < 3 or not isinstance(block.get("rope_theta"), (int, float)):
            continue
        # Of an odd number of dimensions, the last frequency has one.
        ladders = (torch.tensor([block["rope_theta"] ** (-2 * k / dims) for k in range(num)]) for dims in (2 * num, 2 * num - 1))
        if not any(torch.allclose(frequencies.float(), ladder, rtol=1e-4) for ladder in ladders):
            return True
    return "axial" in types


def axis_share(probed):
    """Share of a head whose dimensions the frequencies of one axis are a ladder of; None if they are none."""
    config = made(probed.cls)
    buffers = {name: it for name, it in probed.rotary(config=config).named_buffers() if name.endswith("inv_freq")}
    frequencies = next((it for name, it in buffers.items() if "original" not in name), None)
    hidden = value(config, "embed_dim") or value(config, "hidden_size")
    heads = value(config, "num_attention_heads") or value(config, "num_heads")
    width = value(config, "head_dim") or (hidden // heads if isinstance(hidden, int) and isinstance(heads, int) else None)
    base = (by_set(value(config, "rope_parameters")) or {}).get("all", {}).get("rope_theta")
    if frequencies is None or frequencies.dim() != 1 or not width or not base:
        return None
    num = len(frequencies)
    ladder = torch.tensor([base ** (-k / num) for k in range(num)])
    return 2 * num / width if torch.allclose(frequencies.float(), ladder, rtol=1e-4) else None


def lists_of_layers(cls):
    """Keys with the indices of some layers: the type that these get, and that of the others; keys whose list repeats."""
    config, out = made(cls), {}
    before = listed(made(cls, num_hidden_layers=4))
    for name in vars(config):
        if name in LAYERS or not any(word in name for word in ("layer", "idx", "indices", "block", "ids")):
            continue
        if not isinstance(value(config, name), (list, tuple, type(None))):
            continue
        after = listed(made(cls, num_hidden_layers=4, **{name: [2]}))
        if after and after != before and len(after) == 4 and after[0] == after[1] == after[3] != after[2]:
            out[name] = {"listed": after[2], "others": after[0]}
    return out


def repeating(cls):
    """Key with types of layers that repeat, and the names that the class has for them."""
    config = made(cls)
    for name in LAYERS:
        own, types = value(config, name), listed(made(cls, num_hidden_layers=24))
        if isinstance(own, (list, tuple)) and own and types and len(own) < len(types):
            names = dict(zip(list(own) * 24, types))
            if [names[it] for it in (list(own) * 24)[:len(types)]] == types:
                return {"key": name, "types": names}
    return None


def listed(config):
    """Types of the layers, under whichever name."""
    num = value(config, "num_hidden_layers")
    for name in LAYERS:
        it = value(config, name)
        if isinstance(it, (list, tuple)) and it and all(isinstance(x, str) for x in it):
            if name == "block_types" and isinstance(num, int) and len(it) < num:
                continue
            return list(it)
    return None


def pattern(lists):
    """Shortest period that gives lists of several lengths, with first layers and a last one of other types; counted from
    the last layer where it is reversed."""
    longest = max(lists, key=len)
    for period in range(1, 13):
        for first in range(4):
            for last in (None, longest[-1]):
                for is_reversed in (False, True):
                    own = longest[::-1] if is_reversed else longest[first:]
                    if len(longest) <= period + first or is_reversed and (first or last):
                        continue
                    # The period is counted from layer 0, whatever the first layers are.
                    cycle = [own[(i - first) % period] for i in range(period)] if not is_reversed else own[:period]
                    def made_of(num):
                        out = [cycle[i % period] for i in range(num)]
                        if is_reversed:
                            return out[::-1]
                        out[:first] = longest[:first][:num]
                        if last and num:
                            out[-1] = last
                        return out
                    if all(made_of(len(it)) == it for it in lists):
                        more = {"first": longest[:first], "last": last, "reversed": is_reversed}
                        return {"period": cycle} | {name: it for name, it in more.items() if it}
    return None


def layer_rule(cls):
    lists = [listed(made(cls))] + [listed(made(cls, num_hidden_layers=num)) for num in (7, 12, 13, 24)]
    lists = [it for it in lists if it]
    if not lists:
        return None
    rule = pattern(lists) or {"layers": lists[0]}
    if len(set(lists[0])) < 2 and "layers" not in rule:
        rule.pop("last", None)
    for key in PERIODS:
        before, after = listed(made(cls, num_hidden_layers=12)), listed(made(cls, num_hidden_layers=12, **{key: 4}))
        if after and before != after and (changed := pattern([after, *([it] if (it := listed(made(cls, num_hidden_layers=8, **{key: 4}))) else [])])):
            rule["period_key"] = key
            odd = [i for i, it in enumerate(changed["period"]) if changed["period"].count(it) == 1]
            rule["period_at"] = odd[0] - len(changed["period"]) if odd and odd[0] else 0
            break
    for key in CODES:
        numbered = {code: listed(made(cls, num_hidden_layers=2, **{key: [code] * 2})) for code in range(257)}
        types = {str(code): types[0] for code, types in numbered.items() if types}
        if types and len(set(types.values())) > 1:
            rule["coded"] = {"key": key, "types": types}
    if found := lists_of_layers(cls):
        rule["lists"] = found
    if found := repeating(cls):
        rule["repeating"] = found
    return rule


def attention(module, cls, layer, config):
    """Attention of a layer, without memory for its weights, and the condition under which it rotates."""
    tree = ast.parse(inspect.getsource(module))
    nodes = {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}
    for it in ranked_classes(module, cls, "Attention"):
        condition, is_rotating = None, False
        for node in ast.walk(nodes[it.__name__]):
            if is_rotary_call(node):
                is_rotating = True
            if isinstance(node, ast.If) and any(is_rotary_call(of) for part in node.body for of in ast.walk(part)):
                text = ast.unparse(node.test)
                if "position_embeddings" not in text and "interleave" not in text and "cross" not in text:
                    condition = text
        if not is_rotating:
            continue
        try:
            with torch.device("meta"):
                return it(config, layer_idx=layer), condition
        except BaseException:
            continue
    return None, None


def is_rotary_call(node):
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and "rotary" in node.func.id


def rotating(module, cls, **keys):
    """Layers that rotate, by the condition in the attention; None if there is none."""
    config = made(cls, num_hidden_layers=12, **keys)
    if config is None:
        return None
    out = []
    for layer in range(12):
        own, condition = attention(module, cls, layer, config)
        if own is None or condition is None:
            return None
        try:
            out.append(bool(eval(condition, {"self": own})))
        except BaseException:
            return None
    return out


def rotation_rule(module, cls):
    is_rotating = rotating(module, cls)
    types = listed(made(cls, num_hidden_layers=12))
    out = {}
    if value(made(cls), "no_rope_layers") is not None:
        interval = value(made(cls), "no_rope_layer_interval")
        return {"no_rope_layers": True} | ({"no_rope_layer_interval": interval} if interval else {})
    if is_rotating is None or types is None:
        return out
    def of_types(flags):
        return sorted({of for of, flag in zip(types, flags) if flag})
    if not all(is_rotating) or set(of_types(is_rotating)) != set(types):
        out["rotated_types"] = of_types(is_rotating)
        without = rotating(module, cls, sliding_window=None)
        if without is not None and of_types(without) != out["rotated_types"]:
            out["rotated_types_without_window"] = of_types(without)
    return out


def logits(module, cls):
    """True if the attention multiplies its scale by the magnitude of mscale_all_dim."""
    scales = []
    for block in ({"rope_type": "default"}, YARN | {"factor": 40.0, "mscale": 1.0, "mscale_all_dim": 1.0}):
        config = made(cls, rope_parameters=block)
        own = attention(module, cls, 0, config)[0] if config is not None else None
        scale = next((it for name in ("scaling", "softmax_scale", "scale") if isinstance(it := value(own, name), float)), None)
        scales.append(scale)
    return None not in scales and abs(scales[1] / scales[0] / 1.3688879454113936**2 - 1) < 1e-6


def called(node):
    return {it.func.id for it in ast.walk(node) if isinstance(it, ast.Call) and isinstance(it.func, ast.Name)}


def pairing(module, cls, is_interleaved):
    """Pairing of the function that the attention of the model calls, found by turning a vector."""
    tree = ast.parse(inspect.getsource(module))
    prefix = cls.__name__.removesuffix("Config").removesuffix("Text")
    own, others = set(), set()
    is_vision = "Vision" in cls.__name__
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and "Attention" in node.name and ("Vision" in node.name) == is_vision:
            names = {name for name in called(node) if "rotary" in name and ("vision" not in name or is_vision)}
            others |= names
            if node.name.startswith(prefix):
                own |= names
    functions = own or others
    interleave = {name for name in functions if "interleave" in name}
    if interleave:
        functions = interleave if is_interleaved else functions - interleave
    found = {turned(function) for name in functions if (function := getattr(module, name, None))}
    found.discard(None)
    return found.pop() if len(found) == 1 else None


def turned(function):
    """Pairing of one function: which of 8 dimensions a vector moves to."""
    dim = 8
    angles = torch.tensor([[[0.1, 0.2, 0.3, 0.4]]])
    forms = [torch.cat([angles, angles], -1), angles.repeat_interleave(2, -1), angles]
    head = torch.arange(1.0, dim + 1.0).reshape(1, 1, 1, dim)
    read = {"halves": lambda k: (k, k + 4), "adjacent": lambda k: (2 * k, 2 * k + 1)}
    expected = {}
    for name, of, to in (("halves", "halves", "halves"), ("adjacent", "adjacent", "adjacent"),
                         ("adjacent_to_halves", "adjacent", "halves")):
        out = torch.zeros(dim)
        for k in range(4):
            (i, j), (a, b) = read[of](k), read[to](k)
            x, y, angle = head[0, 0, 0, i], head[0, 0, 0, j], angles[0, 0, k]
            out[a] = x * torch.cos(angle) - y * torch.sin(angle)
            out[b] = x * torch.sin(angle) + y * torch.cos(angle)
        expected[name] = out
    parameters = list(inspect.signature(function).parameters)
    for form in forms:
        cos, sin = torch.cos(form), torch.sin(form)
        attempts = [lambda: function(head, head, cos, sin), lambda: function(head, cos, sin),
                    lambda: function(head, head, torch.polar(torch.ones_like(form), form)),
                    lambda: function(head, sin, cos)]
        if "position_ids" in parameters:
            attempts.append(lambda: function(head, head, cos[0], sin[0], torch.zeros(1, 1, dtype=torch.long)))
        for attempt in attempts:
            try:
                out = attempt()
            except Exception:
                continue
            out = (out[0] if isinstance(out, tuple) else out).reshape(-1)
            for name, it in expected.items():
                if out.shape == it.shape and torch.allclose(out, it, atol=1e-5):
                    return name
    return None


def parts_of(cls, config):
    """Configurations within a class: key, and the model type without one in the file."""
    out = {}
    for name, it in (getattr(cls, "sub_configs", None) or {}).items():
        empty = made(cls, **{name: {}})
        types = [getattr(getattr(own, name, None), "model_type", None) for own in (empty, config)]
        own = next((it for it in [*types, getattr(it, "model_type", None)] if it), None)
        if own:
            out[name] = own
    return out


def flat_part(cls, parts):
    """Part that the keys of a file belong to which has them beside its model type."""
    changed = made(cls, hidden_size=1536, num_hidden_layers=7)
    for name in parts:
        own = getattr(changed, name, None)
        if value(own, "hidden_size") == 1536 and value(own, "num_hidden_layers") == 7:
            return name
    return None


def values_of_parts(config, parts):
    """Numbers of a part that is not in the file, where they are not those of its class."""
    out = {}
    for name, model_type in parts.items():
        own = getattr(config, name, None)
        usual = made(CONFIG_MAPPING[model_type]) if model_type in CONFIG_MAPPING else None
        if own is None or usual is None:
            continue
        differing = {key: it for key in [*NUMBERS, *HEADS, "rope_parameters"]
                     if (it := value(own, key)) is not None and it != value(usual, key)}
        if differing:
            out[name] = differing
    return out


def takes_alpha(probed):
    """True if dynamic scaling with alpha has the frequencies of a larger base."""
    block = {"rope_type": "dynamic", "factor": 1.0}
    frequencies = [made(probed.cls, head_dim=64, rope_parameters=dict(block) | more) for more in ({}, {"alpha": 1000.0})]
    try:
        own = [dict(probed.rotary(config=config).named_buffers())["inv_freq"] for config in frequencies]
    except BaseException:
        return False
    return bool((own[0] != own[1]).any())


def takes_magnitudes(module, probed):
    """True if longrope multiplies by short_mscale and long_mscale."""
    return probed.rotary is not None and '"short_mscale"' in inspect.getsource(probed.rotary)


def indexer(module, config):
    """Rotation of an indexer beside the heads: the key of its width, and its pairing."""
    if module is None:
        return None
    for node in ast.parse(inspect.getsource(module)).body:
        if not isinstance(node, ast.ClassDef) or not node.name.endswith("Indexer"):
            continue
        names = {name for name in called(node) if "rotary" in name}
        found = {turned(function) for name in names if (function := getattr(module, name, None))}
        key = next((key for key in INDEXERS if value(config, key)), None)
        if key and len(found) == 1 and None not in found:
            return {"head_key": key, "head": value(config, key), "pairing": found.pop()}
    return None


def entry_of(cls, model_type):
    config = made(cls)
    entry = {"class": cls.__name__}
    parts = parts_of(cls, config)
    if parts:
        entry["parts"] = parts
        if flat := flat_part(cls, parts):
            entry["flat_part"] = flat
        if values := values_of_parts(config, parts):
            entry["part_values"] = values
    own = by_set(value(config, "rope_parameters"))
    if own is None:
        found = sinusoidal_entry(cls, model_type, entry) or fixed_entry(cls, model_type, entry)
        return found or (entry if parts else None)
    module = modeling(cls, model_type)
    probed = Probed(cls, module)
    entry["defaults"] = {name: it for name in NUMBERS if isinstance(it := value(config, name), (int, float))}
    entry["aliases"] = {name: it for name, it in dict(cls.attribute_map).items() if name in [*NUMBERS, *HEADS]}
    entry["blocks"] = own
    sets = [of for of in own if of != "all"]
    width = max((probed.frequencies() or {"all": 1}).values())
    longrope = {"rope_type": "longrope", "short_factor": [1.0] * width, "long_factor": [1.0] * width,
                "original_max_position_embeddings": 64}
    magnitudes = longrope | {"short_mscale": 1.0, "long_mscale": 1.0}
    scaled = next((it for it in (LINEAR, longrope, magnitudes) if blocks(cls, rope_parameters={of: it for of in sets} if sets else it)), LINEAR)
    within = {"rope_parameters": {of: dict(scaled) for of in sets} if sets else dict(scaled)}
    read = {*NUMBERS, *HEADS, *BASES, *SHARES, "rope_parameters", "rope_scaling"}
    entry["fields"] = sorted(name for name in vars(config) if any(word in name for word in WORDS) and name not in read)
    entry["base_keys"] = keys_of(cls, own, "rope_theta", BASES, probe=12345.0)
    entry["base_keys_in_block"] = keys_of(cls, own, "rope_theta", BASES, probe=12345.0, **within)
    entry["share_keys"] = keys_of(cls, own, "partial_rotary_factor", SHARES)
    entry["share_keys_in_block"] = keys_of(cls, own, "partial_rotary_factor", SHARES, **within)
    # Lists of divisors fit one share alone.
    if scaled is not LINEAR and not entry["share_keys_in_block"] and not sets:
        entry["share_keys_in_block"] = keys_of(cls, own, "partial_rotary_factor", SHARES, rope_parameters={"rope_type": "default"})
    filled = blocks(cls, **within) or {}
    entry["filled"] = {of: {key: it for key, it in (block or {}).items() if key not in scaled} for of, block in filled.items()}
    known = {of: {*YARN, *entry["filled"].get(of, {}), "rope_theta", "partial_rotary_factor"} for of in own}
    yarn = {of: block for of, block in (blocks(cls, rope_parameters=dict(YARN)) or {}).items() if of in known}
    entry["filled_yarn"] = {of: more for of, block in yarn.items()
                            if (more := {key: it for key, it in (block or {}).items() if key not in known[of]})}
    # The share may be read as late as when frequencies are made.
    for name, others in (("share_keys", {}), ("share_keys_in_block", within)):
        whole, half = probed.frequencies(**others), probed.frequencies(partial_rotary_factor=0.375, **others)
        late = [of for of in whole or {} if half and half.get(of) not in (None, whole[of])]
        if late and "partial_rotary_factor" not in entry[name]:
            entry[name]["partial_rotary_factor"] = {"sets": late}
    if not sets:
        laid = (blocks(cls, rope_scaling=dict(scaled)) or {}).get("all") or {}
        laid = {key: it for key, it in laid.items() if key not in scaled}
        if "all" in entry["filled"] and laid.keys() != entry["filled"]["all"].keys() and laid:
            entry["filled_scaling"] = {"all": laid}
        entry["scaling_unread"] = not any((block or {}).get("factor") == 2.5 or (block or {}).get("short_factor") for block in
                                          (blocks(cls, rope_scaling=dict(scaled)) or {}).values())
    if sets:
        def with_factor(found):
            return sorted(of for of, block in (found or {}).items() if (block or {}).get("factor") == 2.5)
        entry["scaling_sets"] = with_factor(blocks(cls, rope_scaling=dict(LINEAR)))
        flat = blocks(cls, rope_parameters=LINEAR | {"rope_theta": 777.0}) or {}
        entry["flat_sets"] = with_factor(flat)
        bare = blocks(cls, rope_parameters={of: {"rope_type": "default"} for of in sets}) or {}
        entry["nested_unfilled"] = any(len(entry["filled"].get(of, {})) + 1 > len(block or {}) for of, block in bare.items())
        old = {key: it for key, it in LINEAR.items() if key != "rope_type"} | {"type": "linear"}
        old = blocks(cls, rope_parameters={of: dict(old) for of in sets}) or {}
        entry["nested_type_unread"] = any((it or {}).get("rope_type") == "default" and it.get("factor") for it in old.values())
        entry["flat_base_unread"] = any((flat[of] or {}).get("rope_theta") != 777.0 for of in entry["flat_sets"])
    elif listed(config):
        nested = {of: dict(LINEAR) | {"rope_theta": 777.0} for of in set(listed(config))}
        entry["nested"] = probed.frequencies(rope_parameters=nested) is not None
    types = {}
    for name in TYPES:
        given = {**YARN, "type": name, "short_factor": [1.0] * width, "long_factor": [1.0] * width}
        del given["rope_type"]
        changed = blocks(cls, rope_scaling=given) or {}
        for block in changed.values():
            to = (block or {}).get("rope_type")
            if (block or {}).get("factor") == 2.5 and to not in (None, name):
                types[name] = to
    # A type by its old key may be overruled by the default.
    if types.pop("linear", None) == "default":
        entry["type_unread"] = True
        types = {}
    entry["types"] = types
    entry |= head_rule(probed, own)
    entry["axial"] = is_axial(probed, own)
    if entry["axial"]:
        # Some have the width of the text under the usual name.
        if value(config, "embed_dim") and "hidden_size" in entry["defaults"]:
            entry["aliases"]["hidden_size"] = "embed_dim"
            entry["defaults"]["hidden_size"] = config.embed_dim
            entry["head"] = {of: None for of in entry.get("head", {})}
        share = axis_share(probed)
        entry["axis_share"] = share
        if share:
            # The widths above are those of one axis.
            entry["head"] = {of: it and round(it / share) for of, it in entry.get("head", {}).items()}
            times = {of: it / share for of, it in entry.get("head_times", {}).items()}
            entry["head_times"] = {of: it for of, it in times.items() if it != 1}
    entry["alpha"] = takes_alpha(probed)
    entry["magnitudes"] = takes_magnitudes(module, probed)
    if "head" in entry:
        flat = dict(LINEAR) if not sets else {of: dict(LINEAR) for of in sets}
        for of in (flat if sets else ["all"]):
            (flat[of] if sets else flat).update(rope_type="default", partial_rotary_factor=0.5)
            (flat[of] if sets else flat).pop("factor")
        plain = json.loads(json.dumps(flat).replace("0.5", "1.0"))
        half, whole = probed.frequencies(rope_parameters=flat), probed.frequencies(rope_parameters=plain)
        by_key = probed.frequencies(partial_rotary_factor=0.5) if set(entry["blocks"]) == {"all"} else None
        if half is not None and half == whole or half is None and by_key is not None and by_key == probed.frequencies():
            entry["share_unread"] = True
        # A share that the class adds as late as when frequencies are made.
        of_class = {of: head or value(config, "hidden_size") // value(config, "num_attention_heads")
                    for of, head in entry["head"].items()}
        for of, num in (probed.frequencies(**within) or {}).items():
            share = (entry["filled"].get(of) or {}).get("partial_rotary_factor", 1.0)
            if of in entry["filled"] and -(-int(of_class[of] * share) // 2) != num:
                entry["filled"][of]["partial_rotary_factor"] = 2 * num / of_class[of]
    given = made(cls, rope_parameters={**YARN, "rope_theta": 1e4}, original_max_position_embeddings=128)
    block = (by_set(value(given, "rope_parameters")) or {}).get("all") if given is not None else None
    if block is not None:
        try:
            given.standardize_rope_params()
            entry["trained_length"] = by_set(given.rope_parameters)["all"]["original_max_position_embeddings"] == 128
        except BaseException:
            pass
    if "max_position_embeddings" in entry["aliases"]:
        bare = {key: it for key, it in YARN.items() if key != "original_max_position_embeddings"} | {"rope_theta": 1e4}
        given = made(cls, rope_parameters=bare, max_position_embeddings=777)
        block = (by_set(value(given, "rope_parameters")) or {}).get("all") if given is not None else None
        entry["length_by_alias"] = (block or {}).get("original_max_position_embeddings") not in (None, 777)
    entry["layer_types"] = layer_rule(cls)
    if all(value(made(cls, num_layers=num), "num_hidden_layers") == 2 * num for num in (10, 11)):
        entry["layers_key"] = {"key": "num_layers", "times": 2}
    if module is not None:
        entry |= rotation_rule(module, cls)
        entry["pairing"] = pairing(module, cls, value(config, "rope_interleave") in (None, True))
        if value(config, "rope_interleave") is not None:
            entry["pairing_not_interleaved"] = pairing(module, cls, False)
        entry["logits"] = logits(module, cls)
        entry["indexer"] = indexer(module, config)
        if sets and (labels := set_labels(module, cls, sets)):
            entry["set_of"] = labels
    return {name: it for name, it in entry.items() if it not in (None, {}, [], False) or name == "pairing"}


def sinusoidal_entry(cls, model_type, entry):
    """Entry of a class whose model makes sines and cosines of a fixed base for its first dimensions."""
    module = modeling(cls, model_type)
    make = getattr(module, "create_sinusoidal_positions", None)
    config = made(cls)
    if make is None or not isinstance(value(config, "rotary_dim"), int):
        return None
    second = float(torch.atan2(*make(2, 8)[1][[1, 5]]))
    return entry | {
        "defaults": {name: it for name in NUMBERS if isinstance(it := value(config, name), (int, float))},
        "aliases": {name: it for name, it in dict(cls.attribute_map).items() if name in [*NUMBERS, *HEADS]},
        "blocks": {"all": {"rope_theta": float(f"{second ** -4:.3g}"), "rope_type": "default"}},
        "rotated_key": "rotary_dim",
        "rotated": config.rotary_dim,
        "pairing": pairing(module, cls, True),
    }


def fixed_entry(cls, model_type, entry):
    """Entry of a class whose model turns whole heads without rotary parameters in the configuration."""
    if model_type not in FIXED:
        return None
    config, key = made(cls), FIXED[model_type]
    keys = {key: {"sets": ["all"]}} if key else {}
    return entry | {
        "defaults": {name: it for name in NUMBERS if isinstance(it := value(config, name), (int, float))},
        "aliases": {name: it for name, it in dict(cls.attribute_map).items() if name in [*NUMBERS, *HEADS]},
        "blocks": {"all": {"rope_theta": float(value(config, key) or 10000) if key else 10000.0, "rope_type": "default"}},
        "base_keys": keys,
        "head": {"all": None},
        "share_unread": True,
        "scaling_unread": True,
        "pairing": pairing(modeling(cls, model_type), cls, True) or FIXED_PAIRING[model_type],
    }


def set_labels(module, cls, sets):
    """Set of each type of layers, where sets are not named by these: what the attention of a layer asks for."""
    config = made(cls)
    types = listed(config)
    if types is None or set(types) <= set(sets):
        return None
    out = {}
    for of in {*types, "sliding_attention"}:
        config = made(cls, layer_types=[of] * 12, num_hidden_layers=12)
        own = attention(module, cls, 0, config)[0] if config is not None else None
        label = value(own, "rope_layer_type") or value(value(own, "compressor"), "rope_layer_type")
        if label in sets:
            out[of] = label
    return out


def main():
    out = {"transformers": transformers.__version__, "classes": {}}
    only = sys.argv[2:]
    for model_type in CONFIG_MAPPING.keys():
        if only and model_type not in only:
            continue
        try:
            cls = CONFIG_MAPPING[model_type]
            cls()
        except BaseException:
            continue
        try:
            entry = entry_of(cls, model_type)
        except Exception as error:
            print(model_type, repr(error)[:200], file=sys.stderr)
            continue
        if entry:
            out["classes"][model_type] = entry
    lines = [f"{json.dumps(name)}: {json.dumps(it)}" for name, it in sorted(out["classes"].items())]
    text = f'{{"transformers": {json.dumps(out["transformers"])}, "classes": {{\n' + ",\n".join(lines) + "\n}}\n"
    Path(sys.argv[1]).write_text(text)


if __name__ == "__main__":
    main()
