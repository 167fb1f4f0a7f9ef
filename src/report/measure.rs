//! Measurements of a table, in words and as JSON.

use serde_json::{Value, json};
use thiserror::Error;

use crate::{
    encoding::{
        Table,
        learned::{Learned, RowMark},
    },
    export::{self, ExportError},
    picture::Theme,
    scene::Scene,
    views::{Computation, Output, Results, Subject, View},
};

/// Failure to measure a table.
#[derive(Debug, Error)]
pub enum MeasureError {
    /// Table that is not measured.
    #[error("cannot measure the table: {0}")]
    NotMeasured(String),
    /// Computation that failed.
    #[error(transparent)]
    Export(#[from] ExportError),
}

/// Measurements of the table of a scene.
#[derive(Debug)]
pub struct MeasureReport {
    learned: Learned,
    first: i64,
    words: String,
}

impl MeasureReport {
    /// Measures a table; `is_wanted` is asked now and then.
    pub fn new(scene: &Scene, is_wanted: impl Fn() -> bool + Sync) -> Result<Self, MeasureError> {
        let table: Table = scene.table();
        let seed = scene.draft().seed;
        let known = Computation::Learned(table.clone(), seed).run(|_share| is_wanted());
        let mut results = Results::default();
        let Some(Output::Learned(learned)) = known else {
            let figure = export::whole_figure(
                View::Learned,
                scene,
                &table,
                Theme::LIGHT,
                &results,
                &is_wanted,
            )?;
            return Err(MeasureError::NotMeasured(figure.note().unwrap_or_default().to_owned()));
        };
        results.store(Output::Learned(learned.clone()));
        let subject = Subject::new((scene, &table), None, Theme::LIGHT, &results);
        let words = View::Learned.values_text(subject).unwrap_or_default();
        let first = table.extent.start();
        Ok(Self { learned: (*learned).clone(), first, words })
    }

    /// A line for each figure.
    pub fn words(&self) -> String {
        let line = |line: &str| {
            let mut parts = line.split('\t');
            let (name, value) =
                (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
            match parts.next().filter(|remark| !remark.is_empty()) {
                Some(remark) => format!("{name}: {value} ({remark})"),
                None => format!("{name}: {value}"),
            }
        };
        self.words.lines().map(line).collect::<Vec<_>>().join("\n")
    }

    /// Answer as JSON.
    pub fn json(&self) -> Value {
        let it = &self.learned;
        let properties = it.properties;
        let column = |(j, fit): (usize, &crate::encoding::learned::ColumnFit)| json!({"column": j, "frequency": fit.frequency, "amplitude": fit.amplitude, "share": fit.share});
        let mark = |(i, mark): (i64, &RowMark)| {
            (*mark != RowMark::Usual)
                .then(|| json!({"position": self.first + i, "look": mark.key()}))
        };
        let spectrum: Vec<Value> = it
            .order
            .iter()
            .enumerate()
            .map(|(at, column)| json!({"column": column, "amplitudes": it.spectrum.row(at)}))
            .collect();
        json!({
            "rows": it.num_rows(),
            "probed_rows": it.num_probed(),
            "norms": it.norms,
            "unusual_rows": (0..).zip(&it.marks).filter_map(mark).collect::<Vec<_>>(),
            "shares": it.shares,
            "columns": it.fits.iter().enumerate().map(column).collect::<Vec<_>>(),
            "spectrum": spectrum,
            "nearest_sinusoid": it.nearest_sinusoid,
            "position_error": it.position_error,
            "order_error": it.order_error,
            "translation_variance": properties.translation_variance,
            "first_rise": properties.first_rise,
            "falling": properties.falling,
            "verdict": self.words(),
        })
    }
}
