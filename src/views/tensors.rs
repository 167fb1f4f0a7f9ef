//! Positions of the model that the encoding belongs to: what its class and its configuration say, and the tensors of its checkpoint.
//! A click opens one.

use std::path::Path;

use super::{Behavior, Descriptor, Subject, ViewSides, need::Need};
use crate::{
    action::{Action, Gesture},
    model::{ListedMechanism, ListedTensor, ModelFacts},
    picture::{Body, FieldRow, Fields, Figure, number},
    scene::{FileKind, FileSource, Scene, SceneDraft, What},
};

pub(super) struct TensorsView;

/// Reason that there is no list.
const NO_MODEL: &str = "This view lists what a model says about positions: open a model's folder, its config.json, or its safetensors or GGUF file.";

fn row_of_tensor(it: &ListedTensor) -> FieldRow {
    FieldRow {
        name: it.name.clone(),
        value: it.value.clone(),
        remark: it.verdict.clone(),
        is_warning: it.is_wrong,
    }
}

fn row_of_mechanism(it: &ListedMechanism) -> FieldRow {
    FieldRow {
        name: it.place.clone(),
        value: it.kind.clone(),
        remark: it.sentence.clone(),
        is_warning: false,
    }
}

/// Row of a sentence that is about the whole model.
fn row_of_model(name: &str, value: String, remark: &str, is_warning: bool) -> FieldRow {
    FieldRow { name: name.to_owned(), value, remark: remark.to_owned(), is_warning }
}

/// Rows of a model, and the text of the scene that a click on each opens.
fn rows(facts: &ModelFacts) -> Vec<(FieldRow, Option<&str>)> {
    let mut rows = Vec::new();
    rows.extend(facts.max_tokens.map(|num| {
        let value = format!("at most {}", number::grouped(num as i64));
        (row_of_model("tokens that fit", value, "", false), None)
    }));
    let of_mechanism = |it| (row_of_mechanism(it), it.scene.as_deref());
    rows.extend(facts.mechanisms.iter().map(of_mechanism));
    rows.extend(facts.tensors.iter().map(|it| (row_of_tensor(it), it.scene.as_deref())));
    if facts.is_config_alone && facts.mechanisms.iter().any(|it| it.is_trained) {
        let remark = "What was trained stands in the checkpoint: open the model's folder, or model.safetensors, to see it.";
        rows.push((row_of_model("weights", String::new(), remark, false), None));
    }
    let notice = |text: &String| (row_of_model("notice", String::new(), text, true), None);
    rows.extend(facts.notices.iter().map(notice));
    rows
}

fn fields(subject: Subject<'_>) -> Vec<FieldRow> {
    let rows = subject.scene.model_facts().map(rows).unwrap_or_default();
    rows.into_iter().map(|(row, _)| row).collect()
}

/// Row that shows the encoding of a scene.
fn selected(scene: &Scene) -> Option<usize> {
    let facts = scene.model_facts()?;
    let FileSource { file, kind: FileKind::Table(Some(tensor)) } = scene.draft().file_source()?
    else {
        return None;
    };
    let is_shown = |it: &ListedTensor| {
        it.scene.is_some() && it.source.0 == Path::new(file.text()) && *it.source.1 == *tensor
    };
    let num_before = usize::from(facts.max_tokens.is_some()) + facts.mechanisms.len();
    Some(num_before + facts.tensors.iter().position(is_shown)?)
}

impl Behavior for TensorsView {
    fn descriptor(&self) -> Descriptor {
        Descriptor {
            need: Need::Any,
            sides: ViewSides::One,
            copies: What::Table,
            shown_with: "",
            ..Descriptor::of("Positions of the model")
        }
    }

    fn refusal(&self, subject: Subject<'_>) -> Option<String> {
        let is_read_later = subject.scene.is_unread() && subject.scene.draft().about.is_some();
        let is_empty = subject.scene.model_facts().is_none_or(|it| rows(it).is_empty());
        (is_empty && !is_read_later).then(|| NO_MODEL.to_owned())
    }

    fn figure(&self, subject: Subject<'_>) -> Figure {
        let facts = subject.scene.model_facts();
        let are_links = facts.is_some_and(|it| rows(it).iter().any(|(_, scene)| scene.is_some()));
        let own = facts.and_then(|it| it.model_type.as_deref()).unwrap_or("a checkpoint");
        let how = if are_links { "; a click on a row opens it" } else { "" };
        let headings = ["part or tensor", "kind and shape", "in words"];
        let body = Body::Fields(Fields { headings, rows: fields(subject), are_links });
        self.drawn(subject, format!("{own}{how}"), body)
    }

    fn summary(&self, subject: Subject<'_>) -> String {
        let rows: Vec<String> = fields(subject).iter().map(FieldRow::plain_text).collect();
        let rows = if rows.is_empty() { "No model is open".to_owned() } else { rows.join(". ") };
        format!("{}. {rows}", self.title())
    }

    fn values_text(&self, subject: Subject<'_>) -> Option<String> {
        let line = |row: FieldRow| format!("{}\t{}\t{}", row.name, row.value, row.remark);
        Some(fields(subject).into_iter().map(line).collect::<Vec<_>>().join("\n"))
    }

    fn chosen(&self, subject: Subject<'_>) -> Option<(usize, usize)> {
        Some((selected(subject.scene)?, 0))
    }

    fn choose(&self, scene: &Scene, (row, _): (usize, usize), _gesture: Gesture) -> Option<Action> {
        let opened = rows(scene.model_facts()?).get(row)?.1?.to_owned();
        // What follows from a configuration stays beside it.
        let about = scene.draft().about.as_ref().or_else(|| scene.draft().rotary.file());
        let scene = match (about, opened.parse::<Scene>()) {
            (Some(about), Ok(it)) if it.draft().file_source().is_none() => {
                let draft = SceneDraft { about: Some(about.clone()), ..it.into_draft() };
                Scene::new(draft).map_or(opened, |it| it.to_copy())
            }
            _ => opened,
        };
        Some(Action::ReadTensor(scene))
    }
}
