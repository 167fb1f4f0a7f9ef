//! Answers to what the open views ask, computed in the background: the last answer of each kind is kept, and
//! what nobody asks any longer is given up.

use std::{
    mem::discriminant,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU32, Ordering},
        mpsc,
    },
    thread,
    time::Duration,
};

use crate::views::{Answer, Answers, Question};

/// How long a frame waits for an answer.
const PATIENCE: Duration = Duration::from_millis(4);

/// A question that is being answered.
struct Study {
    question: Question,
    shared: Arc<Shared>,
    answer: mpsc::Receiver<Option<Answer>>,
}

#[derive(Default)]
struct Shared {
    is_given_up: AtomicBool,
    /// The part that is done, in millionths.
    done: AtomicU32,
}

/// Everything that is being found out, and what has been.
#[derive(Default)]
pub(super) struct Studies {
    answers: Answers,
    running: Vec<Study>,
}

impl Studies {
    /// What has been found out.
    pub(super) fn answers(&self) -> &Answers {
        &self.answers
    }

    /// Says which file is not read, since nobody has asked for it.
    pub(super) fn withhold(&mut self, file: Option<&str>) {
        self.answers.withhold(file);
    }

    /// Has every file read anew that an answer came from, or is about to come from.
    pub(super) fn forget_files(&mut self) {
        self.answers.forget_files();
        self.running.retain(|study| {
            let has_file = study.question.file().is_some();
            study.shared.is_given_up.fetch_or(has_file, Ordering::Relaxed);
            !has_file
        });
    }

    /// Takes what has been found out, gives up what is not asked any longer, and begins with what is new.
    /// `wake` is called when an answer is there.
    pub(super) fn follow(
        &mut self,
        questions: &[Question],
        wake: impl Fn() + Clone + Send + 'static,
    ) {
        let answers = &mut self.answers;
        self.running.retain(|study| match study.answer.try_recv() {
            Ok(answer) => {
                answers.take_some(answer);
                false
            }
            Err(mpsc::TryRecvError::Empty) => true,
            Err(mpsc::TryRecvError::Disconnected) => false,
        });
        for study in self.running.iter().filter(|study| !questions.contains(&study.question)) {
            study.shared.is_given_up.store(true, Ordering::Relaxed);
        }
        for question in questions {
            // One of a kind at a time: while a slider is dragged, every frame asks something else.
            let kind = discriminant(question);
            let is_busy = self.running.iter().any(|study| discriminant(&study.question) == kind);
            if is_busy || self.answers.has(question) {
                continue;
            }
            let study = begun(question.clone(), wake.clone());
            // What is quickly found out is there in the same frame, and nothing flickers.
            match study.answer.recv_timeout(PATIENCE) {
                Ok(answer) => self.answers.take_some(answer),
                Err(_not_yet) => self.running.push(study),
            }
        }
    }

    /// Which part of the answer to a question is done; `None` where nobody works on it.
    pub(super) fn done(&self, question: &Question) -> Option<f32> {
        let study = self.running.iter().find(|study| study.question == *question)?;
        Some(study.shared.done.load(Ordering::Relaxed) as f32 / 1e6)
    }

    /// Whether anything is being found out.
    pub(super) fn is_busy(&self) -> bool {
        !self.running.is_empty()
    }
}

impl Drop for Studies {
    /// Nobody is there any longer to be answered.
    fn drop(&mut self) {
        for study in &self.running {
            study.shared.is_given_up.store(true, Ordering::Relaxed);
        }
    }
}

fn begun(question: Question, wake: impl FnOnce() + Send + 'static) -> Study {
    let shared = Arc::new(Shared::default());
    let (send, answer) = mpsc::channel();
    let (asked, told) = (question.clone(), Arc::clone(&shared));
    thread::spawn(move || {
        let found = asked.answer(|share| {
            told.done.store((share * 1e6) as u32, Ordering::Relaxed);
            !told.is_given_up.load(Ordering::Relaxed)
        });
        // Nobody listens once the window has closed.
        drop(send.send(found));
        wake();
    });
    Study { question, shared, answer }
}
