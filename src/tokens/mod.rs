//! Sentences as rows: splits a sentence into tokens, embeds each token and adds the encoding of its position:
//! ψ'(w) = ψ(w) + PE(t).
//!
//! | question | answered by |
//! |---|---|
//! | what are the tokens of a sentence? | [`split`] |
//! | what is ψ(w)? | [`toy`], generated from the word itself; or [`vectors::read`], read from a file |
//! | what are the rows before and after? | [`Tokens`] |

mod sentence;
mod split;
mod toy;
pub mod vectors;

pub use sentence::{Join, Overlong, Tokens, TokensRequest};
pub use split::split;
pub use toy::toy;
pub use vectors::VectorsError;
