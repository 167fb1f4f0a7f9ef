//! State of the window: what actions make of the scene, and what can be undone.

use std::sync::Arc;

use phasor::{
    action::{Action, Gesture, GestureSource},
    app::state::{Severity, State},
    scene::{Key, Scene, Setting, View, Viewport},
};

fn edit(state: &mut State, gesture: Gesture, key: Key, value: &str) {
    state.run(match Setting::parse(key, value) {
        Ok(setting) => Action::Edit(setting, gesture),
        Err(error) => Action::Refuse(error),
    });
}

#[test]
fn notice_is_readable_whatever_it_quotes() {
    let mut state = State::new(Scene::default());
    let name = "\u{202e}evil\0\u{7f}\n\t";
    state.notify(Severity::Error, format!("cannot write {name}{}", "9".repeat(1000)));
    let text = &state.notices[0].text;
    assert!(text.starts_with("cannot write  evil    9"), "{text:?}");
    assert!(text.chars().count() <= 501 && text.ends_with('…'), "{text:?}");
}

#[test]
fn one_gesture_is_one_step() {
    let mut state = State::new(Scene::default());
    for offset in 11..20 {
        edit(
            &mut state,
            Gesture::Continuous(GestureSource::Setting(Key::Offset)),
            Key::Offset,
            &offset.to_string(),
        );
    }
    state.run(Action::EndGesture);
    edit(&mut state, Gesture::Continuous(GestureSource::Setting(Key::Offset)), Key::Offset, "30");
    edit(&mut state, Gesture::Single, Key::DModel, "64");
    state.run(Action::Undo);
    assert_eq!(
        (state.scene().offset(), state.scene().draft().encoding.d_model),
        (30, 128),
        "one click"
    );
    state.run(Action::Undo);
    assert_eq!(state.scene().offset(), 19, "the second drag is undone");
    state.run(Action::Undo);
    assert_eq!(*state.scene(), Scene::default(), "the first drag is undone whole");
    assert!(!state.can_undo(), "nothing is left to undo");
    state.run(Action::Redo);
    assert_eq!(state.scene().offset(), 19, "redo brings the first drag back");
}

#[test]
fn refused_change_adds_a_notice_only() {
    let mut state = State::new(Scene::default());
    edit(&mut state, Gesture::Single, Key::DModel, "0");
    state.run(Action::LoadScene("a shopping list".to_owned()));
    assert_eq!(*state.scene(), Scene::default(), "the scene is the old one");
    let texts: Vec<&str> = state.notices.iter().map(|notice| notice.text.as_str()).collect();
    assert_eq!(
        texts,
        [
            "invalid d_model \"0\": expected a whole number from 1 to 16384",
            "Not a scene: \"a shopping list\" is not of the form key=value",
        ]
    );
}

#[test]
fn two_changes_in_a_frame_are_both_made() {
    let mut state = State::new(Scene::default());
    edit(&mut state, Gesture::Single, Key::DModel, "64");
    edit(&mut state, Gesture::Single, Key::Measure, "cosine");
    assert_eq!(state.scene().to_string(), "d_model=64&measure=cosine");
}

/// Viewport of the heatmap in a scene.
fn window(text: &str) -> Option<Viewport> {
    let scene: Scene = format!("heatmap={text}").parse().unwrap();
    scene.draft().viewports.get(View::Heatmap)
}

#[test]
fn linked_views_go_together_and_each_goes_back() {
    let mut state = State::new("link=true".parse().unwrap());
    let show = |state: &mut State, view, text| {
        state.run(Action::Show { view, viewport: window(text), gesture: Gesture::Single });
    };
    let shown = |state: &State| state.scene().to_string();
    show(&mut state, View::Heatmap, "0..16,10..20");
    assert_eq!(shown(&state), "link=true&heatmap=0..16,10..20&waves=10..20,-1.1..1.1");
    show(&mut state, View::Waves, "40..60,0..1");
    assert_eq!(shown(&state), "link=true&heatmap=0..16,40..60&waves=40..60,0..1");
    state.run(Action::ShowEarlier(View::Heatmap));
    assert_eq!(shown(&state), "link=true&heatmap=0..16,10..20&waves=10..20,0..1");
    state.run(Action::ShowEarlier(View::Waves));
    assert_eq!(shown(&state), "link=true&heatmap=0..16,40..60&waves=40..60,0..1");
    edit(&mut state, Gesture::Single, Key::Link, "false");
    show(&mut state, View::Waves, "5..6,0..1");
    assert_eq!(shown(&state), "heatmap=0..16,40..60&waves=5..6,0..1", "each alone");
    edit(&mut state, Gesture::Single, Key::Link, "true");
    assert_eq!(shown(&state), "link=true&heatmap=0..16,40..60&waves=40..60,0..1");
}

#[test]
fn visible_part_has_its_own_history() {
    let mut state = State::new(Scene::default());
    let show = |state: &mut State, text: &str, gesture| {
        state.run(Action::Show { view: View::Heatmap, viewport: window(text), gesture });
    };
    show(&mut state, "0..16,0..16", Gesture::Continuous(GestureSource::Setting(Key::Offset)));
    show(&mut state, "0..8,0..8", Gesture::Continuous(GestureSource::Setting(Key::Offset)));
    state.run(Action::EndGesture);
    show(&mut state, "0..4,0..4", Gesture::Continuous(GestureSource::Setting(Key::Offset)));
    edit(&mut state, Gesture::Single, Key::DModel, "64");
    state.run(Action::Undo);
    assert_eq!(state.scene().to_string(), "heatmap=0..4,0..4", "undo leaves the window alone");
    assert!(!state.can_undo(), "what is shown is no step of undo");
    state.run(Action::ShowEarlier(View::Heatmap));
    assert_eq!(state.scene().to_string(), "heatmap=0..8,0..8", "one gesture back");
    state.run(Action::ShowEarlier(View::Heatmap));
    assert_eq!(state.scene().to_string(), "", "to the beginning");
    assert!(!state.can_show_earlier(View::Heatmap), "nothing was shown before");
    state.run(Action::ShowLater(View::Heatmap));
    assert_eq!(state.scene().to_string(), "heatmap=0..8,0..8", "forward again");
}

#[test]
fn refusal_ends_with_the_next_change() {
    let mut state = State::new(Scene::default());
    edit(&mut state, Gesture::Single, Key::DModel, "-5");
    let text = &state.notices[0].text;
    assert_eq!(text, "invalid d_model \"-5\": expected a whole number from 1 to 16384");
    edit(&mut state, Gesture::Single, Key::DModel, "5");
    assert_eq!(state.notices, [], "nothing is left to complain of");
}

#[test]
fn pair_of_positions_is_position_and_offset() {
    let mut state = State::new(Scene::default());
    state.run(Action::SelectPair { position: 100, other: 70, gesture: Gesture::Single });
    assert_eq!((state.scene().position(), state.scene().offset()), (100, -30), "t and s − t");
    let before = Arc::clone(&state.table().encoding);
    state.run(Action::Undo);
    assert!(Arc::ptr_eq(&before, &state.table().encoding), "a selection renews no encoding");
}
