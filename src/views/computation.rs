//! Questions that views ask of the background, and the answers so far.

use std::{
    any::{Any, TypeId},
    fmt::Debug,
    sync::Arc,
};

use crate::{
    encoding::Question,
    tokens::{TokensRequest, VectorsError},
};

/// Question of any type.
#[derive(Clone, Debug)]
pub struct Computation(Arc<dyn AnyQuestion>);

/// Answer of any type: an `Arc` of it.
type AnyAnswer = Arc<dyn Any + Send + Sync>;

/// [`Question`] without its type.
trait AnyQuestion: Debug + Send + Sync {
    fn as_any(&self) -> &dyn Any;
    fn is_equal(&self, other: &dyn Any) -> bool;
    fn title(&self) -> &'static str;
    fn file(&self) -> Option<&str>;
    fn answer(&self, is_wanted: &(dyn Fn(f32) -> bool + Sync)) -> Option<AnyAnswer>;
}

impl<Q: Question> AnyQuestion for Q {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn is_equal(&self, other: &dyn Any) -> bool {
        other.downcast_ref::<Q>() == Some(self)
    }

    fn title(&self) -> &'static str {
        Q::TITLE
    }

    fn file(&self) -> Option<&str> {
        Question::file(self)
    }

    fn answer(&self, is_wanted: &(dyn Fn(f32) -> bool + Sync)) -> Option<AnyAnswer> {
        Some(Arc::new(Arc::new(Question::answer(self, is_wanted)?)))
    }
}

impl<Q: Question> From<Q> for Computation {
    fn from(question: Q) -> Self {
        Self(Arc::new(question))
    }
}

impl PartialEq for Computation {
    fn eq(&self, other: &Self) -> bool {
        self.0.is_equal(other.0.as_any())
    }
}

impl Computation {
    /// File that the computation reads; `None` if it reads no file.
    pub fn file(&self) -> Option<&str> {
        self.0.file()
    }

    /// Work that is done, as the beginning of a message: `Comparing A and B`.
    pub fn title(&self) -> &'static str {
        self.0.title()
    }

    /// Type of the question.
    pub fn kind(&self) -> TypeId {
        self.0.as_any().type_id()
    }

    /// Answers the question. `is_wanted` is called now and then with the fraction that is done; once it returns
    /// false, the result is `None`.
    pub fn run(&self, is_wanted: impl Fn(f32) -> bool + Sync) -> Option<Answered> {
        Some(Answered { question: self.clone(), answer: self.0.answer(&is_wanted)? })
    }
}

/// Question with its answer.
#[derive(Clone, Debug)]
pub struct Answered {
    question: Computation,
    answer: AnyAnswer,
}

impl PartialEq for Answered {
    /// Compares answers by identity: comparing all numbers would take as long as drawing them.
    fn eq(&self, other: &Self) -> bool {
        Arc::as_ptr(&self.answer).addr() == Arc::as_ptr(&other.answer).addr()
    }
}

/// Latest answers to each type of question. A view uses an answer only if it is that to its own question.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Results {
    /// The latest first.
    known: Vec<Answered>,
    /// File that is not read because the user has not allowed it.
    withheld: Option<Arc<str>>,
}

impl Results {
    /// Largest number of answers to one type of question: as many as the sides of a comparison may need.
    const MOST: usize = 4;

    /// Stores an answer in place of the oldest to questions of its type.
    pub fn store(&mut self, output: Answered) {
        let kind = output.question.kind();
        self.known.insert(0, output);
        let mut num = 0;
        self.known.retain(|known| {
            num += usize::from(known.question.kind() == kind);
            num <= Self::MOST || known.question.kind() != kind
        });
    }

    /// Answer to a question; `None` until it is known.
    pub fn find<Q: Question>(&self, question: &Q) -> Option<&Arc<Q::Answer>> {
        let known = self.known.iter().find(|known| known.question.0.is_equal(question))?;
        known.answer.downcast_ref()
    }

    /// True if the answer to a question is known.
    pub fn has(&self, computation: &Computation) -> bool {
        self.known.iter().any(|known| known.question == *computation)
    }

    /// Discards the answers that none of the computations needs: some are as large as a table.
    pub fn keep(&mut self, computations: &[Computation]) {
        self.known.retain(|known| computations.contains(&known.question));
    }

    /// Discards answers that were read from a file.
    pub fn forget_files(&mut self) {
        self.known.retain(|known| known.question.file().is_none());
    }

    /// Sets the file that is not read until the user allows it; `None` if there is no such file.
    pub fn withhold(&mut self, file: Option<&str>) {
        if self.withheld.as_deref() != file {
            self.withheld = file.map(Arc::from);
        }
    }

    /// True if a computation waits for the user to allow its file.
    pub fn is_withheld(&self, computation: &Computation) -> bool {
        computation.file().is_some_and(|file| self.withheld.as_deref() == Some(file))
    }

    /// Error of a computation whose word vectors cannot be used; `None` if there is no error.
    pub fn error(&self, computation: &Computation) -> Option<&VectorsError> {
        let request: &TokensRequest = computation.0.as_any().downcast_ref()?;
        self.find(request)?.as_ref().as_ref().err().map(|error| &**error)
    }
}
