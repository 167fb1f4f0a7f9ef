//! Meaning of every key of the answers in JSON.

/// Answer of a command in JSON.
#[derive(Clone, Copy, Debug)]
pub struct Answer {
    /// Command that gives it.
    pub command: &'static str,
    /// Keys with their meanings; keys within others are joined by a point.
    pub fields: &'static [(&'static str, &'static str)],
}

/// Answers of all commands with `--json`.
pub const ANSWERS: &[Answer] =
    &[COMPARE, COMPARE_ROTATIONS, IDENTIFY, MODEL, MEASURE, MODELS, CONVENTIONS];

const COMPARE: Answer = Answer {
    command: "phasor compare A B --json",
    fields: &[
        ("equal_bits", "true if all compared values are the same, bit by bit"),
        ("max_abs_difference", "largest difference, over cells that are finite on both sides"),
        ("at", "where it is: `position` and `column`, or null"),
        ("root_mean_square", "root of the mean squared difference"),
        (
            "first_above_tolerance",
            "first cell by position, then column, that differs by more than the tolerance, or null",
        ),
        ("first_difference", "first cell that differs at all, or null"),
        ("rows_above_tolerance", "number of positions with such a cell"),
        ("columns_above_tolerance", "number of columns with such a cell"),
        (
            "not_finite",
            "cells that are NaN or infinite: `a`, `b`, the first position in B, `first_b`, and `both`: cells that are \
             NaN on both sides or the same infinity, which count as equal",
        ),
        (
            "repeated_positions",
            "rows equal to the row before: `a`, `b`, and the first position in B, `first_b`",
        ),
        (
            "equal_after_rounding",
            "type to which one side is rounded to give the other: f32, bf16, f16, or null",
        ),
        ("scale", "factor c with which A is c·B, or null if there is none but 1"),
        ("lengths", "numbers of positions that each side has: `a` and `b`"),
        ("positions", "compared positions, which both sides have: `from` and `to`"),
        ("verdict", "all of this in words"),
        ("rotary", "of two rotations: see below"),
        ("bias", "of two biases: `relation` of their scores"),
        ("precision", "where B is A rounded: figures about the damage"),
        (
            "precision.max_abs_delta",
            "largest error (`max_abs_delta_cos` of rotations, of their cosines)",
        ),
        ("precision.rms_delta", "root of the mean squared error (`rms_delta_cos` of rotations)"),
        ("precision.at_position", "position of the largest error"),
        ("precision.at_pair", "pair of the largest error"),
        (
            "precision.first_position_above_0_1",
            "first position that is off by more than 0.1, or null",
        ),
        (
            "precision.positions_equal_to_the_one_before",
            "number of positions that equal the one before",
        ),
        ("precision.first_of_them", "the first of these, or null"),
        ("precision.first_position_not_finite", "first position that is not finite, or null"),
    ],
};

const COMPARE_ROTATIONS: Answer = Answer {
    command: "rotary, in an answer of compare",
    fields: &[
        ("pairs", "number of pairs"),
        ("differing_pairs", "pairs that turn at other speeds, from 0"),
        ("base", "base of A and of B; null where a side is a vector of frequencies"),
        ("attention_factor", "factor a of A and of B"),
        ("logit_gain", "a² of A and of B"),
        ("pairing", "which dimensions turn together, of A and of B; null where it is not known"),
    ],
};

const IDENTIFY: Answer = Answer {
    command: "phasor identify FILE --json",
    fields: &[
        ("kind", "table, cache, frequencies, divisors, slopes, positions, learned or none"),
        (
            "certain",
            "true if every value outside the deviations is what the encoding gives, and the values prove more than was chosen; false: closest to it, or nothing",
        ),
        ("name", "convention, or what it is otherwise"),
        ("also", "other conventions with the same table"),
        (
            "scene",
            "scene that makes the recognized table, before rounding, scale and deviations, or null",
        ),
        (
            "rounding",
            "narrowest type that gives every value: f32, bf16, f16, or null where none does",
        ),
        (
            "stages",
            "stages that were rounded on the way to the values, as the scene key `round` has them, or null",
        ),
        ("scale", "file = scale × encoding; 1 where there is none"),
        ("transposed", "true if positions run across the file"),
        ("deviations", "rows, columns and cells that deviate"),
        (
            "deviations.what",
            "zero_row, repeated_row, shifted_row, other_row, zero_column, moved_column, missing_column, other_column or cell",
        ),
        ("deviations.row", "first row, from 0 in the encoding's orientation, or null"),
        ("deviations.row_end", "last row of a run"),
        ("deviations.column", "column, from 0, or null"),
        ("deviations.from", "column of the encoding that stands here"),
        ("deviations.shift", "number of positions by which rows are ahead"),
        ("deviations.value", "of a vector of frequencies: the value that deviates"),
        (
            "max_abs_difference",
            "largest difference after rounding and scale, outside the deviations",
        ),
        ("matching_cells", "number of values that agree"),
        ("cells", "number of values"),
        ("candidates", "up to five answers, the best first: `name`, `scene`, `max_abs_difference`"),
        ("candidates.name", "as `name`"),
        ("candidates.scene", "as `scene`"),
        ("candidates.max_abs_difference", "as `max_abs_difference`"),
        (
            "candidates.presets",
            "of frequencies and caches: models that have them, `preset` and `set`",
        ),
        ("candidates.base", "of frequencies and caches: the base"),
        ("candidates.rope_type", "of frequencies and caches: the rule of scaling"),
        ("candidates.rotary_dim", "of frequencies: twice their number"),
        (
            "candidates.exponent",
            "of frequencies: `half` for those of rotary pairs, or the exponent rule of a sinusoid",
        ),
        (
            "arrangement",
            "of lists in another order: `reversed`, `negated`, `twice` (one half after the other) or `each-twice`",
        ),
        (
            "candidates.same_bases",
            "of frequencies: the smallest and the largest of the bases that give the same numbers, where the list does not \
             tell which",
        ),
        ("candidates.max_relative_difference", "of frequencies: largest relative difference"),
        (
            "candidates.digits",
            "of frequencies: number of digits with which they were written, or null",
        ),
        ("cache", "of a cache: cos or sin"),
        ("cache_form", "of a cache: pairs, halves or adjacent"),
        (
            "sinusoids",
            "of a learned table: sinusoids that fit best, `frequency`, `wavelength` and `share` of the variance",
        ),
        ("reason", "of kind none: zeros, constant, random, uninitialized, not_finite or unknown"),
        ("verdict", "all of this in words"),
    ],
};

const MODEL: Answer = Answer {
    command: "phasor model MODEL --json",
    fields: &[
        ("model_type", "model type of the file, or null"),
        ("part", "configuration within the file, or null for the whole"),
        ("reader", "program whose rules were applied"),
        ("sets", "layers that rotate alike"),
        ("sets.name", "key of the set, or all"),
        ("sets.layers", "its layers that rotate, from 0; null where they are not known"),
        ("sets.rope_type", "rule of scaling"),
        ("sets.base", "base θ, or null"),
        ("sets.head_dim", "dimensions of a head, or null"),
        ("sets.rotary_dim", "twice the number of frequencies, or null"),
        ("sets.pairing", "halves, adjacent or adjacent_to_halves; null where it is not known"),
        ("sets.attention_factor", "factor of cosines and sines"),
        ("sets.logit_factor", "factor of the logits besides"),
        ("sets.trained_length", "length that the model was trained with, before scaling, or null"),
        ("sets.sections", "of M-RoPE: `sizes` and `rule`, or null"),
        ("sets.parameters", "numbers of the scaling, by their keys"),
        (
            "sets.inv_freq",
            "frequencies in double precision, zeros included; null where they are not known, and in place of a number \
             that is not finite",
        ),
        ("sets.not_finite", "for each such number, in order: inf, -inf or nan"),
        (
            "sets.origin",
            "by field: `source` (key, class_default or derived) and `key`, the path in the file or null",
        ),
        ("unrotated_layers", "layers without rotation, from 0"),
        ("mechanisms", "by what the model is told where a token stands"),
        (
            "mechanisms.kind",
            "learned, sinusoidal, rotary, rotary_2d, rotary_3d, alibi, t5_bias, relative_table, relative_sinusoidal, \
             convolutional, grid_sinusoidal, recurrent, time_features, coordinates, depends or none",
        ),
        ("mechanisms.where", "part of the model: text decoder, vision"),
        (
            "mechanisms.rows",
            "number of rows or buckets; null if there are none, or if `note` says why they are not known",
        ),
        ("mechanisms.first_row", "row of the first token, or null"),
        (
            "mechanisms.tensor",
            "names of the tensors below the base model, or null if nothing is stored",
        ),
        ("mechanisms.layers", "layers from 0, or `all`"),
        ("mechanisms.note", "what is special, or null"),
        ("max_tokens", "most tokens that fit, or null if nothing limits them"),
        ("unread_keys", "keys about positions that nobody reads"),
        ("notices", "everything that is unusual, in words"),
    ],
};

const MEASURE: Answer = Answer {
    command: "phasor measure --table FILE --json",
    fields: &[
        ("rows", "number of rows that were measured, from the first on"),
        ("probed_rows", "number of rows of the probes and of the dot products"),
        ("norms", "norm of each row"),
        (
            "unusual_rows",
            "rows unlike the others: `position`, and `look`, which is zero, apart or norm",
        ),
        ("shares", "shares of the variance by principal direction, the largest first"),
        (
            "columns",
            "best sinusoid of each column: `frequency` in radians per row, `amplitude`, and `share` (R²)",
        ),
        (
            "spectrum",
            "`amplitudes` of the waves that fit 1, 2 … times into the rows, by `column`, the slowest first",
        ),
        ("nearest_sinusoid", "R² of the table of the paper, turned and scaled to fit best"),
        ("position_error", "mean error of positions that are read by linear regression"),
        ("order_error", "share of pairs of rows whose order logistic regression gets wrong"),
        (
            "translation_variance",
            "share of the variance of dot products that the offset does not explain",
        ),
        (
            "first_rise",
            "first offset whose mean dot product is above that of the offset before, or null",
        ),
        ("falling", "share of the offsets whose mean dot product is not above"),
        ("verdict", "all of this in words"),
    ],
};

const MODELS: Answer = Answer {
    command: "phasor models --json",
    fields: &[
        ("name", "name of the model, as the key `model` takes it"),
        ("title", "display name"),
        ("source", "where the numbers come from"),
        (
            "is_file_seen",
            "false if the configuration was put together from other sources than the file",
        ),
        ("model_type", "model type of the configuration, or null"),
        ("sets", "layers that rotate alike, as transformers reads them"),
        ("sets.name", "key of the set, or all"),
        ("sets.base", "base θ, or null"),
        ("sets.head_dim", "dimensions of a head, or null"),
        ("sets.rotary_dim", "twice the number of frequencies, or null"),
        ("sets.rope_type", "rule of scaling"),
        ("sets.pairing", "halves, adjacent or adjacent_to_halves; null where it is not known"),
    ],
};

const CONVENTIONS: Answer = Answer {
    command: "phasor conventions --json",
    fields: &[
        ("key", "name of the convention, as the key `convention` takes it"),
        ("title", "display name"),
        ("group", "heading under which it is listed"),
        ("family", "sinusoidal, grid or bias"),
        ("kind", "table or rotary_cache; of a bias: slope, shape or buckets"),
        ("sentence", "what it is, in words"),
        ("source", "repository and file, or publication"),
        (
            "exponent",
            "of a sinusoid: rule of the exponents, as the key `exponent` has it; else null",
        ),
        ("exponent_formula", "of a sinusoid: the same as a formula; else null"),
        ("layout", "of a sinusoid: interleaved or split; else null"),
        ("order", "of a sinusoid: sin-first or cos-first; else null"),
        ("components", "of a sinusoid: both, sin or cos; else null"),
        ("start", "of a sinusoid: first position; else null"),
        ("base", "base; null for a bias"),
        ("odd", "of a sinusoid: rule for odd widths; else null"),
        ("arithmetic", "of a sinusoid: precision in which the original computes; else null"),
        ("cells", "of a grid: rows or columns, in whose order its cells stand; else null"),
    ],
};
