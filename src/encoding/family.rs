//! Families of encodings: one row each.

use crate::stable_enum::stable_enum;

/// Facts about a family beside its key.
struct FamilyRow {
    title: &'static str,
    /// Description of the rows in one sentence, without its period.
    sentence: &'static str,
    /// Other names in the field, by which it is found.
    also_called: &'static str,
    /// True if it is chosen by itself: a table is opened, and others are chosen by a convention.
    is_choice: bool,
}

macro_rules! families {
    ($(
        #[doc = $doc:literal]
        $name:ident = $key:literal, $title:literal, $sentence:literal,
        also $also_called:literal $($choice:ident)?;
    )+) => {
        stable_enum! {
            /// Family of encodings, by the rule that gives their rows.
            pub enum Family { $( #[doc = $doc] $name = $key, )+ }
        }

        impl Family {
            fn row(self) -> FamilyRow {
                match self {
                    $( Self::$name => FamilyRow {
                        title: $title,
                        sentence: $sentence,
                        also_called: $also_called,
                        is_choice: families!(@choice $($choice)?),
                    }, )+
                }
            }
        }
    };
    (@choice) => { false };
    (@choice choice) => { true };
}

families! {
    /// Sines and cosines of a convention.
    Sinusoidal = "sinusoidal", "Sinusoidal", "Sines and cosines of a geometric ladder of frequencies",
        also "sinusoidal absolute additive fixed sinusoid positional encoding timestep embedding";
    /// Position itself.
    Index = "index", "Index", "The position itself, in one column: grows without bound",
        also "absolute" choice;
    /// Position as a fraction of the length, from 0 to 1.
    Fraction = "fraction", "Fraction of the length",
        "The position divided by the last position, in one column: depends on the length",
        also "absolute normalized" choice;
    /// Binary digits of the position.
    Binary = "binary", "Binary digits",
        "The bits of the position, the fastest first: jumps between neighbors",
        also "absolute bits" choice;
    /// Random vectors generated from a seed.
    Random = "random", "Random vectors",
        "A vector drawn for every position: unique, and without any order", also "absolute" choice;
    /// Sines and cosines of a coordinate.
    Fourier = "fourier", "Fourier features",
        "Sines and cosines of a coordinate x at frequencies that double from octave to octave, as in NeRF",
        also "NeRF positional encoding octaves coordinates frequency bands" choice;
    /// Numbers of a file.
    Table = "table", "Table from a file", "The numbers of a file, row by row",
        also "learned absolute position embeddings wpe";
    /// Pairs of dimensions of an attention head, turned by the position.
    Rotary = "rotary", "Rotary",
        "Pairs of dimensions of a query or a key, turned by the position: the cosines and sines of the angles",
        also "RoPE rotary position embedding relative NTK YaRN LongRoPE M-RoPE mrope" choice;
    /// Sines and cosines of the rows and columns of a grid.
    Grid = "grid", "Grid of patches",
        "Sines and cosines of the row and the column of an image patch, a row for each patch",
        also "absolute 2D two-dimensional image ViT";
    /// Numbers added to the scores of each head.
    Bias = "bias", "Bias of scores",
        "A number for each head and offset, added to the scores: there is no vector",
        also "relative position bias ALiBi T5 buckets slopes";
}

impl Family {
    /// Families that are chosen by themselves.
    pub fn choices() -> impl Iterator<Item = Self> + Clone {
        Self::ALL.iter().copied().filter(|it| it.row().is_choice)
    }

    /// Display name.
    pub fn title(self) -> &'static str {
        self.row().title
    }

    /// Description of the rows in one sentence, without its period.
    pub fn sentence(self) -> &'static str {
        self.row().sentence
    }

    /// Other names in the field, by which it is found.
    pub fn also_called(self) -> &'static str {
        self.row().also_called
    }

    /// True if values come from angles, whose stages can be rounded.
    pub fn has_stages(self) -> bool {
        matches!(self, Self::Sinusoidal | Self::Rotary)
    }

    /// True for random vectors.
    pub fn is_random(self) -> bool {
        self == Self::Random
    }

    /// True for the sines and cosines of a convention.
    pub fn is_sinusoidal(self) -> bool {
        self == Self::Sinusoidal
    }

    /// True for a head that is turned.
    pub fn is_rotary(self) -> bool {
        self == Self::Rotary
    }

    /// True for the cells of a grid.
    pub fn is_grid(self) -> bool {
        self == Self::Grid
    }

    /// True for numbers added to scores.
    pub fn is_bias(self) -> bool {
        self == Self::Bias
    }

    /// True for Fourier features.
    pub fn is_fourier(self) -> bool {
        self == Self::Fourier
    }

    /// True for the numbers of a file.
    pub fn is_table(self) -> bool {
        self == Self::Table
    }
}
