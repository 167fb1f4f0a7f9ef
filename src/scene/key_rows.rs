//! Keys of a scene: a row for each, with all that is said about it.
//!
//! The rows of the keys that make an encoding are written first, those of all else in a scene after them. A row has name, text,
//! placeholder and example of a value, and a description in one sentence. A key that makes an encoding has the families
//! that it belongs to before its text, and is `named` if its value belongs to a convention or a model: it is dropped
//! with that. A key whose value is a field of a draft has type and field, too; whether the field is the `value` or an
//! `option` of it; its default; and how [`SceneText`](super::text_value::SceneText) reads it.

/// Calls a macro with some tokens and the rows of the keys that make an encoding: `with! { [tokens] rows }`.
macro_rules! for_encoding_keys {
    ($( $with:ident )::+ [$( $given:tt )*]) => {
        $( $with )::+! {
            [$( $given )*]
            Convention [Sinusoidal Grid Bias] = "convention", "NAME", "fairseq",
                "Named convention: exponent, layout, order, first position and base";
            Encoding [all] = "encoding", "KEY", "binary",
                "Family of the encoding: sinusoidal, or one to compare it with, such as binary";
            Table [Table] named = "table", "FILE", "table.npy",
                "File whose numbers are the table: npy, npz, safetensors, csv or tsv; or example:learned.npy"
                => (FilePath) table option = None, |it| it.file();
            BiasTable [Bias] named = "bias_table", "FILE", "model.safetensors",
                "File with the numbers that a T5 bias has learned: a row for each bucket, a column for each head"
                => (FilePath) bias_table option = None, |it| it.file();
            Tensor [Table Bias] named =
                "tensor", "NAME", "weight", "Tensor of the file of the table, where it has several"
                => (Arc<str>) tensor option = None, |it| it.name_of_tensor();
            Seed [all] = "seed", "N", "7", "Seed of the random vectors, 0 to 2^53"
                => (u64) seed value = 0, |it| Ok(it.whole(0..=SEED_MAX)? as u64);
            Octaves [Fourier] =
                "octaves", "N", "10", "Number of octaves of Fourier features, 1 to 32: 2N columns"
                => (u32) octaves value = 10,
                    |it| Ok(it.whole(1..=Fourier::MOST_OCTAVES.into())? as u32);
            Pi [Fourier] = "pi", "KEY", "true",
                "Frequencies of Fourier features: 1, 2, 4, … (false), times π (true) or times 2π (twice)"
                => (FourierFactor) pi value = FourierFactor::One, |it| it.keyed(FourierFactor::from_key);
            Identity [Fourier] = "identity", "BOOL", "false",
                "First column of Fourier features is the coordinate x itself: true or false"
                => (bool) identity value = true, |it| it.parsed("expected true or false");
            Model [Rotary] named = "model", "MODEL", "llama-3.1-8b",
                "Model whose rotary encoding is shown: a preset, or a config.json, params.json or GGUF file"
                => (FilePath) model option = None, |it| it.model();
            Part [Rotary] named = "part", "NAME", "text_config",
                "Configuration within that of the file, such as text_config"
                => (Arc<str>) part option = None, |it| it.name();
            Layers [Rotary] named = "layers", "NAME", "full_attention",
                "Set of layers of the model, such as full_attention"
                => (Arc<str>) layers option = None, |it| it.name();
            Reader [Rotary] named =
                "reader", "KEY", "vllm", "Program by whose rules the configuration is read"
                => (Reader) reader value = Reader::Transformers5, |it| it.keyed(Reader::from_key);
            HeadDim [Rotary Grid] named =
                "head_dim", "N", "128", "Width of an attention head, 1 to 16384"
                => (u32) head_dim option = None, |it| it.width();
            RotaryDim [Rotary] named =
                "rotary_dim", "N", "64", "How many dimensions of a head are rotated"
                => (u32) rotary_dim option = None, |it| it.width();
            Pairing [Rotary] named = "pairing", "KEY", "halves",
                "Dimensions of a head that turn together: halves, adjacent or adjacent_to_halves"
                => (Pairing) pairing option = None, |it| it.keyed(Pairing::from_key);
            Scaling [Rotary] named = "scaling", "KEY", "yarn",
                "Rule that stretches the frequencies for longer contexts (rope_type)"
                => (Rule) scaling option = None, |it| it.keyed(Rule::from_key);
            Factor [Rotary] named = "factor", "X", "8", "Factor by which the scaling stretches"
                => (f64) factor option = None, |it| it.positive();
            TrainedLength [Rotary] named = "trained_length", "N", "8192",
                "Length that the model was trained with before scaling (original_max_position_embeddings; for dynamic max_position_embeddings)"
                => (f64) trained_length option = None, |it| it.base();
            BetaFast [Rotary] named = "beta_fast", "X", "32",
                "Turns within the trained length from which yarn keeps a frequency"
                => (f64) beta_fast option = None, |it| it.positive();
            BetaSlow [Rotary] named = "beta_slow", "X", "1",
                "Turns within the trained length up to which yarn divides a frequency"
                => (f64) beta_slow option = None, |it| it.positive();
            Truncate [Rotary] named = "truncate", "BOOL", "false",
                "Round the ends of yarn's ramp to whole pairs: true or false"
                => (bool) truncate option = None, |it| it.parsed("expected true or false");
            Mscale [Rotary] named =
                "mscale", "X", "0.707", "mscale of yarn; counts together with mscale_all_dim"
                => (f64) mscale option = None, |it| it.moderate();
            MscaleAllDim [Rotary] named = "mscale_all_dim", "X", "0.707",
                "mscale_all_dim of yarn; counts together with mscale"
                => (f64) mscale_all_dim option = None, |it| it.moderate();
            LowFreqFactor [Rotary] named = "low_freq_factor", "X", "1",
                "Turns within the trained length up to which llama3 divides a frequency"
                => (f64) low_freq_factor option = None, |it| it.positive();
            HighFreqFactor [Rotary] named = "high_freq_factor", "X", "4",
                "Turns within the trained length from which llama3 keeps a frequency"
                => (f64) high_freq_factor option = None, |it| it.positive();
            ShortFactor [Rotary] named = "short_factor", "LIST", "1,1.05",
                "Divisors of longrope up to the trained length, separated by commas"
                => (Arc<[f64]>) short_factor option = None, |it| it.divisors();
            LongFactor [Rotary] named = "long_factor", "LIST", "1,4.5",
                "Divisors of longrope beyond the trained length, separated by commas"
                => (Arc<[f64]>) long_factor option = None, |it| it.divisors();
            MropeSection [Rotary] named = "mrope_section", "A,B,C", "16,24,24",
                "Pairs of time, height and width, where tokens have three positions: 16,24,24, interleaved:24,20,20 or alternating:22,22,20; none"
                => (Option<Sections>) mrope_section option = None, |it| it.sections();
            Query [Rotary] named = "query", "LIST", "1,0,0.5",
                "Query that the view Relative turns: a number for each dimension, the rest 0, such as 1,0,0.5; or random"
                => (Option<Arc<[f64]>>) query value = None, |it| it.vector();
            KeyVector [Rotary] named = "key_vector", "LIST", "1,0,0.5",
                "Key that the view Relative turns: a number for each dimension, the rest 0, such as 1,0,0.5; or random"
                => (Option<Arc<[f64]>>) key_vector value = None, |it| it.vector();
            Turning [Rotary] named =
                "turning", "N", "16", "Number of pairs that turn under proportional scaling"
                => (u32) turning option = None, |it| Ok(it.whole(0..=Limits::PAIRS_MAX.into())? as u32);
            AttentionFactor [Rotary] named = "attention_factor", "X", "1.2",
                "Factor of cosines and sines; scores grow by its square"
                => (f64) attention_factor option = None, |it| it.positive();
            Context [Rotary] named = "context", "N", "32768",
                "Length of the sequence, which dynamic and longrope depend on; none: as the model is constructed"
                => (Option<u64>) context value = None, |it| it.length_or_none();
            Cache [Rotary Grid] =
                "cache", "KEY", "both", "Table of a rotary encoding that is shown: cos, sin or both"
                => (Cache) cache value = Cache::Cos, |it| it.keyed(Cache::from_key);
            CacheForm [Rotary] = "cache_form", "KEY", "halves",
                "Columns of that table: one for each pair, or two in halves or adjacent"
                => (CacheForm) cache_form value = CacheForm::Pairs, |it| it.keyed(CacheForm::from_key);
            Grid [Grid Table] = "grid", "RxC", "14x20",
                "Rows and columns of a grid of patches, such as 14x20; with frames 4x14x20"
                => (GridShape) grid option = None, |it| it.parsed(GridShape::ALLOWED);
            Heads [Bias] = "heads", "N", "12", "Number of attention heads of a bias, 1 to 4096"
                => (u32) heads value = 12, |it| Ok(it.whole(1..=Bias::MOST_HEADS.into())? as u32);
            Buckets [Bias] = "buckets", "N", "32", "Number of buckets of offsets of a T5 bias"
                => (u32) buckets value = Buckets::default().num(),
                    |it| Ok(it.whole(1..=Buckets::MOST.into())? as u32);
            MaxDistance [Bias] = "max_distance", "N", "128",
                "Distance that the buckets of a T5 bias are made for; the last one begins before"
                => (u32) max_distance value = Buckets::default().max_distance(),
                    |it| Ok(it.whole(1..=Buckets::FARTHEST.into())? as u32);
            Bidirectional [Bias] = "bidirectional", "BOOL", "true",
                "Keys after the query have buckets of their own in a T5 bias: true or false"
                => (bool) bidirectional value = Buckets::default().is_bidirectional(),
                    |it| it.parsed("expected true or false");
            DModel [Sinusoidal Binary Random Grid] =
                "d_model", "N", "64", "Width of the encoding: the number of columns, 1 to 16384"
                => (u32) d_model value = 128, |it| it.width();
            Start [Sinusoidal Index Fraction Binary Random Fourier Table Rotary Bias] =
                "start", "N", "2",
                "Position of the first row, -2^32 to 2^32; any real number for sinusoids, rotary encodings and Fourier features"
                => (f64) start option = None, |it| it.real(|_| true, "a number");
            Step [Sinusoidal Fourier Rotary] =
                "step", "N", "0.25", "Positions from row to row, such as 0.25; negative in reverse"
                => (f64) step option = None, |it| it.real(|step| step != 0.0, "a number other than 0,");
            Length [Sinusoidal Index Fraction Binary Random Fourier Rotary Bias] =
                "length", "N", "512", "Number of positions in the table, 1 to 2^32"
                => (u64) length value = 256, |it| Ok(it.whole(1..=Limits::LENGTH_MAX as i64)? as u64);
            Base [Sinusoidal Rotary Grid] named = "base", "X", "500000",
                "The constant 10000 in the paper; a larger base gives longer waves; above 1, up to 1e12"
                => (f64) base option = None, |it| it.base();
            Exponent [Sinusoidal] named =
                "exponent", "KEY", "half", "Rule that gives e in the frequency ω = base^(−e)"
                => (Exponent) exponent option = None, |it| it.keyed(Exponent::from_key);
            Layout [Sinusoidal Fourier] named =
                "layout", "KEY", "split", "Sine and cosine interleaved, or in one block each"
                => (Layout) layout option = None, |it| match it.text {
                    // As people with Fourier features call it.
                    "grouped" => Ok(Layout::Split),
                    _ => it.keyed(Layout::from_key),
                };
            Order [Sinusoidal Fourier] named =
                "order", "KEY", "cos-first", "Which of sine and cosine comes first"
                => (Order) order option = None, |it| it.keyed(Order::from_key);
            Components [Sinusoidal] named = "components", "KEY", "sin",
                "Sine and cosine of d/2 frequencies, or only one of them at d frequencies"
                => (Components) components option = None, |it| it.keyed(Components::from_key);
            Round [Sinusoidal Index Fraction Binary Random Fourier Table Rotary Grid] named =
                "round", "KEY", "frequency:bf16,result:f32",
                "Types that stages are rounded to, such as frequency:bf16,result:f32, a name such as cache-bf16, or none"
                => (Stages) round value = Stages::default(), |it| it.told();
        }
    };
}

/// Calls a macro with some tokens, the rows given to it, and those of the keys that make no encoding.
macro_rules! for_scene_keys {
    ($( $with:ident )::+ [$( $given:tt )*] $( $before:tt )*) => {
        $( $with )::+! {
            [$( $given )*]
            $( $before )*
            Side = "side", "KEY", "difference",
                "What views show of a comparison: a, b, difference (A − B), or all; B is set by b.KEY"
                => (Sides) sides value = Sides::A, |it| it.keyed(Sides::from_key);
            Tolerance = "tolerance", "X", "1e-6", "Largest |A − B| that counts as equal, from 0"
                => (f64) tolerance value = 0.0, |it| {
                    it.number(|it| it >= 0.0 && it.is_finite(), "expected a number from 0")
                };
            DifferenceScale = "difference_scale", "KEY", "log",
                "Scale of A − B: linear, or log for powers of ten"
                => (DifferenceScale) difference_scale value = DifferenceScale::Linear,
                    |it| it.keyed(DifferenceScale::from_key);
            Offset = "offset", "K", "-3",
                "Distance k between two positions, -2^32 to 2^32: M_k moves t to t + k; a bias with a causal mask reads it backwards"
                => (i64) offset value = 10, |it| it.whole(POSITIONS);
            Position = "position", "T", "100", "Selected position t, -2^32 to 2^32"
                => (i64) position value = 42,
                    |it| number::parse_whole(it.text).map_or_else(|| it.whole(POSITIONS), Ok);
            Column = "column", "J", "7", "Selected column j, from 0"
                => (u32) column value = 14, |it| Ok(it.whole(0..=i64::from(Limits::D_MODEL_MAX) - 1)? as u32);
            Head = "head", "H", "3", "Selected head of a bias, from 0"
                => (u32) head value = 0, |it| Ok(it.whole(0..=i64::from(Bias::MOST_HEADS) - 1)? as u32);
            Measure = "measure", "KEY", "cosine", "How two positions are compared"
                => (Measure) measure value = Measure::Dot, |it| it.keyed(Measure::from_key);
            Colors = "colors", "MAPS", "viridis",
                "Color maps: a diverging one, a sequential one, or both with a comma";
            Scales = "scales", "SCALES", "heatmap:viridis:-1..1,similarity:tight",
                "Color map and range of single views (auto, full, tight to the data, or typed), such as heatmap:viridis:-1..1,similarity:tight";
            SideNames = "side_names", "BOOL", "false",
                "Names of A and B beside their letters: true or false, as a question about them needs"
                => (bool) side_names value = true, |it| it.parsed("expected true or false");
            Transpose = "transpose", "BOOL", "true",
                "Draw the heatmap with positions across: true or false"
                => (bool) transpose value = false, |it| it.parsed("expected true or false");
            Pixels = "pixels", "KEY", "nearest",
                "What a pixel of several cells shows: mean, nearest, or spread"
                => (Pixels) pixels value = Pixels::Mean, |it| it.keyed(Pixels::from_key);
            Curves = "curves", "COLUMNS", "0,1,14",
                "Columns drawn as waves, up to six, such as 0,1,14, or selected"
                => (CurveColumns) curves value = CurveColumns::default(),
                    |it| it.parsed(CurveColumns::ALLOWED);
            Hidden = "hidden", "COLUMNS", "0,1",
                "Columns whose waves are hidden, up to six, such as 0,1, or none"
                => (CurveColumns) hidden value = CurveColumns::default(), |it| {
                    it.allowed(CurveColumns::parse_hidden(it.text).ok(), CurveColumns::HIDDEN_ALLOWED)
                };
            Link = "link", "BOOL", "true", "Heatmap and waves show the same positions: true or false"
                => (bool) link value = false, |it| it.parsed("expected true or false");
            OffsetA = "offset_a", "A", "5",
                "Second offset a, to check that M_a·M_k is M_{a+k}; -2^32 to 2^32"
                => (i64) offset_a value = 3, |it| it.whole(POSITIONS);
            OtherLength = "other_length", "N", "1024",
                "Second length, to see what depends on it: 1 to 2^32"
                => (u64) other_length value = 512,
                    |it| Ok(it.whole(1..=Limits::LENGTH_MAX as i64)? as u64);
            CriteriaSelection = "judged", "E,C", "fraction,distance",
                "Encoding and criterion selected in Criteria, such as fraction,distance"
                => (CriteriaSelection) criteria_selection value = CriteriaSelection::default(),
                    |it| it.told();
            Axes = "axes", "AXES", "0,14",
                "Axes of the position curve: two columns such as 0,14, or directions such as p1,p2"
                => (CurveAxes) axes value = CurveAxes::default(), |it| it.parsed(CurveAxes::ALLOWED);
            Digits = "digits", "N", "4", "Decimals in the table of values, 1 to 17"
                => (Digits) digits value = Digits::default(),
                    |it| Ok(Digits::new(it.whole(Digits::FEWEST as i64..=Digits::MOST as i64)?));
            Resize = "resize", "RxC", "16x24",
                "Rows and columns that a grid of patches is resized to, such as 16x24"
                => (GridShape) resize option = None, |it| {
                    let shape = it.parsed(GridShape::ALLOWED_SIDES)?;
                    let flat = Some(shape).filter(|it: &GridShape| !it.has_frames());
                    it.allowed(flat, GridShape::ALLOWED_SIDES)
                };
            Sequence = "sequence", "TEXT", "12 img 3x4 8",
                "Tokens of text and images by their shape, for models whose tokens have three positions, such as 12 img 3x4 8"
                => (Sequence) sequence value = Sequence::default(), |it| it.parsed(Sequence::ALLOWED);
            Sentence = "sentence", "TEXT", "the cat sat",
                "Sentence whose tokens become rows; up to 100000 characters"
                => (Sentence) sentence value = Sentence::default(),
                    |it| it.allowed(Sentence::new(it.text), Sentence::ALLOWED);
            Vectors = "vectors", "FILE", "toy",
                "File of word vectors (text, or npy with a list of words), or toy for generated ones";
            Scaled = "scaled", "BOOL", "false",
                "Multiply embeddings by √d_model before the encoding is added: true or false"
                => (bool) scaled value = true, |it| it.parsed("expected true or false");
            Join = "join", "KEY", "concatenate",
                "How embedding and encoding are combined: add or concatenate"
                => (Join) join value = Join::Add, |it| it.keyed(Join::from_key);
            Overlong = "overlong", "KEY", "refuse",
                "Sentence longer than the table: cut (truncate it) or refuse (reject it)"
                => (Overlong) overlong value = Overlong::Cut, |it| it.keyed(Overlong::from_key);
            About = "about", "MODEL", "config.json",
                "Model whose positions the encoding shows: its folder, config.json or checkpoint; the view Positions of the model lists them"
                => (FilePath) about option = None, |it| it.file();
            Controls = "controls", "KEYS", "d_model,offset",
                "Controls shown in the window, such as d_model,offset; none, or all";
            Views = "views", "VIEWS", "heatmap,similarity", "Open views, such as heatmap,similarity"
                => (Views) views value = Views::default(), |it| {
                    let refused = |_unknown: UnknownKey| it.refused(views_expected(it.text));
                    it.text.parse().map_err(refused)
                };
            Range = "range", "A..B,C..D", "0..8,100..120",
                "Selected values: columns and rows, such as 0..8,100..120";
        }
    };
}

/// Calls a macro with some tokens and the rows of all keys.
macro_rules! for_keys {
    ($( $with:ident )::+ [$( $given:tt )*]) => {
        crate::scene::key_rows::for_encoding_keys! {
            crate::scene::key_rows::and_scene_keys [[$( $with )::+] [$( $given )*]]
        }
    };
}

/// Calls a macro with the rows given to it, and those of the keys that make no encoding.
macro_rules! and_scene_keys {
    ([[$( $with:ident )::+] [$( $given:tt )*]] $( $before:tt )*) => {
        crate::scene::key_rows::for_scene_keys! {
            $( $with )::+ [$( $given )*] $( $before )*
        }
    };
}

/// Calls a macro with some tokens and those of all rows that have a field: name, type, field, kind, default, how it is
/// read, and the description.
macro_rules! with_fields {
    ([$with:ident $( $given:tt )*] $(
        $name:ident $( [$( $family:ident )+] $( $named:ident )? )? =
            $key:literal, $value:literal, $example:literal, $help:literal
            $( => ($type:ty) $field:ident $kind:ident = $default:expr, $read:expr )?;
    )+) => {
        $with! {
            [$( $given )*]
            $( $( $name($type) $field $kind = $default, $read, $help; )? )+
        }
    };
}

/// Calls a macro with some tokens and the rows of the fields that make an encoding.
macro_rules! for_encoding_fields {
    ($( $given:tt )*) => {
        crate::scene::key_rows::for_encoding_keys! {
            crate::scene::key_rows::with_fields [$( $given )*]
        }
    };
}

/// Calls a macro with some tokens and the rows of the fields that make no encoding.
macro_rules! for_scene_fields {
    ($( $given:tt )*) => {
        crate::scene::key_rows::for_scene_keys! {
            crate::scene::key_rows::with_fields [$( $given )*]
        }
    };
}

/// Pattern of every setting that is a row: `for_scene_fields!(any_of Setting)`.
macro_rules! any_of {
    ([$setting:ident] $(
        $name:ident($type:ty) $field:ident $kind:ident = $default:expr, $read:expr, $help:literal;
    )+) => {
        $( $setting::$name(_) )|+
    };
}

pub(super) use {
    and_scene_keys, any_of, for_encoding_fields, for_encoding_keys, for_keys, for_scene_fields,
    for_scene_keys, with_fields,
};
