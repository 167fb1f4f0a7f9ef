//! Named conventions: the choices that real code makes, each as one row of data.

mod arithmetic;
mod facts;
mod named;
mod table;

pub use arithmetic::{Arithmetic, Form};
pub use facts::ConventionFacts;
pub use named::{Convention, UnknownConvention};
