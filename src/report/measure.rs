//! Measurements of a table, in words and as JSON.

use std::sync::Arc;

use serde_json::{Value, json};
use thiserror::Error;

use crate::{
    encoding::learned::{ColumnFit, Learned, LearnedQuestion, RowMark},
    picture::{Body, FieldRow, Theme},
    scene::Scene,
    views::{Computation, Results, Subject, View},
};

/// Reason that a table is not measured.
#[derive(Debug, Error)]
#[error("cannot measure the table: {0}")]
pub struct NotMeasured(String);

/// Measurements of the table of a scene.
#[derive(Debug)]
pub struct MeasureReport {
    learned: Arc<Learned>,
    first: i64,
    words: String,
}

fn line(row: &FieldRow) -> String {
    let FieldRow { name, value, remark, .. } = row;
    if remark.is_empty() {
        format!("{name}: {value}")
    } else {
        format!("{name}: {value} ({remark})")
    }
}

impl MeasureReport {
    /// Measures a table; `is_wanted` is asked now and then.
    pub fn new(scene: &Scene, is_wanted: impl Fn() -> bool + Sync) -> Result<Self, NotMeasured> {
        let (table, mut results) = (scene.table(), Results::default());
        let question = LearnedQuestion { table: table.clone(), seed: scene.draft().encoding.seed };
        if let Some(output) = Computation::from(question.clone()).run(|_share| is_wanted()) {
            results.store(output);
        }
        let subject = Subject::new((scene, &table), None, Theme::LIGHT, &results);
        let figure = View::Learned.figure(subject);
        match (results.find(&question), figure.body) {
            (Some(learned), Body::Fields(fields)) => {
                let words = fields.rows.iter().map(line).collect::<Vec<_>>().join("\n");
                Ok(Self { learned: Arc::clone(learned), first: table.extent.start(), words })
            }
            (_, Body::Note(reason)) => Err(NotMeasured(reason)),
            _ => Err(NotMeasured(figure.title)),
        }
    }

    /// A line for each figure.
    pub fn words(&self) -> &str {
        &self.words
    }

    /// Answer as JSON.
    pub fn json(&self) -> Value {
        let it = &self.learned;
        let properties = it.properties;
        let column = |(j, fit): (usize, &ColumnFit)| json!({"column": j, "frequency": fit.frequency, "amplitude": fit.amplitude, "share": fit.share});
        let mark = |(i, mark): (i64, &RowMark)| {
            (*mark != RowMark::Usual)
                .then(|| json!({"position": self.first + i, "look": mark.key()}))
        };
        let wave = |(at, column): (usize, &u32)| json!({"column": column, "amplitudes": it.spectrum.row(at)});
        json!({
            "rows": it.num_rows(),
            "probed_rows": it.num_probed(),
            "norms": it.norms,
            "norm_step": it.step.map(|step| {
                json!({"position": self.first + step.row as i64, "before": step.before, "after": step.after})
            }),
            "unusual_rows": (0..).zip(&it.marks).filter_map(mark).collect::<Vec<_>>(),
            "shares": it.shares,
            "columns": it.fits.iter().enumerate().map(column).collect::<Vec<_>>(),
            "spectrum": it.order.iter().enumerate().map(wave).collect::<Vec<_>>(),
            "nearest_sinusoid": it.nearest_sinusoid,
            "position_error": it.position_error,
            "order_error": it.order_error,
            "translation_variance": properties.translation_variance,
            "first_rise": properties.first_rise,
            "falling": properties.falling,
            "verdict": self.words,
        })
    }
}
