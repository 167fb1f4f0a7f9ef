//! Answer of `phasor identify`.

use super::answer::Answer;
use crate::report::kind::Kind::{Any, Bool, List, Null, Number, Object, Text, Whole};

pub(super) const IDENTIFY: Answer = Answer {
    name: "Identity",
    command: "phasor identify FILE --json",
    fields: &[
        (
            "kind",
            Text,
            "table, cache, bias, frequencies, divisors, slopes, factors, buckets, positions, learned or none",
        ),
        (
            "certain",
            Bool,
            "true if every value outside the deviations is what the encoding gives, and the values prove more than was chosen; false: closest to it, or nothing",
        ),
        ("name", Text, "convention, or what it is otherwise"),
        (
            "also",
            Null(&List(&Any)),
            "other conventions with the same table, or other readings of a list, each with `kind` and `name`",
        ),
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
            "decimals",
            Null(&Whole),
            "of a table: number of decimals to which its values were rounded as text, or null",
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
            "of lists in another order or unit: `reversed`, `negated`, `twice` (one half after the other), `each-twice`, \
             `turns`, `wavelengths`, `sections`, `permuted` or `stacked`",
        ),
        (
            "row_positions",
            Null(&List(&Object("RowRun"))),
            "of tables and caches: the position of every row, in runs",
        ),
        ("row_positions.rows", List(&Whole), "first row of the run, and the row after its last"),
        (
            "row_positions.position",
            Null(&Number),
            "position of the first row; null for rows at no position",
        ),
        (
            "row_positions.step",
            Null(&Number),
            "positions from row to row; null of a single row and of rows at no position",
        ),
        (
            "row_positions.positions",
            Null(&List(&Number)),
            "where runs fail: the positions, at most 4096",
        ),
        ("row_positions.count", Null(&Whole), "number of such positions"),
        (
            "positions_up_to_sign",
            Null(&Bool),
            "true of cosines alone, which do not tell a position from its negative",
        ),
        (
            "row_positions_cause",
            Null(&Text),
            "usual reason for such positions: `packed`, `stacked`, `left_padding`, `right_padding`, `decode_offset`, \
             `long_steps`, `reversed`, `absolute`, `clamped` or `gap`",
        ),
        (
            "affine",
            Null(&Text),
            "of tables that were changed besides: `constant`, `column_means` or `standardized`; `scale` has the factor",
        ),
        ("offset", Null(&Number), "constant that was added after the factor"),
        (
            "axes",
            Null(&List(&Object("CacheAxis"))),
            "of a cache whose pairs turn by several coordinates, or a table of sinusoids of them, in the order of the columns",
        ),
        (
            "axes.name",
            Text,
            "`time`, `rows` or `columns`, as far as the order of the rows tells; else `axis` and its number",
        ),
        ("axes.dims", Whole, "number of dimensions that turn by it"),
        ("axes.base", Null(&Number), "base, or null where it is 0 in all rows"),
        (
            "axes.row_positions",
            List(&Object("RowRun")),
            "coordinate of each row, in runs as `row_positions`",
        ),
        (
            "mrope_section",
            Null(&Text),
            "of a cache whose axes share the pairs of one base: numbers of pairs of time, height and width, such as 16,24,24 or \
             interleaved:24,20,20",
        ),
        (
            "columns",
            Null(&Text),
            "of a table of sinusoids of several coordinates: order of the columns of each, `sines-cosines`, `cosines-sines`, \
             `sine-cosine` or `cosine-sine`",
        ),
        ("fourier", Null(&Object("FourierFeatures")), "of Fourier features"),
        ("fourier.octaves", Whole, "number of octaves"),
        ("fourier.factor", Number, "factor of all frequencies"),
        ("fourier.pi", Bool, "true if the frequencies have a factor of π"),
        ("fourier.identity", Null(&Whole), "first column of the numbers themselves, or null"),
        ("fourier.inputs", Whole, "number of coordinates"),
        ("fourier.layout", Text, "interleaved or grouped"),
        ("fourier.cos_first", Bool, "true if cosines stand before sines"),
        ("bias", Null(&Object("KnownBias")), "of biases of scores"),
        (
            "bias.form",
            Text,
            "head: queries down, keys across; heads: the same for each head; last_query: a row each",
        ),
        (
            "bias.later_keys",
            Text,
            "keys after the query: rule (or masked), zero, or opposite: of the opposite sign",
        ),
        ("bias.heads", Whole, "number of heads"),
        ("bias.head", Null(&Whole), "head of the table, or null for all"),
        ("bias.slope", Null(&Number), "slope of the head, or null"),
        (
            "bias.key_positions",
            List(&List(&Object("RowRun"))),
            "position of each key of each text, in runs as `row_positions`; empty for keys 0, 1, 2 … of one text",
        ),
        ("base", Null(&Number), "of a grid, or of all axes: its base"),
        (
            "grid",
            Null(&Text),
            "of a grid, or of axes that run through one line by line: its shape, such as 14x20",
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
        ("cache", Null(&Text), "of a cache: cos, sin or both"),
        (
            "cache_form",
            Null(&Text),
            "of a cache: pairs, halves or adjacent; of both components cos-sin, cos-sin-halves, cos-sin-adjacent, complex, \
             conjugate, matrices or transposed-matrices, after `tables-` where the sines have a table of their own",
        ),
        (
            "still_columns",
            Null(&List(&Whole)),
            "of a cache that is padded to its head: the first column that is 1 or 0 in all rows, and the end",
        ),
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
