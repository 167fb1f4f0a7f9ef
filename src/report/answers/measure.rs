//! Answer of `phasor measure`.

use super::answer::Answer;
use crate::report::kind::Kind::{Array, List, Null, Number, Object, Text, Whole};

pub(super) const MEASURE: Answer = Answer {
    name: "Measurement",
    command: "phasor measure --table FILE --json",
    fields: &[
        ("rows", Whole, "number of rows that were measured, from the first on"),
        ("probed_rows", Whole, "number of rows of the probes and of the dot products"),
        ("norms", Array, "norm of each row"),
        ("unusual_rows", List(&Object("UnusualRow")), "rows unlike the others"),
        ("unusual_rows.position", Whole, "position of the row"),
        ("unusual_rows.look", Text, "zero, apart or norm"),
        ("norm_step", Null(&Object("NormStep")), "row from which on norms are others, or null"),
        ("norm_step.position", Whole, "position of the first such row"),
        ("norm_step.before", Number, "norm of the rows before"),
        ("norm_step.after", Number, "norm from that row on"),
        ("shares", Array, "shares of the variance by principal direction, the largest first"),
        ("columns", List(&Object("ColumnFit")), "best sinusoid of each column"),
        ("columns.column", Whole, "column, from 0"),
        ("columns.frequency", Number, "radians per row"),
        ("columns.amplitude", Number, "amplitude"),
        ("columns.share", Number, "share of the variance (R²)"),
        ("spectrum", List(&Object("ColumnSpectrum")), "waves of each column, the slowest first"),
        ("spectrum.column", Whole, "column, from 0"),
        (
            "spectrum.amplitudes",
            Array,
            "amplitudes of the waves that fit 1, 2 … times into the rows",
        ),
        (
            "nearest_sinusoid",
            Null(&Number),
            "R² of the table of the paper, turned and scaled to fit best",
        ),
        (
            "position_error",
            Null(&Number),
            "mean error of positions that are read by linear regression",
        ),
        (
            "order_error",
            Null(&Number),
            "share of pairs of rows whose order logistic regression gets wrong",
        ),
        (
            "translation_variance",
            Null(&Number),
            "share of the variance of dot products that the offset does not explain",
        ),
        (
            "first_rise",
            Null(&Whole),
            "first offset whose mean dot product is above that of the offset before, or null",
        ),
        ("falling", Null(&Number), "share of the offsets whose mean dot product is not above"),
        ("verdict", Text, "all of this in words"),
    ],
};
