//! Positions t, h and w of the tokens of a sequence of text and images.

use super::{
    Behavior, Cells, Control, ControlRow, Descriptor, Fact, Requirement, Subject, ViewSides,
    visible,
};
use crate::{
    action::{Action, Gesture},
    encoding::{
        Rows,
        grid::{Sequence, SequencePart},
    },
    picture::{Axis, Body, Chart, ColorScale, Figure, Layer, Pixels, Source, number},
    scene::{Key, View, Viewport, What},
};

pub(super) struct PositionsView;

/// Letters of the three positions.
const AXES: [&str; 3] = ["t", "h", "w"];

/// Name of a part for sentences: `12 tokens of text`, `an image of 3 × 4 tokens`.
fn part_text(part: SequencePart) -> String {
    match part {
        SequencePart::Text(num) => {
            format!("{} of text", number::counted(i64::from(num), "token"))
        }
        SequencePart::Image(shape) if shape.has_frames() => {
            format!("frames of {} tokens", shape.to_string().replace('x', " × "))
        }
        SequencePart::Image(shape) => {
            format!("an image of {} tokens", shape.to_string().replace('x', " × "))
        }
    }
}

fn explanation(sequence: &Sequence) -> String {
    let num = sequence.num_tokens() as i64;
    let next = sequence.next_position();
    let is_image = |part: &&SequencePart| matches!(part, SequencePart::Image(_));
    let image = match sequence.parts().iter().find(is_image) {
        Some(part) => format!(
            " An image takes as many positions as its longest side: {} here, for {}.",
            part.num_positions(),
            number::counted(part.num_tokens() as i64, "token")
        ),
        None => String::new(),
    };
    let delta = next - num;
    format!(
        "Text has three equal positions, one more for each token.{image} The token after these {} has position {}, {}.",
        number::grouped(num),
        number::grouped(next),
        match delta {
            0 => "as without images".to_owned(),
            delta => format!(
                "not {}: the difference of {} is added to every later position",
                number::grouped(num),
                number::typographic(&delta.to_string())
            ),
        }
    )
}

/// Token at a horizontal cell.
fn token_at(sequence: &Sequence, cell: i64) -> u64 {
    cell.clamp(0, sequence.num_tokens() as i64 - 1) as u64
}

/// Token that is selected: the row of the selected position.
fn selected(subject: Subject<'_>) -> i64 {
    let scene = subject.scene;
    let row = scene.position() - scene.extent().start();
    row.clamp(0, scene.draft().sequence.num_tokens() as i64 - 1)
}

impl Behavior for PositionsView {
    fn descriptor(&self) -> Descriptor {
        Descriptor {
            requirement: Requirement::Sections,
            sides: ViewSides::One,
            has_raster: true,
            copies: What::Positions,
            control_keys: &[Key::Sequence],
            shown_with: "encoding=rotary&head_dim=16&mrope_section=2,3,3",
            ..Descriptor::of("Positions of a sequence")
        }
    }

    fn controls(&self, subject: Subject<'_>) -> Vec<ControlRow> {
        let text = subject.scene.draft().sequence.to_string();
        let field = Control::Field { name: "Tokens", help: Key::Sequence.help(), text };
        vec![ControlRow::new(Key::Sequence, [Control::label("Tokens", Key::Sequence), field])]
    }

    fn figure(&self, subject: Subject<'_>) -> Figure {
        let sequence = &subject.scene.draft().sequence;
        let num = sequence.num_tokens();
        let viewport = visible(View::Positions, self, subject);
        let positions: Vec<[i64; 3]> =
            (0..num).filter_map(|token| sequence.positions(token)).collect();
        let rows = (0..AXES.len()).flat_map(|i| positions.iter().map(move |it| it[i] as f64));
        let rows = Rows::new(positions.len(), rows.collect());
        let map = subject.theme.sequential(subject.scene.draft().colors.sequential, 1.0).map;
        let high = (sequence.next_position() - 1).max(1) as f64;
        let parts: Vec<String> = sequence.parts().iter().map(|&part| part_text(part)).collect();
        self.drawn(
            subject,
            parts.join(", "),
            Body::Chart(Chart {
                x: Axis::cells("token", 0, viewport.x, num as f64),
                y: Axis::names(AXES.map(ToOwned::to_owned).to_vec()),
                is_square: false,
                layers: vec![
                    Layer::Raster {
                        source: Source::Rows(rows),
                        scale: ColorScale { map, low: 0.0, high },
                        name: "position".into(),
                        pixels: Pixels::Nearest,
                    },
                    Layer::Cells { at: (selected(subject), 0), size: (1, AXES.len() as i64) },
                ],
            }),
        )
    }

    fn explanation(&self, subject: Subject<'_>) -> String {
        explanation(&subject.scene.draft().sequence)
    }

    fn values_text(&self, subject: Subject<'_>) -> Option<String> {
        let sequence = &subject.scene.draft().sequence;
        let line = |token: u64| {
            let [t, h, w] = sequence.positions(token).unwrap_or_default();
            format!("{token}\t{t}\t{h}\t{w}")
        };
        let lines: Vec<String> = (0..sequence.num_tokens()).map(line).collect();
        Some(format!("token\tt\th\tw\n{}", lines.join("\n")))
    }

    fn cells(&self) -> Option<&dyn Cells> {
        Some(self)
    }
}

impl Cells for PositionsView {
    fn whole(&self, subject: Subject<'_>) -> Viewport {
        let num = subject.scene.draft().sequence.num_tokens();
        Viewport::whole([num as f64, AXES.len() as f64])
    }

    fn smallest(&self) -> [f64; 2] {
        [1.0, AXES.len() as f64]
    }

    fn selected(&self, subject: Subject<'_>) -> (i64, i64) {
        (selected(subject), 0)
    }

    fn pick(&self, subject: Subject<'_>, cell: (i64, i64), gesture: Gesture) -> Action {
        let scene = subject.scene;
        let token = token_at(&scene.draft().sequence, cell.0) as i64;
        let position = scene.extent().start() + token;
        Action::Select { position, column: scene.column(), gesture }
    }

    fn readout(&self, subject: Subject<'_>, cell: (i64, i64)) -> Vec<Fact> {
        let sequence = &subject.scene.draft().sequence;
        let token = token_at(sequence, cell.0);
        let Some((i, positions)) = sequence.place(token) else { return Vec::new() };
        let mut facts: Vec<Fact> = vec![
            ("token".into(), number::grouped(token as i64)),
            ("part".into(), part_text(sequence.parts()[i])),
        ];
        let named = AXES.into_iter().zip(positions);
        facts.extend(named.map(|(axis, at)| (axis.into(), number::grouped(at))));
        facts
    }
}
