//! Biases: numbers added to the scores of attention, which tell each head how far a key stands from its query.
//!
//! | convention | bias of the score of query t and key s, n = t − s |
//! |---|---|
//! | `alibi-paper` | −m·n, slopes m a geometric series over all heads |
//! | `alibi-bloom` | m·s in f32; slopes of two series where the number of heads is no power of two |
//! | `alibi-falcon` | the same, with slope, position and product in bf16 |
//! | `alibi-mpt` | m·(s − last key) |
//! | `alibi-mosaic-bert` | −m·n in f32, with the slopes of `alibi-bloom` |
//! | `t5` | learned, one number for each bucket of offsets: those of a file, or none |
//! | `kerple-log`, `kerple-power`, `fire` | curves with learned numbers: shown with typical ones |
//! | `xpos` | a factor, not a summand: shown as its logarithm |
//!
//! What is equal for all keys of a query vanishes in softmax, so `alibi-bloom` and `alibi-mpt` weigh keys alike.

mod alibi;
mod buckets;
mod convention;
mod facts;
mod learned;
mod recognition;
mod relation;
mod rule;
mod slope_fit;
mod table;
mod texts;
mod window;

pub use buckets::Buckets;
pub use convention::BiasConvention;
pub use facts::{BiasFacts, BiasRule};
pub use learned::LearnedBias;
pub use recognition::{BiasForm, KnownBias, LaterKeys, recognize_bias};
pub use relation::BiasRelation;
pub use rule::{Bias, BiasDraft};
pub use slope_fit::SlopeFit;
pub use window::Window;
