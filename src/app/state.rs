//! What the window knows, and the one function that changes it. Needs no window.

use std::collections::{BTreeMap, BTreeSet};

use crate::{
    action::{Action, Gesture},
    encoding::Table,
    scene::{Key, Scene, SceneDraft, VectorsFile, Window, Windows},
    told,
};

/// Letters of a notice: more is not read.
const LONGEST_NOTICE: usize = 500;
/// Steps that can be undone: far more than anyone counts, and still small.
const MOST_STEPS: usize = 1000;

/// How serious a notice is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// Something was done.
    Info,
    /// Something that was asked for is not allowed; over with the next change that is.
    Refused,
    /// Something could not be done.
    Error,
}

/// Something to tell the person, until it is dismissed.
#[derive(Clone, Debug, PartialEq)]
pub struct Notice {
    /// How serious.
    pub severity: Severity,
    /// What.
    pub text: String,
    /// When it goes by itself; set by the window, and only for what needs no answer.
    pub until: Option<f64>,
}

/// The scene, its past, and what is to be told.
#[derive(Debug)]
pub struct State {
    scene: Scene,
    table: Table,
    undo: Vec<Scene>,
    redo: Vec<Scene>,
    /// The gesture whose step is on the undo stack already.
    gesture: Option<u64>,
    /// What each view has shown.
    shown: BTreeMap<Key, Shown>,
    /// Files that a person has asked for. A scene from elsewhere may name others, which are not read.
    trusted: BTreeSet<VectorsFile>,
    /// What is to be told.
    pub notices: Vec<Notice>,
}

impl State {
    /// Begins with a scene and an empty past.
    pub fn new(scene: Scene) -> Self {
        let table = scene.table();
        Self {
            scene,
            table,
            undo: Vec::new(),
            redo: Vec::new(),
            gesture: None,
            shown: BTreeMap::new(),
            trusted: BTreeSet::new(),
            notices: Vec::new(),
        }
    }

    /// Whether a view has shown something else before.
    pub fn can_show_earlier(&self, key: Key) -> bool {
        self.shown.get(&key).is_some_and(|shown| !shown.back.is_empty())
    }

    /// Whether there is something to go forward to again.
    pub fn can_show_later(&self, key: Key) -> bool {
        self.shown.get(&key).is_some_and(|shown| !shown.forward.is_empty())
    }

    /// The present scene.
    pub fn scene(&self) -> &Scene {
        &self.scene
    }

    /// Its encoding, at its positions.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// Whether there is something to undo.
    pub fn can_undo(&self) -> bool {
        !self.undo.is_empty()
    }

    /// Whether there is something to redo.
    pub fn can_redo(&self) -> bool {
        !self.redo.is_empty()
    }

    /// The file that a scene names may be read.
    pub fn trust(&mut self, draft: &SceneDraft) {
        self.trusted.extend(draft.vectors.clone());
    }

    /// The file that the scene names and that nobody has asked for.
    pub fn withheld(&self) -> Option<VectorsFile> {
        self.scene.draft().vectors.filter(|file| !self.trusted.contains(file))
    }

    /// Tells something, as the last of what is told; what is there already is not told twice.
    pub fn tell(&mut self, severity: Severity, text: impl Into<String>) {
        // A path, too, may hold anything.
        let text = told::beginning(&text.into(), LONGEST_NOTICE);
        let notice = Notice { severity, text, until: None };
        self.notices.retain(|told| told.text != notice.text);
        self.notices.push(notice);
    }

    /// Does what is asked for. What cannot be done is told as a notice, and changes nothing.
    pub fn run(&mut self, action: Action) {
        match action {
            Action::Edit(change, gesture) => {
                let mut draft = self.scene.draft();
                match change.apply(&mut draft) {
                    Ok(()) => self.edit(draft, gesture),
                    Err(error) => self.tell(Severity::Refused, error.to_string()),
                }
            }
            Action::Select { position, column, gesture } => {
                self.edit(SceneDraft { position, column, ..self.scene.draft() }, gesture);
            }
            Action::Play { position } => {
                self.set_shown(SceneDraft { position, ..self.scene.draft() });
            }
            Action::SelectPair { position, other, gesture } => {
                let draft = SceneDraft { position, offset: other - position, ..self.scene.draft() };
                self.edit(draft, gesture);
            }
            Action::Show { key, window, gesture } => self.show(key, window, gesture),
            Action::OpenViews(views) => {
                self.set_shown(SceneDraft { views, ..self.scene.draft() });
            }
            Action::ShowEarlier(key) => self.show_again(key, true),
            Action::ShowLater(key) => self.show_again(key, false),
            Action::EndGesture => {
                self.gesture = None;
                for shown in self.shown.values_mut() {
                    shown.gesture = None;
                }
            }
            Action::Visit(scene) => self.edit(scene.draft(), Gesture::Single),
            Action::Glide(draft) => self.set_shown(*draft),
            Action::LoadScene(text) => match text.parse::<Scene>() {
                Ok(scene) => self.edit(scene.draft(), Gesture::Single),
                Err(error) => self.tell(Severity::Refused, format!("Not a scene: {error}")),
            },
            Action::ReadVectors(file) => {
                let mut draft = self.scene.draft();
                match draft.set(Key::Vectors, &file) {
                    Ok(()) => {
                        self.trust(&draft);
                        self.edit(draft, Gesture::Single);
                    }
                    Err(error) => self.tell(Severity::Refused, error.to_string()),
                }
            }
            // The window's affair.
            Action::ChooseVectors => {}
            Action::Undo => self.travel(true),
            Action::Redo => self.travel(false),
        }
    }

    fn edit(&mut self, draft: SceneDraft, gesture: Gesture) {
        match Scene::new(draft) {
            Ok(scene) if scene == self.scene => {}
            Ok(scene) => {
                let is_same_gesture = match gesture {
                    Gesture::Single => {
                        self.gesture = None;
                        false
                    }
                    Gesture::Continuous(id) => self.gesture.replace(id) == Some(id),
                };
                self.notices.retain(|notice| notice.severity != Severity::Refused);
                let old = std::mem::replace(&mut self.scene, scene);
                if !is_same_gesture {
                    self.undo.push(old);
                    let surplus = self.undo.len().saturating_sub(MOST_STEPS);
                    self.undo.drain(..surplus);
                }
                self.redo.clear();
                self.renew_table();
            }
            Err(error) => self.tell(Severity::Refused, error.to_string()),
        }
    }

    fn travel(&mut self, is_back: bool) {
        let (from, to) = if is_back {
            (&mut self.undo, &mut self.redo)
        } else {
            (&mut self.redo, &mut self.undo)
        };
        if let Some(scene) = from.pop() {
            let SceneDraft { views, windows, .. } = self.scene.draft();
            to.push(std::mem::replace(&mut self.scene, scene));
            self.set_shown(SceneDraft { views, windows, ..self.scene.draft() });
            self.gesture = None;
            self.renew_table();
        }
    }

    fn show(&mut self, key: Key, window: Option<Window>, gesture: Gesture) {
        let before = self.scene.draft().windows;
        let windows = self.with_shared_positions(key, window);
        for changed in Windows::KEYS.into_iter().filter(|&key| windows.get(key) != before.get(key))
        {
            self.shown.entry(changed).or_default().step(before.get(changed), gesture);
        }
        self.set_shown(SceneDraft { windows, ..self.scene.draft() });
    }

    fn show_again(&mut self, key: Key, is_back: bool) {
        let before = self.scene.draft().windows;
        let shown = self.shown.entry(key).or_default();
        let (from, to) = if is_back {
            (&mut shown.back, &mut shown.forward)
        } else {
            (&mut shown.forward, &mut shown.back)
        };
        let Some(window) = from.pop() else { return };
        to.push(before.get(key));
        shown.gesture = None;
        let windows = self.with_shared_positions(key, window);
        // For a view that shows the same positions this is a step like any other.
        for follower in Windows::KEYS.into_iter().filter(|&other| other != key) {
            if windows.get(follower) != before.get(follower) {
                let shown = self.shown.entry(follower).or_default();
                shown.step(before.get(follower), Gesture::Single);
            }
        }
        self.set_shown(SceneDraft { windows, ..self.scene.draft() });
    }

    /// The windows after a change of one, and of the one that is linked with it.
    fn with_shared_positions(&self, key: Key, window: Option<Window>) -> Windows {
        let draft = self.scene.draft();
        let mut windows = draft.windows;
        windows.set(key, window);
        if draft.link {
            windows.share_positions(key, self.scene.whole_table());
        }
        windows
    }

    /// Views, their windows and a position that plays are part of the scene, and no part of its past.
    fn set_shown(&mut self, draft: SceneDraft) {
        match Scene::new(draft) {
            Ok(scene) => self.scene = scene,
            Err(error) => self.tell(Severity::Refused, error.to_string()),
        }
    }

    /// Keeps the encoding as long as its specification stays: tabulated rotations are worth it.
    fn renew_table(&mut self) {
        if *self.table.encoding.spec() == self.scene.spec() {
            self.table.extent = self.scene.extent();
        } else {
            self.table = self.scene.table();
        }
    }
}

/// What one view has shown, and what it goes forward to.
#[derive(Debug, Default)]
struct Shown {
    back: Vec<Option<Window>>,
    forward: Vec<Option<Window>>,
    /// The gesture whose step is on the stack already.
    gesture: Option<u64>,
}

impl Shown {
    /// Remembers what was shown before a change.
    fn step(&mut self, before: Option<Window>, gesture: Gesture) {
        let is_same_gesture = match gesture {
            Gesture::Single => {
                self.gesture = None;
                false
            }
            Gesture::Continuous(id) => self.gesture.replace(id) == Some(id),
        };
        if !is_same_gesture {
            self.back.push(before);
            let surplus = self.back.len().saturating_sub(MOST_STEPS);
            self.back.drain(..surplus);
        }
        self.forward.clear();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::{action::Change, scene::Key};

    fn edit(state: &mut State, gesture: Gesture, key: Key, value: &str) {
        state.run(Action::Edit(Change::value(key, value), gesture));
    }

    #[test]
    fn a_notice_can_be_read_whatever_it_repeats() {
        let mut state = State::new(Scene::default());
        let name = "\u{202e}evil\0\u{7f}\n\t";
        state.tell(Severity::Error, format!("cannot write {name}{}", "9".repeat(1000)));
        let told = &state.notices[0].text;
        assert!(told.starts_with("cannot write  evil    9"), "{told:?}");
        assert!(told.chars().count() <= LONGEST_NOTICE + 1 && told.ends_with('…'), "{told:?}");
    }

    #[test]
    fn one_gesture_is_one_step() {
        let mut state = State::new(Scene::default());
        for offset in 11..20 {
            edit(&mut state, Gesture::Continuous(1), Key::Offset, &offset.to_string());
        }
        state.run(Action::EndGesture);
        edit(&mut state, Gesture::Continuous(1), Key::Offset, "30");
        edit(&mut state, Gesture::Single, Key::DModel, "64");
        state.run(Action::Undo);
        assert_eq!((state.scene().offset(), state.scene().draft().d_model), (30, 128), "one click");
        state.run(Action::Undo);
        assert_eq!(state.scene().offset(), 19, "the second drag is undone");
        state.run(Action::Undo);
        assert_eq!(*state.scene(), Scene::default(), "the first drag is undone whole");
        assert!(!state.can_undo(), "nothing is left to undo");
        state.run(Action::Redo);
        assert_eq!(state.scene().offset(), 19, "redo brings the first drag back");
    }

    #[test]
    fn what_cannot_be_is_told_and_changes_nothing() {
        let mut state = State::new(Scene::default());
        edit(&mut state, Gesture::Single, Key::DModel, "0");
        state.run(Action::LoadScene("a shopping list".to_owned()));
        assert_eq!(*state.scene(), Scene::default(), "the scene is the old one");
        let told: Vec<&str> = state.notices.iter().map(|notice| notice.text.as_str()).collect();
        assert_eq!(
            told,
            [
                "d_model cannot be 0: allowed is a whole number, 1 to 16384",
                "Not a scene: \"a shopping list\" is not of the form key=value",
            ]
        );
    }

    #[test]
    fn two_changes_of_one_frame_are_both_made() {
        let mut state = State::new(Scene::default());
        edit(&mut state, Gesture::Single, Key::DModel, "64");
        edit(&mut state, Gesture::Single, Key::Measure, "cosine");
        assert_eq!(state.scene().to_string(), "d_model=64&measure=cosine");
    }

    /// The window of the heatmap in a scene.
    fn window(text: &str) -> Option<Window> {
        let scene: Scene = format!("heatmap={text}").parse().unwrap();
        scene.draft().windows.get(Key::Heatmap)
    }

    #[test]
    fn linked_views_go_together_and_each_goes_back() {
        let mut state = State::new("link=true".parse().unwrap());
        let show = |state: &mut State, key, text| {
            state.run(Action::Show { key, window: window(text), gesture: Gesture::Single });
        };
        let shown = |state: &State| state.scene().to_string();
        show(&mut state, Key::Heatmap, "0..16,10..20");
        assert_eq!(shown(&state), "link=true&heatmap=0..16,10..20&waves=10..20,-1.1..1.1");
        show(&mut state, Key::Waves, "40..60,0..1");
        assert_eq!(shown(&state), "link=true&heatmap=0..16,40..60&waves=40..60,0..1");
        state.run(Action::ShowEarlier(Key::Heatmap));
        assert_eq!(shown(&state), "link=true&heatmap=0..16,10..20&waves=10..20,0..1");
        state.run(Action::ShowEarlier(Key::Waves));
        assert_eq!(shown(&state), "link=true&heatmap=0..16,40..60&waves=40..60,0..1");
        edit(&mut state, Gesture::Single, Key::Link, "false");
        show(&mut state, Key::Waves, "5..6,0..1");
        assert_eq!(shown(&state), "heatmap=0..16,40..60&waves=5..6,0..1", "each alone");
        edit(&mut state, Gesture::Single, Key::Link, "true");
        assert_eq!(shown(&state), "link=true&heatmap=0..16,40..60&waves=40..60,0..1");
    }

    #[test]
    fn what_is_shown_has_its_own_past() {
        let mut state = State::new(Scene::default());
        let show = |state: &mut State, text: &str, gesture| {
            state.run(Action::Show { key: Key::Heatmap, window: window(text), gesture });
        };
        show(&mut state, "0..16,0..16", Gesture::Continuous(1));
        show(&mut state, "0..8,0..8", Gesture::Continuous(1));
        state.run(Action::EndGesture);
        show(&mut state, "0..4,0..4", Gesture::Continuous(1));
        edit(&mut state, Gesture::Single, Key::DModel, "64");
        state.run(Action::Undo);
        assert_eq!(state.scene().to_string(), "heatmap=0..4,0..4", "undo leaves the window alone");
        assert!(!state.can_undo(), "what is shown is no step of undo");
        state.run(Action::ShowEarlier(Key::Heatmap));
        assert_eq!(state.scene().to_string(), "heatmap=0..8,0..8", "one gesture back");
        state.run(Action::ShowEarlier(Key::Heatmap));
        assert_eq!(state.scene().to_string(), "", "to the beginning");
        assert!(!state.can_show_earlier(Key::Heatmap), "nothing was shown before");
        state.run(Action::ShowLater(Key::Heatmap));
        assert_eq!(state.scene().to_string(), "heatmap=0..8,0..8", "forward again");
    }

    #[test]
    fn a_refusal_is_over_with_the_next_change() {
        let mut state = State::new(Scene::default());
        edit(&mut state, Gesture::Single, Key::DModel, "-5");
        let told = &state.notices[0].text;
        assert_eq!(told, "d_model cannot be -5: allowed is a whole number, 1 to 16384");
        edit(&mut state, Gesture::Single, Key::DModel, "5");
        assert_eq!(state.notices, [], "nothing is left to complain of");
    }

    #[test]
    fn a_pair_of_positions_is_a_position_and_an_offset() {
        let mut state = State::new(Scene::default());
        state.run(Action::SelectPair { position: 100, other: 70, gesture: Gesture::Single });
        assert_eq!((state.scene().position(), state.scene().offset()), (100, -30), "t and s − t");
        let before = Arc::clone(&state.table().encoding);
        state.run(Action::Undo);
        assert!(Arc::ptr_eq(&before, &state.table().encoding), "a selection renews no encoding");
    }
}
