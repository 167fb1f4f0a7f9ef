//! Draws the similarity of positions in the convention of Whisper, as PDF at the width of a column.
//!
//! `cargo run --example draw_figure -- similarity.pdf`

use std::{env, error::Error, path::Path};

use phasor::{
    export::{self, FigureFormat, FigureRequest, FigureSize, Progress, Provenance, whole_figure},
    scene::{Scene, View},
    views::Results,
};

fn main() -> Result<(), Box<dyn Error>> {
    let path = env::args().nth(1).unwrap_or_else(|| "similarity.pdf".to_owned());
    let scene: Scene = "convention=whisper&d_model=384&length=256&measure=cosine".parse()?;
    let size = FigureSize::parse("88x70mm", None)?;
    let request =
        FigureRequest { size, parts: size.parts(), ..FigureRequest::new(FigureFormat::Pdf) };
    let (table, known) = (scene.table(), Results::default());
    let figure = whole_figure(View::Similarity, &scene, &table, request.theme(), &known, || true)?;
    export::to_file(Path::new(&path), |out| {
        export::write_figure(&figure, &request, &Provenance::of(&scene), out, &Progress::default())
    })?;
    Ok(())
}
