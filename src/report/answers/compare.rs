//! Answers of `phasor compare`.

use super::answer::Answer;
use crate::report::kind::Kind::{Bool, List, Null, Number, Object, Text, Whole};

pub(super) const COMPARE: Answer = Answer {
    name: "Comparison",
    command: "phasor compare A B --json",
    fields: &[
        ("equal_bits", Bool, "true if all compared values are the same, bit by bit"),
        (
            "within_tolerance",
            Bool,
            "true if the exit code is 0: no value is above the tolerance, and no pairing differs",
        ),
        (
            "max_abs_difference",
            Number,
            "largest difference, over cells that are finite on both sides",
        ),
        ("at", Null(&Object("Cell")), "where it is, or null"),
        ("at.position", Whole, "position, counted as those that are compared"),
        ("at.column", Whole, "column, from 0"),
        ("root_mean_square", Number, "root of the mean squared difference"),
        (
            "first_above_tolerance",
            Null(&Object("Cell")),
            "first cell by position, then column, that differs by more than the tolerance, or null",
        ),
        ("first_difference", Null(&Object("Cell")), "first cell that differs at all, or null"),
        ("rows_above_tolerance", Whole, "number of positions with such a cell"),
        ("columns_above_tolerance", Whole, "number of columns with such a cell"),
        ("not_finite", Object("NotFinite"), "cells that are NaN or infinite"),
        ("not_finite.a", Whole, "number of them in A"),
        ("not_finite.b", Whole, "number of them in B"),
        ("not_finite.first_b", Null(&Whole), "position of the first in B, or null"),
        (
            "not_finite.both",
            Whole,
            "cells that are NaN on both sides or the same infinity, which count as equal",
        ),
        ("repeated_positions", Object("RepeatedPositions"), "rows equal to the row before"),
        ("repeated_positions.a", Whole, "number of them in A"),
        ("repeated_positions.b", Whole, "number of them in B"),
        ("repeated_positions.first_b", Null(&Whole), "position of the first in B, or null"),
        (
            "equal_after_rounding",
            Null(&Text),
            "type to which one side is rounded to give the other: f32, bf16, f16, or null",
        ),
        ("scale", Null(&Number), "factor c with which A is c·B, or null if there is none but 1"),
        (
            "single_precision",
            Null(&Object("SinglePrecision")),
            "of a file beside a sinusoid: error of code that computes it in f32, else null",
        ),
        ("single_precision.error", Number, "largest error where each step is rounded to f32"),
        ("single_precision.bound", Number, "bound of the error for any order of the steps"),
        (
            "procrustes",
            Null(&Number),
            "share of the variance of B that A explains, turned to fit best; null unless `--procrustes` asks for it",
        ),
        ("lengths", Object("Lengths"), "numbers of positions that each side has"),
        ("lengths.a", Whole, "positions of A"),
        ("lengths.b", Whole, "positions of B"),
        ("positions", Object("Positions"), "compared positions, which both sides have"),
        ("positions.from", Whole, "the first"),
        ("positions.to", Whole, "the last"),
        (
            "reasons",
            List(&Text),
            "why A differs from B, as far as it is known: two blocks instead of interleaved, starts at 2 instead of 0",
        ),
        ("verdict", Text, "all of this in words"),
        ("rotary", Null(&Object("Rotations")), "of two rotations: see below"),
        ("bias", Null(&Object("BiasRelation")), "of two biases"),
        (
            "bias.relation",
            Text,
            "relation of their scores: equal, equal_in_f32, constant_per_query, different or unknown",
        ),
        ("precision", Null(&Object("Precision")), "where B is A rounded: figures about the damage"),
        ("precision.max_abs_delta", Null(&Number), "largest error"),
        (
            "precision.max_abs_delta_cos",
            Null(&Number),
            "of rotations, in place of it: largest error of the cosines",
        ),
        ("precision.rms_delta", Null(&Number), "root of the mean squared error"),
        (
            "precision.rms_delta_cos",
            Null(&Number),
            "of rotations, in place of it: that of the cosines",
        ),
        ("precision.at_position", Null(&Whole), "position of the largest error"),
        ("precision.at_pair", Null(&Whole), "pair of the largest error"),
        (
            "precision.first_position_above_0_1",
            Null(&Whole),
            "first position that is off by more than 0.1, or null",
        ),
        (
            "precision.positions_equal_to_the_one_before",
            Whole,
            "number of positions that equal the one before",
        ),
        ("precision.first_of_them", Null(&Whole), "the first of these, or null"),
        (
            "precision.first_position_not_finite",
            Null(&Whole),
            "first position that is not finite, or null",
        ),
    ],
};

pub(super) const COMPARE_ROTATIONS: Answer = Answer {
    name: "Rotations",
    command: "rotary, in an answer of compare",
    fields: &[
        ("pairs", List(&Whole), "number of pairs, of A and of B"),
        ("differing_pairs", List(&Whole), "pairs that turn at other speeds, from 0"),
        (
            "base",
            Null(&List(&Null(&Number))),
            "base of A and of B; null where a side is a vector of frequencies",
        ),
        ("attention_factor", List(&Number), "factor a of A and of B"),
        ("logit_gain", List(&Number), "a² of A and of B"),
        (
            "pairing",
            Null(&List(&Text)),
            "which dimensions turn together, of A and of B; null where it is not known",
        ),
    ],
};
