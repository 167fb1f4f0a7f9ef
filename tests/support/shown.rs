//! Scenes in which each view shows something.

use phasor::scene::View;

/// Keys of a scene, besides those of the table's size, in which a view shows more than a note.
pub(crate) fn keys_for(view: View) -> &'static str {
    match view {
        View::DifferenceByPosition | View::DifferenceByColumn | View::Verdict => {
            "&b.base=500&tolerance=0.01"
        }
        View::Error
        | View::ErrorByPosition
        | View::ErrorByPair
        | View::Neighbors
        | View::Precision
        | View::NumberLine
        | View::Drift => "&round=bf16",
        View::Bias | View::BiasMatrix | View::Slopes | View::HalfLife | View::BiasScore => {
            "&convention=alibi-bloom&heads=8"
        }
        View::GridAxes
        | View::GridFaults
        | View::ResizedGrid
        | View::GridSimilarity
        | View::GridSimilarities => "&convention=mae-2d&grid=5x8",
        View::Positions => "&encoding=rotary&head_dim=16&mrope_section=2,3,3",
        View::Config | View::Score | View::Head | View::Relative => "&model=llama-3.2-1b",
        _ => "",
    }
}
