//! The path of one class: the marked steps of the bundled lessons, one after the other.

use super::{BUNDLED, Inline, Lesson, NoteKind, Run, Step, Style};

/// Name by which the path is opened.
pub const CLASS: &str = "class";

/// The steps of the bundled lessons that make up one class.
pub fn one_class() -> Lesson {
    let (mut steps, mut notes): (Vec<Step>, Vec<_>) = Default::default();
    for lesson in BUNDLED.iter().map(|text| Lesson::new(text)) {
        let is_marked = |step: &Step| step.class_minutes.is_some();
        let num_before = steps.len();
        steps.extend(lesson.steps.into_iter().filter(is_marked));
        if num_before < steps.len() {
            // Notes about clicks refer to the step numbers of the lesson itself.
            let kept = [NoteKind::Goal, NoteKind::Expect];
            let of_lesson = lesson.notes.into_iter().filter(|(kind, _)| kept.contains(kind));
            notes.extend(of_lesson.map(|(kind, note)| (kind, headed(&lesson.title, note))));
        }
    }
    let minutes: u32 = steps.iter().filter_map(|step| step.class_minutes).sum();
    let title = format!("One class: {minutes} minutes");
    Lesson { title, notes, steps, errors: Vec::new() }
}

/// A note with the title of its lesson before it.
fn headed(title: &str, mut note: Inline) -> Inline {
    let style = Style { is_emphasized: true, ..Style::default() };
    note.runs.insert(0, (Run::Words(format!("{title}: "), style), None));
    note
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn class_takes_45_minutes() {
        let lesson = one_class();
        assert_eq!(lesson.title, "One class: 45 minutes");
        let num = lesson.steps.len();
        assert!((16..=20).contains(&num), "{num} steps");
    }
}
