//! Workspaces fit what is open: no tile of one in the menu bar shows only why it cannot.

use egui_kittest::kittest::Queryable as _;
use phasor::{
    model::Preset,
    picture::Theme,
    scene::{Named, Scene},
    views::{Counterpart, Example, Results, Subject, WORKSPACES, Workspace},
};

use super::{app, click, open_views, open_workspace, scene, settle, window};

/// Calls a function with what views see of a scene.
fn with_subject<T>(scene: &Scene, call: impl FnOnce(Subject<'_>) -> T) -> T {
    let (table, results) = (scene.table(), Results::default());
    let counterpart = Counterpart::new(scene, &table);
    call(Subject::new((scene, &table), counterpart.as_ref(), Theme::new(true), &results))
}

/// Scenes of every convention, family and preset, and some with a rounding, other positions or a B.
fn scenes() -> Vec<String> {
    let conventions = Named::all().map(|it| format!("convention={}", it.key()));
    let presets = Preset::all().iter().map(|it| format!("model={}", it.name));
    let others = [
        "",
        "encoding=binary",
        "encoding=index",
        "encoding=random",
        "encoding=rotary",
        "components=sin",
        "round=bf16",
        "step=0.5",
        "d_model=7",
        "b.convention=fairseq",
        "b.d_model=64",
        "encoding=rotary&round=inv-freq-bf16",
        "encoding=rotary&mrope_section=16,24,24",
        "convention=vit-mae&grid=64x65",
        "convention=alibi-bloom&b.convention=t5",
    ];
    let others = others.into_iter().map(str::to_owned);
    let valid = |text: &String| text.parse::<Scene>().is_ok();
    conventions.chain(presets).chain(others).filter(valid).collect()
}

#[test]
fn no_tile_of_a_workspace_that_fits_shows_only_a_refusal() {
    let all = scenes();
    assert!(all.len() > 100, "{}", all.len());
    for text in all {
        let scene: Scene = text.parse().unwrap();
        with_subject(&scene, |subject| {
            assert!(Workspace::home(subject).is_some(), "{text} opens nowhere");
            for workspace in WORKSPACES {
                let Some(views) = workspace.views_for(subject) else { continue };
                if !workspace.beginnings(subject).is_empty() {
                    continue;
                }
                assert!(views.iter().count() <= 8, "{}", workspace.title);
                for view in views.iter() {
                    assert!(view.can_show(subject), "{text}: {view:?} in {}", workspace.title);
                }
            }
        });
    }
}

#[test]
fn every_example_fits_its_workspace() {
    for workspace in WORKSPACES {
        let Example::Scene(_, text) = workspace.example else { continue };
        let scene: Scene = text.parse().unwrap();
        let fits =
            with_subject(&scene, |it| workspace.fits(it) && workspace.beginnings(it).is_empty());
        assert!(fits, "{} with {text}", workspace.title);
    }
}

#[test]
fn b_of_a_bias_is_seen_again() {
    let mut window = window("convention=alibi-bloom&b.convention=alibi-mpt&side=all");
    open_workspace(&mut window, "Bias");
    window.get_by_label_contains("B: ").click();
    settle(&mut window);
    let text = scene(&window);
    assert!(text.contains("alibi-bloom") && text.contains("side=all"), "{text}");
}

#[test]
fn layouts_belong_to_one_workspace() {
    let all: Vec<_> = WORKSPACES.iter().flat_map(Workspace::all_views).collect();
    for (i, views) in all.iter().enumerate() {
        assert!(!all[..i].contains(views), "{views}");
    }
}

#[test]
fn what_is_open_decides_the_workspace() {
    let home = |text: &str| {
        let window = window(text);
        let views = app(&window).state().scene().draft().views;
        Workspace::with_views(views).map(|(workspace, _)| workspace.title)
    };
    for (text, title) in [
        ("", "Explore"),
        ("convention=vit-mae", "Grid"),
        ("convention=t5", "Bias"),
        ("convention=alibi-bloom", "Bias"),
        ("encoding=rotary", "Model"),
        ("model=llama-3.1-8b", "Model"),
        ("encoding=binary", "Explore"),
    ] {
        assert_eq!(home(text), Some(title), "{text}");
    }
    // Views that a scene states are obeyed, and so is a patch that it selects.
    let of_heatmap = window("convention=vit-mae&views=heatmap");
    assert_eq!(open_views(&of_heatmap).len(), 1);
    let patch = |text: &str| {
        let window = window(text);
        let scene = app(&window).state().scene().clone();
        scene.grid_layout().and_then(|it| it.cell(scene.draft().position))
    };
    assert_eq!(patch("convention=vit-mae"), Some([0, 2, 7]), "rows and columns differ");
    assert_eq!(patch("convention=vit-mae&position=21"), Some([0, 1, 1]));
}

#[test]
fn examples_are_undone_with_their_workspace() {
    let mut window = window("");
    open_workspace(&mut window, "Rotation");
    let views = open_views(&window);
    click(&mut window, "More");
    window.get_by_label_contains("Grid (example").click();
    settle(&mut window);
    assert!(scene(&window).contains("convention=vit-mae"), "{}", scene(&window));
    click(&mut window, "Edit");
    window.get_by_label_contains("Undo").click();
    settle(&mut window);
    assert_eq!(open_views(&window), views, "{}", scene(&window));
}

#[test]
fn b_stays_where_it_was_asked_for() {
    let mut window = window("b.convention=fairseq&side=all");
    open_workspace(&mut window, "Similarity");
    assert!(!scene(&window).contains("side="), "{}", scene(&window));
    click(&mut window, "B: fairseq");
    assert!(scene(&window).contains("side=all"), "{}", scene(&window));
    assert!(open_views(&window).contains(&phasor::views::View::Verdict));
}

#[test]
fn what_has_not_begun_is_a_chooser() {
    let mut window = window("");
    open_workspace(&mut window, "Compare");
    click(&mut window, "A, changed");
    assert!(app(&window).state().counterpart().is_some());
    open_workspace(&mut window, "Precision");
    click(&mut window, "cache in bf16");
    let round = app(&window).state().scene().draft().encoding.round;
    assert_eq!(round.name().map(|it| it.key), Some("cache-bf16"));
    assert!(open_views(&window).contains(&phasor::views::View::Precision));
}

#[test]
fn sentence_keeps_a_position_of_its_own() {
    let mut window = window("position=142&sentence=the%20cat%20sat");
    let position = |window: &super::Window| app(window).state().scene().position();
    open_workspace(&mut window, "Tokens");
    assert_eq!(position(&window), 0, "the first word");
    window.key_press(egui::Key::Period);
    settle(&mut window);
    open_workspace(&mut window, "Explore");
    assert_eq!(position(&window), 142, "as it was");
    open_workspace(&mut window, "Tokens");
    assert_eq!(position(&window), 1, "the second word");
}
