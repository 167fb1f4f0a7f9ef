//! Keys of a scene's text form, with a description of each.

use thiserror::Error;

use crate::stable_enum::stable_enum;

stable_enum! {
    /// Keys of a scene's text form, in the order in which they are written.
    pub enum Key {
        /// Named convention. See [`Key::help`] for descriptions of all keys.
        Convention = "convention",
        /// Family of the encoding.
        Encoding = "encoding",
        /// File of a table.
        Table = "table",
        /// Tensor of the file.
        Tensor = "tensor",
        /// Seed of the random vectors.
        Seed = "seed",
        /// Preset, or file with a model's configuration.
        Model = "model",
        /// Configuration within that of the file.
        Part = "part",
        /// Set of layers of the model.
        Layers = "layers",
        /// Program by whose rules the configuration is read.
        Reader = "reader",
        /// Width of an attention head.
        HeadDim = "head_dim",
        /// Number of rotated dimensions.
        RotaryDim = "rotary_dim",
        /// Dimensions that turn together.
        Pairing = "pairing",
        /// Rule that stretches rotary frequencies.
        Scaling = "scaling",
        /// Factor of the scaling.
        Factor = "factor",
        /// Length before scaling.
        TrainedLength = "trained_length",
        /// Number of turns from which yarn keeps a frequency.
        BetaFast = "beta_fast",
        /// Number of turns up to which yarn divides a frequency.
        BetaSlow = "beta_slow",
        /// True if the ends of yarn's ramp are rounded.
        Truncate = "truncate",
        /// Factor of ln s in yarn's magnitude.
        Mscale = "mscale",
        /// Factor of ln s in the part of yarn's magnitude that the logits get.
        MscaleAllDim = "mscale_all_dim",
        /// Number of turns up to which llama3 divides a frequency.
        LowFreqFactor = "low_freq_factor",
        /// Number of turns from which llama3 keeps a frequency.
        HighFreqFactor = "high_freq_factor",
        /// Divisors of longrope up to the trained length.
        ShortFactor = "short_factor",
        /// Divisors of longrope beyond the trained length.
        LongFactor = "long_factor",
        /// Axes of the pairs, where tokens have three positions.
        MropeSection = "mrope_section",
        /// Query of a head that is scored at several positions.
        Query = "query",
        /// Key vector of a head that is scored at several positions.
        KeyVector = "key_vector",
        /// Number of pairs that turn under proportional scaling.
        Turning = "turning",
        /// Factor of cosines and sines.
        AttentionFactor = "attention_factor",
        /// Length of the sequence.
        Context = "context",
        /// Table of a rotary encoding that is shown.
        Cache = "cache",
        /// Columns of that table.
        CacheForm = "cache_form",
        /// Rows and columns of a grid.
        Grid = "grid",
        /// Number of attention heads.
        Heads = "heads",
        /// Number of buckets of offsets.
        Buckets = "buckets",
        /// Distance from which all share the last bucket.
        MaxDistance = "max_distance",
        /// True if keys after the query have buckets of their own.
        Bidirectional = "bidirectional",
        /// Width: the number of columns.
        DModel = "d_model",
        /// Position of the first row.
        Start = "start",
        /// Distance between the positions of two rows.
        Step = "step",
        /// Number of rows.
        Length = "length",
        /// Base; the 10000 of the paper.
        Base = "base",
        /// Exponent rule.
        Exponent = "exponent",
        /// Layout: interleaved or split.
        Layout = "layout",
        /// Order: sine or cosine first.
        Order = "order",
        /// Components: sine and cosine, or one of them alone.
        Components = "components",
        /// Rounding at the stages of the computation.
        Round = "round",
        /// Sides of a comparison: A, B, A − B, or all.
        Side = "side",
        /// Largest |A − B| that counts as equal.
        Tolerance = "tolerance",
        /// Scale of A − B: linear or log.
        DifferenceScale = "difference_scale",
        /// Offset k.
        Offset = "offset",
        /// Selected position t.
        Position = "position",
        /// Selected column j.
        Column = "column",
        /// Selected head.
        Head = "head",
        /// Measure of similarity.
        Measure = "measure",
        /// Color maps.
        Colors = "colors",
        /// Color scales of single views.
        Scales = "scales",
        /// True if the heatmap has positions across.
        Transpose = "transpose",
        /// Rule for pixels that cover several cells.
        Pixels = "pixels",
        /// Columns drawn as waves.
        Curves = "curves",
        /// Columns whose waves are hidden.
        Hidden = "hidden",
        /// True if heatmap and waves show the same positions.
        Link = "link",
        /// Second offset a.
        OffsetA = "offset_a",
        /// Second length, for the criteria.
        OtherLength = "other_length",
        /// Selected candidate and criterion.
        CriteriaSelection = "judged",
        /// Axes of the curve of positions.
        Axes = "axes",
        /// Decimals in the table of values.
        Digits = "digits",
        /// Rows and columns that a grid is resized to.
        Resize = "resize",
        /// Text and images whose tokens have three positions.
        Sequence = "sequence",
        /// Sentence whose words become rows.
        Sentence = "sentence",
        /// File of word vectors.
        Vectors = "vectors",
        /// True if embeddings are multiplied by √`d_model`.
        Scaled = "scaled",
        /// Operation that combines embedding and encoding.
        Join = "join",
        /// Treatment of a sentence longer than the table.
        Overlong = "overlong",
        /// Visible controls.
        Controls = "controls",
        /// Open views.
        Views = "views",
        /// Visible part of the heatmap.
        Heatmap = "heatmap",
        /// Visible part of the waves.
        Waves = "waves",
        /// Visible part of the similarity.
        Similarity = "similarity",
        /// Visible part of the rotation.
        Rotation = "rotation",
        /// Visible part of the rotation lab.
        RotationLab = "rotation-lab",
        /// Visible part of the profile.
        Profile = "profile",
        /// Visible part of the wavelengths.
        Wavelengths = "wavelengths",
        /// Visible part of the shares.
        Shares = "shares",
        /// First visible column and row of the table of values.
        Values = "values",
        /// Marked columns and rows of the table of values.
        Range = "range",
        /// Visible part of the tokens.
        Tokens = "tokens",
        /// Visible part of the sum.
        Sum = "sum",
        /// Visible part of the differences by position.
        DifferenceByPosition = "difference-by-position",
        /// Visible part of the differences by column.
        DifferenceByColumn = "difference-by-column",
        /// Visible part of the scores.
        Score = "score",
        /// Visible part of the error map.
        Error = "error",
        /// Visible part of the errors by position.
        ErrorByPosition = "error-by-position",
        /// Visible part of the errors by pair.
        ErrorByPair = "error-by-pair",
        /// Visible part of the neighbors.
        Neighbors = "neighbors",
        /// Visible part of the drift.
        Drift = "drift",
        /// Visible part of the bias by offset.
        Bias = "bias",
        /// Visible part of the bias matrix.
        BiasMatrix = "bias-matrix",
        /// Visible part of the slopes.
        Slopes = "slopes",
        /// Visible part of the half-lives.
        HalfLife = "half-life",
        /// Visible part of the scores with a bias.
        BiasScore = "bias-score",
        /// Visible part of the similarity on a grid.
        GridSimilarity = "grid-similarity",
        /// Visible part of all cells of a grid.
        GridSimilarities = "grid-similarities",
        /// Visible part of the axes of a grid's columns.
        GridAxes = "grid-axes",
        /// Visible part of the positions of a sequence.
        Positions = "positions",
        /// Visible part of the norms of rows.
        Norms = "norms",
        /// Visible part of the spectrum of columns.
        Spectrum = "spectrum",
        /// Visible part of the best sinusoids of columns.
        ColumnFits = "column-fits",
        /// Visible part of the similarity of shuffled rows.
        Shuffled = "shuffled",
    }
}

/// Error for a text that is no key, with the keys most like it.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("nearest are {}; the help of the command line lists all", .nearest.join(", "))]
pub struct NoKey {
    nearest: Vec<&'static str>,
}

impl Key {
    /// True for a key that makes an encoding, which B may set as well.
    pub(super) fn makes_encoding(self) -> bool {
        self <= Self::Round
    }

    /// True for a key of a rotary encoding alone.
    pub(super) fn is_rotary(self) -> bool {
        (Self::Model..=Self::CacheForm).contains(&self)
    }

    /// True for a key of a bias alone.
    pub(super) fn is_of_bias(self) -> bool {
        (Self::Heads..=Self::Bidirectional).contains(&self)
    }

    /// Key with a name.
    ///
    /// # Errors
    ///
    /// Fails with the nearest keys if there is none.
    pub fn named(name: &str) -> Result<Self, NoKey> {
        const NUM_NEAREST: usize = 3;
        Self::from_key(name).map_err(|_unknown| {
            let likeness = |key: &Self| (strsim::jaro_winkler(key.key(), name), key.key());
            let mut likely: Vec<(f64, &'static str)> = Self::ALL.iter().map(likeness).collect();
            likely.sort_by(|a, b| b.0.total_cmp(&a.0));
            let nearest = likely.into_iter().take(NUM_NEAREST).map(|(_, key)| key).collect();
            NoKey { nearest }
        })
    }

    /// Description in one sentence, for tooltips and for the command line.
    pub fn help(self) -> &'static str {
        match self {
            Self::Convention => {
                "Named convention: exponent, layout, order, first position and base"
            }
            Self::Encoding => {
                "Family of the encoding: sinusoidal, or one to compare it with, such as binary"
            }
            Self::Seed => "Seed of the random vectors, 0 to 2^53",
            Self::Table => "File whose numbers are the table: npy, npz, safetensors, csv or tsv",
            Self::Tensor => "Tensor of the file of the table, where it has several",
            Self::Model => {
                "Model whose rotary encoding is shown: a preset, or a config.json, params.json or GGUF file"
            }
            Self::Part => "Configuration within that of the file, such as text_config",
            Self::Layers => "Set of layers of the model, such as full_attention",
            Self::Reader => "Program by whose rules the configuration is read",
            Self::HeadDim => "Width of an attention head, 1 to 16384",
            Self::RotaryDim => "How many dimensions of a head are rotated",
            Self::Pairing => {
                "Dimensions of a head that turn together: halves, adjacent or adjacent_to_halves"
            }
            Self::Scaling => "Rule that stretches the frequencies for longer contexts (rope_type)",
            Self::Factor => "Factor by which the scaling stretches",
            Self::TrainedLength => {
                "Length that the model was trained with before scaling (original_max_position_embeddings; for dynamic max_position_embeddings)"
            }
            Self::BetaFast => "Turns within the trained length from which yarn keeps a frequency",
            Self::BetaSlow => {
                "Turns within the trained length up to which yarn divides a frequency"
            }
            Self::Truncate => "Round the ends of yarn's ramp to whole pairs: true or false",
            Self::Mscale => "mscale of yarn; counts together with mscale_all_dim",
            Self::MscaleAllDim => "mscale_all_dim of yarn; counts together with mscale",
            Self::LowFreqFactor => {
                "Turns within the trained length up to which llama3 divides a frequency"
            }
            Self::HighFreqFactor => {
                "Turns within the trained length from which llama3 keeps a frequency"
            }
            Self::ShortFactor => {
                "Divisors of longrope up to the trained length, separated by commas"
            }
            Self::MropeSection => {
                "Pairs of time, height and width, where tokens have three positions: 16,24,24, interleaved:24,20,20 or alternating:22,22,20; none"
            }
            Self::Query => {
                "Query that the view Relative turns: a number for each dimension, the rest 0, such as 1,0,0.5; or random"
            }
            Self::KeyVector => {
                "Key that the view Relative turns: a number for each dimension, the rest 0, such as 1,0,0.5; or random"
            }
            Self::LongFactor => {
                "Divisors of longrope beyond the trained length, separated by commas"
            }
            Self::Turning => "Number of pairs that turn under proportional scaling",
            Self::AttentionFactor => "Factor of cosines and sines; scores grow by its square",
            Self::Context => {
                "Length of the sequence, which dynamic and longrope depend on; none: as the model is constructed"
            }
            Self::Cache => "Table of a rotary encoding that is shown: cos, sin or both",
            Self::CacheForm => {
                "Columns of that table: one for each pair, or two in halves or adjacent"
            }
            Self::Grid => {
                "Rows and columns of a grid of patches, such as 14x20; with frames 4x14x20"
            }
            Self::Heads => "Number of attention heads of a bias, 1 to 4096",
            Self::Buckets => "Number of buckets of offsets of a T5 bias",
            Self::MaxDistance => {
                "Distance that the buckets of a T5 bias are made for; the last one begins before"
            }
            Self::Bidirectional => {
                "Keys after the query have buckets of their own in a T5 bias: true or false"
            }
            Self::DModel => "Width of the encoding: the number of columns, 1 to 16384",
            Self::Start => {
                "Position of the first row, -2^32 to 2^32; any real number for sinusoids"
            }
            Self::Step => "Positions from row to row, such as 0.25; negative in reverse",
            Self::Length => "Number of positions in the table, 1 to 2^32",
            Self::Base => {
                "The constant 10000 in the paper; a larger base gives longer waves; above 1, up to 1e12"
            }
            Self::Exponent => "Rule that gives e in the frequency ω = base^(−e)",
            Self::Layout => "Sine and cosine interleaved, or in one block each",
            Self::Order => "Which of sine and cosine comes first",
            Self::Components => {
                "Sine and cosine of d/2 frequencies, or only one of them at d frequencies"
            }
            Self::Round => {
                "Types that stages are rounded to, such as frequency:bf16,result:f32, a name such as cache-bf16, or none"
            }
            Self::Side => {
                "What views show of a comparison: a, b, difference (A − B), or all; B is set by b.KEY"
            }
            Self::Tolerance => "Largest |A − B| that counts as equal, from 0",
            Self::DifferenceScale => "Scale of A − B: linear, or log for powers of ten",
            Self::Offset => {
                "Distance k between two positions, -2^32 to 2^32: M_k moves t to t + k; a bias with a causal mask reads it backwards"
            }
            Self::Position => "Selected position t, -2^32 to 2^32",
            Self::Column => "Selected column j, from 0",
            Self::Head => "Selected head of a bias, from 0",
            Self::Measure => "How two positions are compared",
            Self::Colors => "Color maps: a diverging one, a sequential one, or both with a comma",
            Self::Scales => {
                "Color map and range of single views (auto, tight to the data, or typed), such as \
                 heatmap:viridis:-1..1,similarity:tight"
            }
            Self::Transpose => "Draw the heatmap with positions across: true or false",
            Self::Pixels => "What a pixel of several cells shows: mean, nearest, or spread",
            Self::Curves => "Columns drawn as waves, up to six, such as 0,1,14, or selected",
            Self::Hidden => "Columns whose waves are hidden, up to six, such as 0,1, or none",
            Self::Link => "Heatmap and waves show the same positions: true or false",
            Self::OffsetA => "Second offset a, to check that M_a·M_k is M_{a+k}; -2^32 to 2^32",
            Self::OtherLength => "Second length, to see what depends on it: 1 to 2^32",
            Self::CriteriaSelection => {
                "Encoding and criterion selected in Criteria, such as fraction,distance"
            }
            Self::Axes => {
                "Axes of the position curve: two columns such as 0,14, or directions such as p1,p2"
            }
            Self::Digits => "Decimals in the table of values, 1 to 17",
            Self::Resize => "Rows and columns that a grid of patches is resized to, such as 16x24",
            Self::Sequence => {
                "Tokens of text and images by their shape, for models whose tokens have three positions, such as 12 img 3x4 8"
            }
            Self::Sentence => "Sentence whose tokens become rows; up to 100000 characters",
            Self::Vectors => {
                "File of word vectors (text, or npy with a list of words), or toy for generated ones"
            }
            Self::Scaled => {
                "Multiply embeddings by √d_model before the encoding is added: true or false"
            }
            Self::Join => "How embedding and encoding are combined: add or concatenate",
            Self::Overlong => {
                "Sentence longer than the table: cut (truncate it) or refuse (reject it)"
            }
            Self::Controls => "Controls shown in the window, such as d_model,offset; none, or all",
            Self::Views => "Open views, such as heatmap,similarity",
            Self::Heatmap => "Part of the heatmap: columns and rows, such as 0..16,100..200",
            Self::Waves => "Part of the waves: rows and values, such as 100..200,-1..1",
            Self::Similarity => "Part of the similarity: columns and rows, such as 0..16,100..116",
            Self::Rotation => "Part of the rotation: columns and rows, such as 0..16,0..16",
            Self::RotationLab => "Part of the rotation lab: its columns, such as 0..16,0..4",
            Self::Profile => {
                "Part of the profile: offsets, counted from the smallest, and values, such as 0..16,0..1"
            }
            Self::Wavelengths => {
                "Part of the wavelengths: indexes, and powers of ten, such as 0..16,0..3"
            }
            Self::Shares => "Part of the shares: indexes, and percent, such as 0..16,0..10",
            Self::Values => "Part of the values: first column and row, such as 0..8,100..120",
            Self::Range => "Selected values: columns and rows, such as 0..8,100..120",
            Self::Tokens => "Part of the tokens: columns and rows, such as 0..16,0..4",
            Self::Sum => "Part of the sum: its columns, such as 0..16,0..3",
            Self::DifferenceByPosition => {
                "Part of the differences by position: rows, and powers of ten, such as 0..16,-9..0"
            }
            Self::DifferenceByColumn => {
                "Part of the differences by column: columns, and powers of ten, such as 0..16,-9..0"
            }
            Self::Score => "Part of the scores: offsets, and values, such as 0..4096,-0.2..1",
            Self::Error => "Part of the error map: columns and rows, such as 0..16,100..200",
            Self::ErrorByPosition => {
                "Part of the errors by position: rows, and powers of ten, such as 0..16,-9..0"
            }
            Self::ErrorByPair => {
                "Part of the errors by pair: pairs, and powers of ten, such as 0..16,-9..0"
            }
            Self::Neighbors => {
                "Part of the neighbors: rows, and powers of ten, such as 0..16,-4..0"
            }
            Self::Drift => "Part of the drift: moves and rows, such as 0..100,0..100",
            Self::Bias => {
                "Part of the bias by offset: offsets, counted from the first, and values, such as 0..16,-5..0"
            }
            Self::BiasMatrix => "Part of the bias matrix: columns and rows, such as 0..16,100..116",
            Self::Slopes => "Part of the slopes: heads, and powers of ten, such as 0..12,-3..0",
            Self::HalfLife => {
                "Part of the half-lives: heads, and powers of ten, such as 0..12,0..3"
            }
            Self::GridSimilarity => {
                "Part of the similarity on the grid: columns and rows, such as 0..8,0..8"
            }
            Self::GridSimilarities => {
                "Part of all cells of the grid: columns and rows, such as 0..40,0..28"
            }
            Self::GridAxes => {
                "Part of the axes of the columns: columns, and powers of ten, such as 0..16,0..3"
            }
            Self::Norms => "Part of the norms: rows and norms, such as 0..512,0..2",
            Self::Spectrum => "Part of the spectrum: turns and columns, such as 0..64,0..128",
            Self::ColumnFits => "Part of the columns as waves: columns and R², such as 0..64,0..1",
            Self::Shuffled => "Part of the shuffled rows: columns and rows, such as 0..64,0..64",
            Self::Positions => {
                "Part of the positions of a sequence: tokens and axes, such as 0..32,0..3"
            }
            Self::BiasScore => {
                "Part of the scores with a bias: offsets, counted from the first, and values, such as 0..16,-5..8"
            }
        }
    }

    /// Example of a value. Where the help names one, it is this.
    pub fn example(self) -> &'static str {
        match self {
            Self::Convention => "fairseq",
            Self::Encoding => "binary",
            Self::Table => "table.npy",
            Self::Tensor => "weight",
            Self::Seed | Self::Column => "7",
            Self::Model => "llama-3.1-8b",
            Self::Part => "text_config",
            Self::Layers => "full_attention",
            Self::Reader => "vllm",
            Self::HeadDim | Self::MaxDistance => "128",
            Self::RotaryDim | Self::DModel => "64",
            Self::Pairing | Self::CacheForm => "halves",
            Self::Scaling => "yarn",
            Self::Factor => "8",
            Self::TrainedLength => "8192",
            Self::BetaFast | Self::Buckets => "32",
            Self::BetaSlow | Self::LowFreqFactor => "1",
            Self::Truncate | Self::Scaled => "false",
            Self::Mscale | Self::MscaleAllDim => "0.707",
            Self::HighFreqFactor | Self::Digits => "4",
            Self::ShortFactor => "1,1.05",
            Self::LongFactor => "1,4.5",
            Self::MropeSection => "16,24,24",
            Self::Query | Self::KeyVector => "1,0,0.5",
            Self::Turning => "16",
            Self::AttentionFactor => "1.2",
            Self::Context => "32768",
            Self::Cache => "both",
            Self::Grid => "14x20",
            Self::Heads => "12",
            Self::Bidirectional | Self::Transpose | Self::Link => "true",
            Self::Start => "2",
            Self::Step => "0.25",
            Self::Length => "512",
            Self::Base => "500000",
            Self::Exponent => "half",
            Self::Layout => "split",
            Self::Order => "cos-first",
            Self::Components => "sin",
            Self::Round => "frequency:bf16,result:f32",
            Self::Side => "difference",
            Self::Tolerance => "1e-6",
            Self::DifferenceScale => "log",
            Self::Offset => "-3",
            Self::Position => "100",
            Self::Head => "3",
            Self::Measure => "cosine",
            Self::Colors => "viridis",
            Self::Scales => "heatmap:viridis:-1..1,similarity:tight",
            Self::Pixels => "nearest",
            Self::Curves => "0,1,14",
            Self::Hidden => "0,1",
            Self::OffsetA => "5",
            Self::OtherLength => "1024",
            Self::CriteriaSelection => "fraction,distance",
            Self::Axes => "0,14",
            Self::Resize => "16x24",
            Self::Sequence => "12 img 3x4 8",
            Self::Sentence => "the cat sat",
            Self::Vectors => "toy",
            Self::Join => "concatenate",
            Self::Overlong => "refuse",
            Self::Controls => "d_model,offset",
            Self::Views => "heatmap,similarity",
            Self::Heatmap | Self::Error => "0..16,100..200",
            Self::Waves => "100..200,-1..1",
            Self::Similarity | Self::BiasMatrix => "0..16,100..116",
            Self::Rotation => "0..16,0..16",
            Self::RotationLab | Self::Tokens => "0..16,0..4",
            Self::Profile => "0..16,0..1",
            Self::Wavelengths | Self::Sum | Self::GridAxes => "0..16,0..3",
            Self::Shares => "0..16,0..10",
            Self::Values | Self::Range => "0..8,100..120",
            Self::DifferenceByPosition
            | Self::DifferenceByColumn
            | Self::ErrorByPosition
            | Self::ErrorByPair => "0..16,-9..0",
            Self::Score => "0..4096,-0.2..1",
            Self::Neighbors => "0..16,-4..0",
            Self::Drift => "0..100,0..100",
            Self::Bias => "0..16,-5..0",
            Self::Slopes => "0..12,-3..0",
            Self::HalfLife => "0..12,0..3",
            Self::BiasScore => "0..16,-5..8",
            Self::GridSimilarity => "0..8,0..8",
            Self::GridSimilarities => "0..40,0..28",
            Self::Positions => "0..32,0..3",
            Self::Norms => "0..512,0..2",
            Self::Spectrum => "0..64,0..128",
            Self::ColumnFits => "0..64,0..1",
            Self::Shuffled => "0..64,0..64",
        }
    }

    /// Placeholder for the value in the command line's help.
    pub fn value_name(self) -> &'static str {
        match self {
            Self::Convention | Self::Tensor | Self::Part | Self::Layers => "NAME",
            Self::Model => "MODEL",
            Self::ShortFactor | Self::LongFactor | Self::Query | Self::KeyVector => "LIST",
            Self::MropeSection => "A,B,C",
            Self::DModel
            | Self::Start
            | Self::Step
            | Self::Length
            | Self::OtherLength
            | Self::Digits
            | Self::HeadDim
            | Self::RotaryDim
            | Self::TrainedLength
            | Self::Turning
            | Self::Context
            | Self::Heads
            | Self::Buckets
            | Self::MaxDistance
            | Self::Seed => "N",
            Self::Base
            | Self::Tolerance
            | Self::Factor
            | Self::BetaFast
            | Self::BetaSlow
            | Self::Mscale
            | Self::MscaleAllDim
            | Self::LowFreqFactor
            | Self::HighFreqFactor
            | Self::AttentionFactor => "X",
            Self::Offset => "K",
            Self::OffsetA => "A",
            Self::Axes => "AXES",
            Self::CriteriaSelection => "E,C",
            Self::Views => "VIEWS",
            Self::Position => "T",
            Self::Column => "J",
            Self::Head => "H",
            Self::Grid | Self::Resize => "RxC",
            Self::Sentence | Self::Sequence => "TEXT",
            Self::Vectors | Self::Table => "FILE",
            Self::Controls => "KEYS",
            Self::Transpose | Self::Link | Self::Scaled | Self::Truncate | Self::Bidirectional => {
                "BOOL"
            }
            Self::Curves | Self::Hidden => "COLUMNS",
            Self::Colors => "MAPS",
            Self::Scales => "SCALES",
            Self::Heatmap
            | Self::Waves
            | Self::Similarity
            | Self::Rotation
            | Self::RotationLab
            | Self::Profile
            | Self::Wavelengths
            | Self::Shares
            | Self::Values
            | Self::Range
            | Self::Tokens
            | Self::Sum
            | Self::DifferenceByPosition
            | Self::DifferenceByColumn
            | Self::Score
            | Self::Error
            | Self::ErrorByPosition
            | Self::ErrorByPair
            | Self::Neighbors
            | Self::Drift
            | Self::Bias
            | Self::BiasMatrix
            | Self::Slopes
            | Self::HalfLife
            | Self::BiasScore
            | Self::GridSimilarity
            | Self::GridSimilarities
            | Self::GridAxes
            | Self::Positions
            | Self::Norms
            | Self::Spectrum
            | Self::ColumnFits
            | Self::Shuffled => "A..B,C..D",
            Self::Encoding
            | Self::Exponent
            | Self::Layout
            | Self::Order
            | Self::Components
            | Self::Round
            | Self::Side
            | Self::DifferenceScale
            | Self::Measure
            | Self::Join
            | Self::Overlong
            | Self::Reader
            | Self::Pairing
            | Self::Scaling
            | Self::Cache
            | Self::CacheForm
            | Self::Pixels => "KEY",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::{Scene, Setting};

    #[test]
    fn every_example_parses() {
        for &key in Key::ALL {
            let parsed = Setting::parse(key, key.example());
            assert!(parsed.is_ok(), "{key:?}: {parsed:?}");
        }
    }

    #[test]
    fn help_names_the_example() {
        for &key in Key::ALL {
            let named = key.help().split_once("such as ").map(|(_, named)| named);
            assert!(named.is_none_or(|it| it.starts_with(key.example())), "{key:?}: {named:?}");
        }
    }

    #[test]
    fn every_example_is_a_scene_with_what_it_depends_on() {
        for &key in Key::ALL {
            let with = match key {
                Key::Side => "b.convention=fairseq&",
                Key::Tensor => "table=table.npz&",
                _ => "",
            };
            let text = format!("{with}{}={}", key.key(), key.example());
            let scene = text.parse::<Scene>();
            assert!(scene.is_ok(), "{text}: {scene:?}");
        }
    }
}
