//! Answer of `phasor conventions`.

use super::answer::Answer;
use crate::report::kind::Kind::{Null, Number, Text, Whole};

pub(super) const CONVENTIONS: Answer = Answer {
    name: "Convention",
    command: "phasor conventions --json",
    fields: &[
        ("key", Text, "name of the convention, as the key `convention` takes it"),
        ("title", Text, "display name"),
        ("group", Text, "heading under which it is listed"),
        ("family", Text, "sinusoidal, grid or bias"),
        ("kind", Text, "table or rotary_cache; of a bias: slope, shape or buckets"),
        ("sentence", Text, "what it is, in words"),
        ("source", Text, "repository and file, or publication"),
        (
            "exponent",
            Null(&Text),
            "of a sinusoid: rule of the exponents, as the key `exponent` has it; else null",
        ),
        ("exponent_formula", Null(&Text), "of a sinusoid: the same as a formula; else null"),
        ("layout", Null(&Text), "of a sinusoid: interleaved or split; else null"),
        ("order", Null(&Text), "of a sinusoid: sin-first or cos-first; else null"),
        ("components", Null(&Text), "of a sinusoid: both, sin or cos; else null"),
        ("start", Null(&Whole), "of a sinusoid: first position; else null"),
        ("base", Null(&Number), "base; null for a bias"),
        ("odd", Null(&Text), "of a sinusoid: rule for odd widths; else null"),
        (
            "arithmetic",
            Null(&Text),
            "of a sinusoid: precision in which the original computes; else null",
        ),
        (
            "cells",
            Null(&Text),
            "of a grid: order of its cells, `rows`, `columns` or `blocks`; else null",
        ),
    ],
};
