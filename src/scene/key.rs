//! Keys of a scene's text form: a row for each, with all that is said about it.

use thiserror::Error;

use super::View;
use crate::{likeness::nearest, stable_enum::UnknownKey};

/// Declares the keys: name, text, placeholder and example of a value, and a description in one sentence.
macro_rules! keys {
    ($( $name:ident = $key:literal, $value:literal, $example:literal, $help:literal; )+) => {
        /// Keys of a scene's text form.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Key {
            $( #[doc = concat!("The key `", $key, "`.")] $name, )+
            /// Visible part of a view.
            Viewport(View),
        }

        /// Keys that are no visible part of a view.
        const PLAIN: &[Key] = &[$( Key::$name, )+];

        impl Key {
            /// Stable text of the key.
            pub fn key(self) -> &'static str {
                match self {
                    $( Self::$name => $key, )+
                    Self::Viewport(view) => view.key(),
                }
            }

            /// Description in one sentence, for tooltips and for the command line.
            pub fn help(self) -> &'static str {
                match self {
                    $( Self::$name => $help, )+
                    Self::Viewport(view) => view.part().map_or("", |part| part.help),
                }
            }

            /// Names of the value in programs and papers; empty where it has none of its own.
            pub fn in_code(self) -> &'static str {
                match self {
                    Self::DModel => "d_model, hidden_size, embedding_dim, n_embd; d in formulas",
                    Self::Length => "max_len, max_position_embeddings, num_positions",
                    Self::Start => "padding_idx + 1, offset",
                    Self::Base => "rope_theta, theta, rotary_emb_base, max_timescale, 10000.0",
                    Self::HeadDim => "head_dim, hidden_size / num_attention_heads",
                    Self::RotaryDim => "rotary_dim, partial_rotary_factor × head_dim",
                    Self::Position => "pos, position_ids; m in papers on rotation",
                    Self::Column => "2i and 2i + 1 in the paper, for pair i",
                    Self::Offset => "relative position, key position − query position",
                    _ => "",
                }
            }

            /// Example of a value. Where the help names one, it is this.
            pub fn example(self) -> &'static str {
                match self {
                    $( Self::$name => $example, )+
                    Self::Viewport(view) => view.part().map_or("", |part| part.example),
                }
            }

            /// Placeholder for the value in the command line's help.
            pub fn value_name(self) -> &'static str {
                match self {
                    $( Self::$name => $value, )+
                    Self::Viewport(_) => "A..B,C..D",
                }
            }
        }
    };
}

keys! {
    Convention = "convention", "NAME", "fairseq",
        "Named convention: exponent, layout, order, first position and base";
    Encoding = "encoding", "KEY", "binary",
        "Family of the encoding: sinusoidal, or one to compare it with, such as binary";
    Table = "table", "FILE", "table.npy",
        "File whose numbers are the table: npy, npz, safetensors, csv or tsv; or example:learned.npy";
    BiasTable = "bias_table", "FILE", "model.safetensors",
        "File with the numbers that a T5 bias has learned: a row for each bucket, a column for each head";
    Tensor = "tensor", "NAME", "weight", "Tensor of the file of the table, where it has several";
    Seed = "seed", "N", "7", "Seed of the random vectors, 0 to 2^53";
    Octaves = "octaves", "N", "10", "Number of octaves of Fourier features, 1 to 32: 2N columns";
    Pi = "pi", "KEY", "true",
        "Frequencies of Fourier features: 1, 2, 4, … (false), times π (true) or times 2π (twice)";
    Identity = "identity", "BOOL", "false",
        "First column of Fourier features is the coordinate x itself: true or false";
    Model = "model", "MODEL", "llama-3.1-8b",
        "Model whose rotary encoding is shown: a preset, or a config.json, params.json or GGUF file";
    Part = "part", "NAME", "text_config",
        "Configuration within that of the file, such as text_config";
    Layers = "layers", "NAME", "full_attention",
        "Set of layers of the model, such as full_attention";
    Reader = "reader", "KEY", "vllm", "Program by whose rules the configuration is read";
    HeadDim = "head_dim", "N", "128", "Width of an attention head, 1 to 16384";
    RotaryDim = "rotary_dim", "N", "64", "How many dimensions of a head are rotated";
    Pairing = "pairing", "KEY", "halves",
        "Dimensions of a head that turn together: halves, adjacent or adjacent_to_halves";
    Scaling = "scaling", "KEY", "yarn",
        "Rule that stretches the frequencies for longer contexts (rope_type)";
    Factor = "factor", "X", "8", "Factor by which the scaling stretches";
    TrainedLength = "trained_length", "N", "8192",
        "Length that the model was trained with before scaling (original_max_position_embeddings; for dynamic max_position_embeddings)";
    BetaFast = "beta_fast", "X", "32",
        "Turns within the trained length from which yarn keeps a frequency";
    BetaSlow = "beta_slow", "X", "1",
        "Turns within the trained length up to which yarn divides a frequency";
    Truncate = "truncate", "BOOL", "false",
        "Round the ends of yarn's ramp to whole pairs: true or false";
    Mscale = "mscale", "X", "0.707", "mscale of yarn; counts together with mscale_all_dim";
    MscaleAllDim = "mscale_all_dim", "X", "0.707",
        "mscale_all_dim of yarn; counts together with mscale";
    LowFreqFactor = "low_freq_factor", "X", "1",
        "Turns within the trained length up to which llama3 divides a frequency";
    HighFreqFactor = "high_freq_factor", "X", "4",
        "Turns within the trained length from which llama3 keeps a frequency";
    ShortFactor = "short_factor", "LIST", "1,1.05",
        "Divisors of longrope up to the trained length, separated by commas";
    LongFactor = "long_factor", "LIST", "1,4.5",
        "Divisors of longrope beyond the trained length, separated by commas";
    MropeSection = "mrope_section", "A,B,C", "16,24,24",
        "Pairs of time, height and width, where tokens have three positions: 16,24,24, interleaved:24,20,20 or alternating:22,22,20; none";
    Query = "query", "LIST", "1,0,0.5",
        "Query that the view Relative turns: a number for each dimension, the rest 0, such as 1,0,0.5; or random";
    KeyVector = "key_vector", "LIST", "1,0,0.5",
        "Key that the view Relative turns: a number for each dimension, the rest 0, such as 1,0,0.5; or random";
    Turning = "turning", "N", "16", "Number of pairs that turn under proportional scaling";
    AttentionFactor = "attention_factor", "X", "1.2",
        "Factor of cosines and sines; scores grow by its square";
    Context = "context", "N", "32768",
        "Length of the sequence, which dynamic and longrope depend on; none: as the model is constructed";
    Cache = "cache", "KEY", "both", "Table of a rotary encoding that is shown: cos, sin or both";
    CacheForm = "cache_form", "KEY", "halves",
        "Columns of that table: one for each pair, or two in halves or adjacent";
    Grid = "grid", "RxC", "14x20",
        "Rows and columns of a grid of patches, such as 14x20; with frames 4x14x20";
    Heads = "heads", "N", "12", "Number of attention heads of a bias, 1 to 4096";
    Buckets = "buckets", "N", "32", "Number of buckets of offsets of a T5 bias";
    MaxDistance = "max_distance", "N", "128",
        "Distance that the buckets of a T5 bias are made for; the last one begins before";
    Bidirectional = "bidirectional", "BOOL", "true",
        "Keys after the query have buckets of their own in a T5 bias: true or false";
    DModel = "d_model", "N", "64", "Width of the encoding: the number of columns, 1 to 16384";
    Start = "start", "N", "2",
        "Position of the first row, -2^32 to 2^32; any real number for sinusoids, rotary encodings and Fourier features";
    Step = "step", "N", "0.25", "Positions from row to row, such as 0.25; negative in reverse";
    Length = "length", "N", "512", "Number of positions in the table, 1 to 2^32";
    Base = "base", "X", "500000",
        "The constant 10000 in the paper; a larger base gives longer waves; above 1, up to 1e12";
    Exponent = "exponent", "KEY", "half", "Rule that gives e in the frequency ω = base^(−e)";
    Layout = "layout", "KEY", "split", "Sine and cosine interleaved, or in one block each";
    Order = "order", "KEY", "cos-first", "Which of sine and cosine comes first";
    Components = "components", "KEY", "sin",
        "Sine and cosine of d/2 frequencies, or only one of them at d frequencies";
    Round = "round", "KEY", "frequency:bf16,result:f32",
        "Types that stages are rounded to, such as frequency:bf16,result:f32, a name such as cache-bf16, or none";
    Side = "side", "KEY", "difference",
        "What views show of a comparison: a, b, difference (A − B), or all; B is set by b.KEY";
    Tolerance = "tolerance", "X", "1e-6", "Largest |A − B| that counts as equal, from 0";
    DifferenceScale = "difference_scale", "KEY", "log",
        "Scale of A − B: linear, or log for powers of ten";
    Offset = "offset", "K", "-3",
        "Distance k between two positions, -2^32 to 2^32: M_k moves t to t + k; a bias with a causal mask reads it backwards";
    Position = "position", "T", "100", "Selected position t, -2^32 to 2^32";
    Column = "column", "J", "7", "Selected column j, from 0";
    Head = "head", "H", "3", "Selected head of a bias, from 0";
    Measure = "measure", "KEY", "cosine", "How two positions are compared";
    Colors = "colors", "MAPS", "viridis",
        "Color maps: a diverging one, a sequential one, or both with a comma";
    Scales = "scales", "SCALES", "heatmap:viridis:-1..1,similarity:tight",
        "Color map and range of single views (auto, full, tight to the data, or typed), such as heatmap:viridis:-1..1,similarity:tight";
    SideNames = "side_names", "BOOL", "false",
        "Names of A and B beside their letters: true or false, as a question about them needs";
    Transpose = "transpose", "BOOL", "true",
        "Draw the heatmap with positions across: true or false";
    Pixels = "pixels", "KEY", "nearest",
        "What a pixel of several cells shows: mean, nearest, or spread";
    Curves = "curves", "COLUMNS", "0,1,14",
        "Columns drawn as waves, up to six, such as 0,1,14, or selected";
    Hidden = "hidden", "COLUMNS", "0,1",
        "Columns whose waves are hidden, up to six, such as 0,1, or none";
    Link = "link", "BOOL", "true", "Heatmap and waves show the same positions: true or false";
    OffsetA = "offset_a", "A", "5",
        "Second offset a, to check that M_a·M_k is M_{a+k}; -2^32 to 2^32";
    OtherLength = "other_length", "N", "1024",
        "Second length, to see what depends on it: 1 to 2^32";
    CriteriaSelection = "judged", "E,C", "fraction,distance",
        "Encoding and criterion selected in Criteria, such as fraction,distance";
    Axes = "axes", "AXES", "0,14",
        "Axes of the position curve: two columns such as 0,14, or directions such as p1,p2";
    Digits = "digits", "N", "4", "Decimals in the table of values, 1 to 17";
    Resize = "resize", "RxC", "16x24",
        "Rows and columns that a grid of patches is resized to, such as 16x24";
    Sequence = "sequence", "TEXT", "12 img 3x4 8",
        "Tokens of text and images by their shape, for models whose tokens have three positions, such as 12 img 3x4 8";
    Sentence = "sentence", "TEXT", "the cat sat",
        "Sentence whose tokens become rows; up to 100000 characters";
    Vectors = "vectors", "FILE", "toy",
        "File of word vectors (text, or npy with a list of words), or toy for generated ones";
    Scaled = "scaled", "BOOL", "false",
        "Multiply embeddings by √d_model before the encoding is added: true or false";
    Join = "join", "KEY", "concatenate",
        "How embedding and encoding are combined: add or concatenate";
    Overlong = "overlong", "KEY", "refuse",
        "Sentence longer than the table: cut (truncate it) or refuse (reject it)";
    About = "about", "MODEL", "config.json",
        "Model whose positions the encoding shows: its folder, config.json or checkpoint; the view Positions of the model lists them";
    Controls = "controls", "KEYS", "d_model,offset",
        "Controls shown in the window, such as d_model,offset; none, or all";
    Views = "views", "VIEWS", "heatmap,similarity", "Open views, such as heatmap,similarity";
    Range = "range", "A..B,C..D", "0..8,100..120",
        "Selected values: columns and rows, such as 0..8,100..120";
}

/// Number of keys.
const NUM: usize = PLAIN.len() + View::NUM_PARTS;

/// All keys: the visible parts come last, and marked values after the part of the values that is visible.
const ALL: [Key; NUM] = {
    let mut all = [Key::Range; NUM];
    let (mut num, mut i) = (0, 0);
    while i < PLAIN.len() {
        if !matches!(PLAIN[i], Key::Range) {
            all[num] = PLAIN[i];
            num += 1;
        }
        i += 1;
    }
    i = 0;
    while i < View::ALL.len() {
        if View::ALL[i].part().is_some() {
            all[num] = Key::Viewport(View::ALL[i]);
            // The place after it is that of marked values.
            num += if matches!(View::ALL[i], View::Values) { 2 } else { 1 };
        }
        i += 1;
    }
    all
};

/// Error for a text that is no key, with the keys most like it.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("nearest are {}; the help of the command line lists all", .nearest.join(", "))]
pub struct NoKey {
    nearest: Vec<&'static str>,
}

impl Key {
    /// All keys, in the order in which they are written.
    pub const ALL: &'static [Self] = &ALL;

    /// Key with a text.
    pub fn from_key(key: &str) -> Result<Self, UnknownKey> {
        let found = Self::ALL.iter().copied().find(|it| it.key() == key);
        found.ok_or_else(|| UnknownKey { allowed: Self::ALL.iter().map(|it| it.key()).collect() })
    }

    /// True for a key that makes an encoding, which B may set as well.
    pub(crate) fn makes_encoding(self) -> bool {
        self <= Self::Round
    }

    /// True for a key of a rotary encoding alone.
    pub(super) fn is_rotary(self) -> bool {
        (Self::Model..=Self::CacheForm).contains(&self)
    }

    /// True for a key of a bias alone.
    pub(super) fn is_of_bias(self) -> bool {
        (Self::Heads..=Self::Bidirectional).contains(&self) || self == Self::BiasTable
    }

    /// Key with a name.
    ///
    /// # Errors
    ///
    /// Fails with the nearest keys if there is none.
    pub fn named(name: &str) -> Result<Self, NoKey> {
        Self::from_key(name).map_err(|_unknown| NoKey {
            nearest: nearest(name, Self::ALL.iter().map(|key| key.key())),
        })
    }
}

impl View {
    /// Key of the view's visible part; `None` if the whole view is always shown.
    pub fn viewport_key(self) -> Option<Key> {
        self.part().map(|_| Key::Viewport(self))
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
