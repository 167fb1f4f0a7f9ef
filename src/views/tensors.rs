//! Tensors about positions in the checkpoint that the encoding is read from. A click opens one.

use std::path::Path;

use super::{Behavior, Descriptor, Subject, ViewSides, need::Need};
use crate::{
    action::{Action, Gesture},
    model::{ListedTensor, TensorList},
    picture::{Body, FieldRow, Fields, Figure},
    scene::{FileKind, FileSource, Scene, What},
};

pub(super) struct TensorsView;

/// Reason that there is no list.
const NO_CHECKPOINT: &str = "This view lists what a checkpoint holds about positions: open a model's folder, safetensors or GGUF file.";

fn row(it: &ListedTensor) -> FieldRow {
    FieldRow {
        name: it.name.clone(),
        value: it.value.clone(),
        remark: it.verdict.clone(),
        is_warning: it.is_wrong,
    }
}

fn rows(list: &TensorList) -> Vec<FieldRow> {
    let notice = |text: &String| FieldRow {
        name: "notice".to_owned(),
        value: String::new(),
        remark: text.clone(),
        is_warning: false,
    };
    list.tensors.iter().map(row).chain(list.notices.iter().map(notice)).collect()
}

/// Row that shows the encoding of a scene.
fn selected(scene: &Scene) -> Option<usize> {
    let FileSource { file, kind: FileKind::Table(Some(tensor)) } = scene.draft().file_source()?
    else {
        return None;
    };
    let is_shown = |it: &ListedTensor| {
        it.scene.is_some() && it.source.0 == Path::new(file.text()) && *it.source.1 == *tensor
    };
    scene.tensors()?.tensors.iter().position(is_shown)
}

impl Behavior for TensorsView {
    fn descriptor(&self) -> Descriptor {
        Descriptor {
            need: Need::Any,
            sides: ViewSides::One,
            copies: What::Table,
            shown_with: "",
            ..Descriptor::of("Tensors about positions")
        }
    }

    fn refusal(&self, subject: Subject<'_>) -> Option<String> {
        let list = subject.scene.tensors();
        list.is_none_or(|it| it.tensors.is_empty() && it.notices.is_empty())
            .then(|| NO_CHECKPOINT.to_owned())
    }

    fn figure(&self, subject: Subject<'_>) -> Figure {
        let rows = subject.scene.tensors().map(rows).unwrap_or_default();
        let body = Body::Fields(Fields {
            headings: ["tensor", "kind and shape", "verdict"],
            rows,
            are_links: true,
        });
        self.drawn(subject, "what the checkpoint holds; a click opens one", body)
    }

    fn summary(&self, subject: Subject<'_>) -> String {
        let rows = subject.scene.tensors().map(rows).unwrap_or_default();
        let rows: Vec<String> = rows.iter().map(FieldRow::plain_text).collect();
        let rows =
            if rows.is_empty() { "No checkpoint is open".to_owned() } else { rows.join(". ") };
        format!("{}. {rows}", self.title())
    }

    fn values_text(&self, subject: Subject<'_>) -> Option<String> {
        let line = |row: FieldRow| format!("{}\t{}\t{}", row.name, row.value, row.remark);
        Some(rows(subject.scene.tensors()?).into_iter().map(line).collect::<Vec<_>>().join("\n"))
    }

    fn chosen(&self, subject: Subject<'_>) -> Option<(usize, usize)> {
        Some((selected(subject.scene)?, 0))
    }

    fn choose(&self, scene: &Scene, (row, _): (usize, usize), _gesture: Gesture) -> Option<Action> {
        let it = scene.tensors()?.tensors.get(row)?;
        Some(Action::ReadTensor(it.scene.clone()?))
    }
}
