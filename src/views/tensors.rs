//! Positions of the model that the encoding belongs to: what its class and its configuration say, and the tensors of
//! its checkpoint. A click opens one.

use std::path::Path;

use super::{Behavior, Descriptor, Subject, ViewSides, requirement::Requirement};
use crate::{
    action::{Action, Gesture},
    model::{ListedMechanism, ListedTensor, ModelFacts},
    picture::{Body, FieldRow, Fields, Figure},
    scene::{FileKind, FileSource, Scene, SceneDraft, What},
};

pub(super) struct TensorsView;

/// Reason that there is no list.
const NO_MODEL: &str = "This view lists what a model says about positions: open a model's folder, its config.json, or its safetensors or GGUF file.";

/// Note before there is a list.
const NOT_READ: &str = "The model has not been read yet.";

/// Row about the whole model.
fn row_of_tensor(it: &ListedTensor) -> FieldRow {
    FieldRow::new(&*it.name, &*it.value, &*it.verdict).warned(it.is_wrong)
}

fn row_of_mechanism(it: &ListedMechanism) -> FieldRow {
    FieldRow::new(&*it.place, &*it.kind, &*it.sentence)
}

/// Rows about a model beside a scene, and the text of the scene that a click on each opens.
fn rows<'a>(facts: &'a ModelFacts, scene: &Scene) -> Vec<(FieldRow, Option<&'a str>)> {
    const NO_WEIGHTS: &str = "What was trained stands in a checkpoint, and none is beside this configuration: open the folder or the file that \
                              has it.";
    let mut rows = Vec::new();
    let tokens = facts.tokens.as_ref();
    rows.extend(
        tokens.map(|[value, remark]| (FieldRow::new("tokens that fit", &**value, remark), None)),
    );
    let of_mechanism = |it: &'a ListedMechanism| {
        // What is shown already leads nowhere.
        let is_shown = |text: &&str| {
            let other = text.parse::<Scene>();
            other.is_ok_and(|it| it.draft().encoding.named() == scene.draft().encoding.named())
        };
        (row_of_mechanism(it), it.scene.as_deref().filter(|text| !is_shown(text)))
    };
    rows.extend(facts.mechanisms.iter().map(of_mechanism));
    rows.extend(facts.tensors.iter().map(|it| (row_of_tensor(it), it.scene.as_deref())));
    if facts.is_config_alone && facts.mechanisms.iter().any(|it| it.is_trained) {
        rows.push((FieldRow::new("weights", "", NO_WEIGHTS), None));
    }
    let notice = |text: &String| FieldRow::new("notice", "", text).warned(true);
    rows.extend(facts.notices.iter().map(|text| (notice(text), None)));
    for (row, opened) in &mut rows {
        row.is_link = opened.is_some();
    }
    rows
}

fn fields(subject: Subject<'_>) -> Vec<FieldRow> {
    let scene = subject.scene;
    let rows = scene.model_facts().map(|facts| rows(facts, scene)).unwrap_or_default();
    rows.into_iter().map(|(row, _)| row).collect()
}

/// Row that shows the encoding of a scene.
fn selected(scene: &Scene) -> Option<usize> {
    let facts = scene.model_facts()?;
    let FileSource { file, kind: FileKind::Table(Some(tensor)) } =
        scene.draft().encoding.file_source()?
    else {
        return None;
    };
    let is_shown = |it: &ListedTensor| {
        it.scene.is_some() && it.source.0 == Path::new(file.text()) && *it.source.1 == *tensor
    };
    let shown = facts.tensors.iter().position(is_shown)?;
    let num_before = usize::from(facts.tokens.is_some());
    Some(num_before + facts.mechanisms.len() + shown)
}

impl Behavior for TensorsView {
    fn descriptor(&self) -> Descriptor {
        Descriptor {
            requirement: Requirement::Any,
            sides: ViewSides::One,
            copies: What::Table,
            shown_with: "",
            ..Descriptor::of("Positions of the model")
        }
    }

    fn refusal(&self, subject: Subject<'_>) -> Option<String> {
        let is_read_later = subject.scene.is_unread() && subject.scene.draft().about.is_some();
        // A rotation is told number by number by the view of the configuration.
        let adds_nothing = |it: &ModelFacts| it.tensors.is_empty() && it.notices.is_empty();
        let is_told = subject.scene.rotary().is_some()
            && subject.scene.model_facts().is_some_and(adds_nothing);
        let is_empty = is_told || subject.scene.model_facts().is_none_or(ModelFacts::is_empty);
        (is_empty && !is_read_later).then(|| NO_MODEL.to_owned())
    }

    fn figure(&self, subject: Subject<'_>) -> Figure {
        let rows = fields(subject);
        let facts = subject.scene.model_facts();
        let own = facts.and_then(|it| it.model_type.as_deref()).unwrap_or("a checkpoint");
        let are_links = rows.iter().any(|row| row.is_link);
        let how = if are_links { "; a click on a colored name opens it" } else { "" };
        let headings = ["part or tensor", "kind and shape", "in words"];
        let body = if rows.is_empty() {
            Body::Note(NOT_READ.to_owned())
        } else {
            Body::Fields(Fields { headings, rows })
        };
        self.drawn(subject, format!("{own}{how}"), body)
    }

    fn summary(&self, subject: Subject<'_>) -> String {
        let rows = FieldRow::sentences(&fields(subject));
        let rows = if rows.is_empty() { "No model is open.".to_owned() } else { rows };
        format!("{}. {rows}", self.title())
    }

    fn values_text(&self, subject: Subject<'_>) -> Option<String> {
        Some(FieldRow::tab_separated(&fields(subject)))
    }

    fn chosen(&self, subject: Subject<'_>) -> Option<(usize, usize)> {
        Some((selected(subject.scene)?, 0))
    }

    fn choose(&self, scene: &Scene, (row, _): (usize, usize), _gesture: Gesture) -> Option<Action> {
        let opened = rows(scene.model_facts()?, scene).get(row)?.1?.to_owned();
        // What follows from a configuration stays beside it.
        let about = scene.draft().about.as_ref().or_else(|| scene.draft().encoding.model_file());
        let scene = match (about, opened.parse::<Scene>()) {
            (Some(about), Ok(it)) if it.draft().encoding.file_source().is_none() => {
                let draft = SceneDraft { about: Some(about.clone()), ..it.into_draft() };
                Scene::new(draft).map_or(opened, |it| it.to_copy())
            }
            _ => opened,
        };
        Some(Action::ReadTensor(scene))
    }
}
