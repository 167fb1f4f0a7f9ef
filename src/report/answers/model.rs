//! Answers about models.

use super::answer::Answer;
use crate::report::kind::Kind::{
    Any, Array, Bool, Either, List, Map, Null, Number, Object, Text, Whole,
};

pub(super) const MODEL: Answer = Answer {
    name: "Model",
    command: "phasor model MODEL --json",
    fields: &[
        ("kind", Null(&Text), "of an answer of identify: model"),
        ("model_type", Null(&Text), "model type of the file, or null"),
        ("part", Null(&Text), "configuration within the file, or null for the whole"),
        ("reader", Text, "program whose rules were applied"),
        ("sets", List(&Object("LayerSet")), "layers that rotate alike"),
        ("sets.name", Text, "key of the set, or all"),
        (
            "sets.part",
            Null(&Text),
            "indexer, or another part that rotates apart from the heads of the text; null for these",
        ),
        (
            "sets.layers",
            Null(&List(&Whole)),
            "its layers that rotate, from 0; null where they are not known",
        ),
        ("sets.rope_type", Text, "rule of scaling"),
        ("sets.base", Null(&Number), "base θ, or null"),
        ("sets.head_dim", Null(&Whole), "dimensions of a head, or null"),
        ("sets.rotary_dim", Null(&Whole), "twice the number of frequencies, or null"),
        (
            "sets.pairing",
            Null(&Text),
            "halves, adjacent or adjacent_to_halves; null where it is not known",
        ),
        ("sets.attention_factor", Number, "factor of cosines and sines"),
        ("sets.logit_factor", Number, "factor of the logits besides"),
        (
            "sets.trained_length",
            Null(&Number),
            "length that the model was trained with, before scaling, or null",
        ),
        ("sets.sections", Null(&Object("Sections")), "of M-RoPE, or null"),
        ("sets.sections.sizes", List(&Whole), "pairs of time, height and width"),
        ("sets.sections.rule", Text, "order of their pairs"),
        ("sets.parameters", Map(&Any), "numbers of the scaling, by their keys"),
        (
            "sets.inv_freq",
            Null(&Array),
            "frequencies in double precision, zeros included; null where they are not known, and in place of a number \
             that is not finite",
        ),
        ("sets.not_finite", List(&Text), "for each such number, in order: inf, -inf or nan"),
        ("sets.origin", Map(&Object("Origin")), "by field: where the number comes from"),
        ("sets.origin.source", Text, "key, class_default or derived"),
        ("sets.origin.key", Null(&Text), "path in the file, or null"),
        ("unrotated_layers", List(&Whole), "layers without rotation, from 0"),
        (
            "mechanisms",
            List(&Object("Mechanism")),
            "by what the model is told where a token stands",
        ),
        (
            "mechanisms.kind",
            Text,
            "learned, sinusoidal, rotary, rotary_2d, rotary_3d, alibi, t5_bias, relative_table, relative_sinusoidal, \
             convolutional, grid_sinusoidal, recurrent, time_features, coordinates, depends or none",
        ),
        ("mechanisms.where", Text, "part of the model: text decoder, vision"),
        (
            "mechanisms.rows",
            Null(&Whole),
            "number of rows or buckets; null if there are none, or if `note` says why they are not known",
        ),
        ("mechanisms.first_row", Null(&Whole), "row of the first token, or null"),
        (
            "mechanisms.tensor",
            Null(&Text),
            "names of the tensors below the base model, or null if nothing is stored",
        ),
        ("mechanisms.layers", Either(&List(&Whole), &Text), "layers from 0, or `all`"),
        ("mechanisms.note", Null(&Text), "what is special, or null"),
        (
            "mechanisms.scene",
            Null(&Text),
            "text of the scene with its numbers, or null where the configuration does not tell them",
        ),
        ("max_tokens", Null(&Whole), "most tokens that fit, or null if nothing limits them"),
        (
            "tensors",
            List(&Object("PositionTensor")),
            "each tensor about positions in the checkpoint",
        ),
        ("tensors.name", Text, "its name"),
        (
            "tensors.kind",
            Text,
            "a kind of `mechanisms`, or inv_freq, divisors, rotary_cache or indices",
        ),
        ("tensors.shape", List(&Whole), "its shape"),
        ("tensors.type", Text, "its type"),
        ("tensors.file", Text, "file that holds it"),
        (
            "tensors.layers",
            Null(&Either(&List(&Whole), &Text)),
            "layers that own it, from 0; `all` if they share it; null if it is used before the layers",
        ),
        (
            "tensors.agrees",
            Null(&Bool),
            "true if it is as the configuration says, false if it is not; null if there is nothing to compare",
        ),
        ("tensors.verdict", Text, "its shape, and what its rows look like, in words"),
        ("tensors.found_by", Text, "mechanism, name or content"),
        ("tensors.where", Null(&Text), "part of the model, or null"),
        ("tensors.scene", Null(&Text), "text of the scene that shows it, or null"),
        ("tensors.heads", Null(&List(&Object("HeadBias"))), "of a bias by buckets: its heads"),
        ("tensors.heads.slope", Null(&Number), "nearest slope over the keys before"),
        ("tensors.heads.intercept", Null(&Number), "its intercept"),
        ("tensors.heads.r_squared", Null(&Number), "share of the variance that it explains"),
        (
            "tensors.heads.half",
            Null(&Number),
            "distance from which on the bias stays below by ln 2, or null",
        ),
        (
            "tensors.heads.far",
            Number,
            "weight of the keys far back beside that of the heaviest key up to the query",
        ),
        ("unread_keys", List(&Text), "position-related keys that no reader uses"),
        ("notices", List(&Text), "anything unusual, in words"),
        ("verdict", Text, "all of this in words"),
    ],
};

pub(super) const MODELS: Answer = Answer {
    name: "Preset",
    command: "phasor models --json",
    fields: &[
        ("name", Text, "name of the model, as the key `model` takes it"),
        ("title", Text, "display name"),
        ("source", Text, "where the numbers come from"),
        (
            "is_file_seen",
            Bool,
            "false if the configuration was put together from other sources than the file",
        ),
        ("model_type", Null(&Text), "model type of the configuration, or null"),
        (
            "sets",
            List(&Object("PresetLayers")),
            "layers that rotate alike, as transformers reads them",
        ),
        ("sets.name", Text, "key of the set, or all"),
        ("sets.base", Null(&Number), "base θ, or null"),
        ("sets.head_dim", Null(&Whole), "dimensions of a head, or null"),
        ("sets.rotary_dim", Null(&Whole), "twice the number of frequencies, or null"),
        ("sets.rope_type", Text, "rule of scaling"),
        (
            "sets.pairing",
            Null(&Text),
            "halves, adjacent or adjacent_to_halves; null where it is not known",
        ),
    ],
};
