//! The path of one class: the marked steps of the bundled lessons, one after the other.

use super::{BUNDLED, Lesson, Step};

/// Name by which the path is opened.
pub const CLASS: &str = "class";

/// The steps of the bundled lessons that make up one class.
pub fn one_class() -> Lesson {
    let lessons = BUNDLED.iter().map(|text| Lesson::new(text));
    let is_marked = |step: &Step| step.class_minutes.is_some();
    let steps: Vec<Step> = lessons.flat_map(|lesson| lesson.steps).filter(is_marked).collect();
    let minutes: u32 = steps.iter().filter_map(|step| step.class_minutes).sum();
    let title = format!("One class: {minutes} minutes");
    Lesson { title, notes: Vec::new(), steps, errors: Vec::new() }
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
