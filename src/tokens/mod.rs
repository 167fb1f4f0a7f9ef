//! From words to rows: a sentence split into tokens, the embedding of each, and what becomes of it when its
//! position is added. ψ'(w) = ψ(w) + PE(t).
//!
//! | question | answered by |
//! |---|---|
//! | which tokens has a sentence? | [`split`] |
//! | what is ψ(w)? | [`toy`], made up from the word itself; or [`vectors::read`] from a file |
//! | what are the rows before and after? | [`Tokens`] |

mod sentence;
mod split;
mod toy;
pub mod vectors;

pub use sentence::{Join, Overlong, Tokens, TokensRequest, similarity};
pub use split::split;
pub use toy::toy;
pub use vectors::VectorsError;
