//! Directives: comments in a lesson that are not shown in their place, such as the answers to its questions.

use crate::stable_enum::stable_enum;

stable_enum! {
    /// Part of the notes for the teacher of a lesson.
    pub enum NoteKind {
        /// Knowledge of the class afterwards.
        Goal = "goal",
        /// Knowledge that it needs before.
        Needs = "needs",
        /// Time in minutes.
        Minutes = "minutes",
        /// Wrong answer to expect, and the reply.
        Expect = "expect",
        /// Things to click.
        Click = "click",
    }
}

impl NoteKind {
    /// Display name.
    pub fn title(self) -> &'static str {
        match self {
            Self::Goal => "Goal",
            Self::Needs => "Needs",
            Self::Minutes => "Minutes",
            Self::Expect => "Wrong answer to expect",
            Self::Click => "What to click",
        }
    }
}

/// Part of a step that a quiz has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum InQuiz {
    /// Its questions.
    #[default]
    Questions,
    /// Its questions, and the picture that they are about.
    Picture,
    /// Nothing: its questions are answered by the window alone.
    Nothing,
}

/// Directive of a comment.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Directive<'a> {
    /// Notes for the teacher: `notes`, then lines such as `goal: …`.
    Notes(Vec<(NoteKind, &'a str)>),
    /// Minutes that the step takes in the path of one class: `class: 3`.
    Class(u32),
    /// The questions of the step are about its picture, which a quiz draws too: `quiz: picture`. Or no quiz asks them:
    /// `quiz: none`.
    Quiz(InQuiz),
    /// Answer to the questions of the step, as Markdown: `answer: …`.
    Answer(&'a str),
    /// Beginning (true) or end of text that is of no use on paper: `window` and `/window`.
    Window(bool),
}

/// Directive of a comment, given with its `<!--` and `-->`; `None` for a remark of the author.
pub(super) fn directive(comment: &str) -> Option<Result<Directive<'_>, String>> {
    let text = comment.trim().strip_prefix("<!--")?.strip_suffix("-->")?.trim();
    if let Some(answer) = text.strip_prefix("answer:") {
        return Some(Ok(Directive::Answer(answer.trim_start_matches(' '))));
    }
    if let Some(minutes) = text.strip_prefix("class:") {
        let minutes = minutes.trim();
        let number = minutes.parse().map(Directive::Class);
        return Some(number.map_err(|_not_a_number| {
            format!("invalid class {minutes:?}: expected a number of minutes")
        }));
    }
    match text {
        "window" => Some(Ok(Directive::Window(true))),
        "/window" => Some(Ok(Directive::Window(false))),
        "quiz: picture" => Some(Ok(Directive::Quiz(InQuiz::Picture))),
        "quiz: none" => Some(Ok(Directive::Quiz(InQuiz::Nothing))),
        _ => text.strip_prefix("notes\n").map(notes),
    }
}

fn notes(text: &str) -> Result<Directive<'_>, String> {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let note = |line| {
        let (key, text) = str::split_once(line, ':').unwrap_or((line, ""));
        let kind =
            NoteKind::from_key(key).map_err(|error| format!("invalid note {key:?}: {error}"));
        Ok((kind?, text.trim()))
    };
    lines.map(note).collect::<Result<_, _>>().map(Directive::Notes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_are_directives_or_remarks() {
        let of = |text| directive(text).transpose();
        assert_eq!(of("<!-- a remark -->"), Ok(None));
        assert_eq!(of("<!-- class: 3 -->"), Ok(Some(Directive::Class(3))));
        assert_eq!(of("<!-- quiz: picture -->"), Ok(Some(Directive::Quiz(InQuiz::Picture))));
        assert_eq!(of("<!-- quiz: none -->"), Ok(Some(Directive::Quiz(InQuiz::Nothing))));
        assert_eq!(of("<!-- answer: 6,\nnot 5 -->"), Ok(Some(Directive::Answer("6,\nnot 5"))));
        assert_eq!(of("<!-- /window -->"), Ok(Some(Directive::Window(false))));
        let notes = vec![(NoteKind::Goal, "Know: it."), (NoteKind::Minutes, "20")];
        assert_eq!(
            of("<!-- notes\ngoal: Know: it.\n\nminutes: 20\n-->"),
            Ok(Some(Directive::Notes(notes)))
        );
        let error = |text| of(text).unwrap_err();
        assert!(error("<!-- class: three -->").contains("expected a number of minutes"));
        assert!(error("<!-- notes\naim: x\n-->").contains("expected one of goal, needs"));
    }
}
