//! Answer of `phasor identify`.

use super::Answer;
use crate::report::kind::Kind::{Bool, List, Null, Number, Object, Text, Whole};

pub(super) const IDENTIFY: Answer = Answer {
    name: "Identity",
    command: "phasor identify FILE --json",
    fields: &[
        ("kind", Text, "table, cache, frequencies, divisors, slopes, positions, learned or none"),
        (
            "certain",
            Bool,
            "true if every value outside the deviations is what the encoding gives, and the values prove more than was chosen; false: closest to it, or nothing",
        ),
        ("name", Text, "convention, or what it is otherwise"),
        ("also", Null(&List(&Text)), "other conventions with the same table"),
        (
            "scene",
            Null(&Text),
            "scene that makes the recognized table, before rounding, scale and deviations, or null",
        ),
        (
            "rounding",
            Null(&Text),
            "narrowest type that gives every value: f32, bf16, f16, or null where none does",
        ),
        (
            "stages",
            Null(&Text),
            "stages that were rounded on the way to the values, as the scene key `round` has them, or null",
        ),
        ("scale", Number, "file = scale × encoding; 1 where there is none"),
        ("transposed", Bool, "true if positions run across the file"),
        ("deviations", List(&Object("Deviation")), "rows, columns and cells that deviate"),
        (
            "deviations.what",
            Text,
            "zero_row, repeated_row, shifted_row, other_row, zero_column, moved_column, missing_column, other_column or cell",
        ),
        (
            "deviations.row",
            Null(&Whole),
            "first row, from 0 in the encoding's orientation, or null",
        ),
        ("deviations.row_end", Null(&Whole), "last row of a run"),
        ("deviations.column", Null(&Whole), "column, from 0, or null"),
        ("deviations.from", Null(&Whole), "column of the encoding that stands here"),
        ("deviations.shift", Null(&Whole), "number of positions by which rows are ahead"),
        ("deviations.value", Null(&Number), "of a vector of frequencies: the value that deviates"),
        (
            "max_abs_difference",
            Null(&Number),
            "largest difference after rounding and scale, outside the deviations",
        ),
        ("matching_cells", Whole, "number of values that agree"),
        ("cells", Whole, "number of values"),
        ("candidates", List(&Object("Candidate")), "up to five answers, the best first"),
        ("candidates.name", Text, "as `name`"),
        ("candidates.scene", Null(&Text), "as `scene`"),
        ("candidates.max_abs_difference", Null(&Number), "as `max_abs_difference`"),
        (
            "candidates.presets",
            Null(&List(&Object("PresetSet"))),
            "of frequencies and caches: models that have them",
        ),
        ("candidates.presets.preset", Text, "name of the model"),
        ("candidates.presets.set", Text, "key of the set of layers, or all"),
        ("candidates.base", Null(&Number), "of frequencies and caches: the base"),
        ("candidates.rope_type", Null(&Text), "of frequencies and caches: the rule of scaling"),
        ("candidates.rotary_dim", Null(&Whole), "of frequencies: twice their number"),
        (
            "candidates.exponent",
            Null(&Text),
            "of frequencies: `half` for those of rotary pairs, or the exponent rule of a sinusoid",
        ),
        (
            "arrangement",
            Null(&Text),
            "of lists in another order: `reversed`, `negated`, `twice` (one half after the other) or `each-twice`",
        ),
        (
            "candidates.same_bases",
            Null(&List(&Number)),
            "of frequencies: the smallest and the largest of the bases that give the same numbers, where the list does not \
             tell which",
        ),
        (
            "candidates.max_relative_difference",
            Null(&Number),
            "of frequencies: largest relative difference",
        ),
        (
            "candidates.digits",
            Null(&Whole),
            "of frequencies: number of digits with which they were written, or null",
        ),
        ("cache", Null(&Text), "of a cache: cos or sin"),
        ("cache_form", Null(&Text), "of a cache: pairs, halves or adjacent"),
        (
            "sinusoids",
            Null(&List(&Object("Sinusoid"))),
            "of a learned table: sinusoids that fit best",
        ),
        ("sinusoids.frequency", Number, "radians per row"),
        ("sinusoids.wavelength", Number, "rows per turn"),
        ("sinusoids.share", Number, "share of the variance"),
        (
            "reason",
            Null(&Text),
            "of kind none: zeros, constant, random, uninitialized, not_finite or unknown",
        ),
        ("verdict", Text, "all of this in words"),
    ],
};
