//! Reads word vectors from files. Only the vectors of the requested words are kept, whatever the size of the file.
//!
//! | file | form |
//! |---|---|
//! | text | one word and its numbers per line: `cat 0.1 -0.2 …`; a first line `COUNT WIDTH` is skipped |
//! | npy | an array of shape (words, width) of f4 or f8, and next to it `NAME.txt` with one word per line |

mod npy;
mod read;
mod search;
#[cfg(test)]
mod tests;
mod text;

pub use read::{WordVectors, read};
pub use search::{VectorsError, WIDEST};
