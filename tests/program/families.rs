//! Encodings without frequencies: commands work as for sinusoids, or a message names what is missing.

use assert_cmd::Command;
use phasor::{
    export::whole_figure,
    picture::{Body, Theme},
    scene::{Scene, View},
    views::Results,
};

const FAMILIES: [&str; 4] = ["index", "fraction", "binary", "random"];

fn phasor(arguments: &str) -> Command {
    let mut command = Command::cargo_bin("phasor").unwrap();
    command.args(arguments.split(' '));
    command
}

/// Rows of an exported csv table, without their positions.
fn table(arguments: &str) -> Vec<Vec<f64>> {
    let output = phasor(&format!("export table {arguments} -o -")).assert().success();
    let text = String::from_utf8(output.get_output().stdout.clone()).unwrap();
    let row = |line: &str| line.split(',').skip(1).map(|cell| cell.parse().unwrap()).collect();
    text.lines().skip(1).map(row).collect()
}

#[test]
fn tables_match_their_definitions() {
    assert_eq!(table("--encoding index --start 3 --length 3"), [[3.0], [4.0], [5.0]]);
    assert_eq!(table("--encoding fraction --start 3 --length 3"), [[0.0], [0.5], [1.0]]);
    let binary = table("--encoding binary --d-model 3 --start 4 --length 3");
    assert_eq!(binary, [[0.0, 0.0, 1.0], [1.0, 0.0, 1.0], [0.0, 1.0, 1.0]]);
    let random =
        |seed: u32| table(&format!("--encoding random --d-model 4 --length 6 --seed {seed}"));
    assert_eq!(random(7), random(7), "one seed, one table");
    assert_ne!(random(7), random(8), "another seed, another table");
}

#[test]
fn similarity_matches_the_rows() {
    for (family, measure) in
        FAMILIES.iter().flat_map(|f| ["dot", "cosine", "distance"].map(|m| (f, m)))
    {
        let rows = table(&format!("--encoding {family} --d-model 5 --length 7 --dtype f64"));
        let output = phasor(&format!(
            "export similarity --encoding {family} --d-model 5 --length 7 --measure {measure} --dtype f64 -o -"
        ))
        .assert()
        .success();
        let text = String::from_utf8(output.get_output().stdout.clone()).unwrap();
        let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
        for (line, a) in text.lines().skip(1).zip(&rows) {
            for (cell, b) in line.split(',').skip(1).zip(&rows) {
                let norms = (dot(a, a) * dot(b, b)).sqrt();
                let expected = match measure {
                    "dot" => dot(a, b),
                    "cosine" if norms == 0.0 => 0.0,
                    "cosine" => dot(a, b) / norms,
                    _ => a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt(),
                };
                let value: f64 = cell.parse().unwrap();
                assert!(
                    (value - expected).abs() < 1e-14,
                    "{family}, {measure}: {value}, not {expected}"
                );
            }
        }
    }
}

#[test]
fn views_draw_or_name_what_is_missing() {
    for family in FAMILIES {
        for extent in ["length=1", "d_model=3&length=40", "d_model=70&start=-20&length=4294967296"]
        {
            let scene: Scene = format!("encoding={family}&{extent}").parse().unwrap();
            let table = scene.table();
            // Comparing all pairs of the longest table would take the criteria minutes.
            let is_long = table.num_rows() > 1000;
            for &view in View::ALL.iter().filter(|&&view| view != View::Criteria || !is_long) {
                let figure =
                    whole_figure(view, &scene, &table, Theme::DARK, &Results::default(), || true)
                        .unwrap();
                let is_drawn = matches!(
                    view,
                    View::Heatmap
                        | View::Similarity
                        | View::Profile
                        | View::Manifold
                        | View::Values
                        | View::SideBySide
                        | View::Criteria
                        | View::Tokens
                        | View::Sum
                        | View::WordSimilarity
                        | View::ErrorByPosition
                        | View::NumberLine
                        | View::RowPositions
                );
                let is_of_learned = matches!(
                    view,
                    View::Learned
                        | View::Norms
                        | View::Directions
                        | View::Spectrum
                        | View::ColumnFits
                );
                let is_drawn =
                    is_drawn || view == View::Shuffled || is_of_learned && table.num_rows() > 1;
                match &figure.body {
                    Body::Note(note) => {
                        assert!(!is_drawn, "{view:?} shows a note instead of {scene}");
                        let needs_b = matches!(
                            view,
                            View::DifferenceByPosition | View::DifferenceByColumn | View::Verdict
                        );
                        let is_rotary = matches!(
                            view,
                            View::Config | View::Score | View::Head | View::Relative
                        );
                        let is_of_biases = matches!(
                            view,
                            View::Bias
                                | View::BiasMatrix
                                | View::Slopes
                                | View::HalfLife
                                | View::BiasScore
                                | View::BiasLayers
                        );
                        let needs_rounding = matches!(
                            view,
                            View::Error
                                | View::ErrorByPair
                                | View::Neighbors
                                | View::Precision
                                | View::Drift
                        );
                        let is_of_grids = matches!(
                            view,
                            View::GridSimilarity
                                | View::GridSimilarities
                                | View::GridFaults
                                | View::ResizedGrid
                        );
                        let reason = match (needs_b, is_rotary) {
                            _ if is_of_learned => "One row",
                            _ if is_of_grids => "choose a grid with as many patches",
                            _ if view == View::Tensors => "open a model's folder",
                            _ if view == View::Window => "a square window",
                            _ if view == View::GridAxes => "needs several axes",
                            _ if view == View::Positions => "three positions",
                            _ if needs_rounding => "Nothing is rounded",
                            _ if is_of_biases => "needs a bias",
                            (true, _) => "Choose B",
                            (_, true) => "needs a rotary encoding",
                            _ => "needs frequencies",
                        };
                        assert!(note.contains(reason), "{view:?} of {scene}: {note}");
                    }
                    _ => assert!(is_drawn, "{view:?} draws {scene} without frequencies"),
                }
            }
        }
    }
}

#[test]
fn missing_frequencies_are_reported() {
    for (what, expected) in [
        (
            "export rotation",
            "cannot export rotation: encoding=binary has no frequencies; expected encoding=sinusoidal",
        ),
        (
            "export frequencies",
            "cannot export frequencies: encoding=binary has no frequencies; expected encoding=sinusoidal",
        ),
        ("code numpy", "cannot write code for encoding=binary: expected encoding=sinusoidal"),
    ] {
        let output = if what.starts_with("code") { "" } else { " -o -" };
        let refused = phasor(&format!("{what} --encoding binary{output}")).assert().code(2);
        let message = String::from_utf8(refused.get_output().stderr.clone()).unwrap();
        assert_eq!(message, format!("phasor: {expected}\n"), "{what}");
    }
}

#[test]
fn setting_a_convention_selects_sinusoids() {
    let mut draft = "encoding=index&length=8".parse::<Scene>().unwrap().into_draft();
    draft.set(phasor::scene::Key::Convention, "fairseq").unwrap();
    let scene = Scene::new(draft).unwrap();
    assert_eq!(scene.to_string(), "convention=fairseq&length=8");
    let both: Scene = "encoding=index&convention=fairseq&length=8".parse().unwrap();
    assert_eq!(both.num_columns(), 1, "in a scene text, the family takes precedence");
    assert_eq!(both.to_string().parse::<Scene>().unwrap(), both, "reads back");
}
