//! Figures of a step: the views of its scene, and of the scenes that its text leads to.

use super::{
    block::words,
    pages::{Paper, Slab},
};
use crate::{
    export::{
        ExportError, FigureFormat, FigureRequest, FigureSize, PageItem, Progress, Provenance,
        whole_figure,
    },
    lesson::{Block, Highlight, InQuiz, Inline, Link, LinkTarget, Step},
    picture::{Align, Body, Face, Figure, Part, Parts, Point, Theme},
    scene::{CriteriaSelection, Scene},
    views::{Results, View},
};

/// Height of a figure over the whole width, and of one that shares the width with another, in millimeters.
const WIDE_HEIGHT: f32 = 86.0;
const HALF_HEIGHT: f32 = 62.0;
/// Height of a figure over the whole width that is not the main one.
const LOW_HEIGHT: f32 = 70.0;
/// Smallest height of a chart that fills what is left of a page, and of a figure with words, relative to its own.
const LEAST_SHARE: f32 = 0.65;
const LEAST_SHARE_OF_WORDS: f32 = 0.94;
/// Space between two figures beside each other, in millimeters.
const BETWEEN: f32 = 5.0;
/// Space above a figure, and size of the words above one of another scene, in points.
const GAP: f32 = 10.0;
const LABEL_SIZE: f32 = 8.5;
const POINTS_PER_MM: f32 = 72.0 / 25.4;

/// Figure before it has a place.
struct Drawn<'a> {
    figure: Figure,
    scene: &'a Scene,
    /// Words of the text that lead to it, or the title of a view of the step that is not in the figure.
    label: String,
    /// True if the step is about one of its cells.
    is_of_cell: bool,
}

impl Drawn<'_> {
    /// A board that is too wide for a page, in parts that show all of it, unless one cell is meant; any other figure as
    /// it is.
    fn whole(self) -> Vec<Self> {
        let Body::Board(board) = &self.figure.body else { return vec![self] };
        if self.is_of_cell {
            return vec![self];
        }
        let (none, last) = (board.lines.len(), board.heads.len().saturating_sub(1));
        let part = |column: usize| {
            let mut figure = self.figure.clone();
            if let Body::Board(board) = &mut figure.body {
                board.selected = (none, column);
            }
            Drawn { figure, label: self.label.clone(), ..self }
        };
        vec![part(0), part(last.div_ceil(2)), part(last)]
    }
}

/// Draws the figures of steps, each once.
pub(super) struct HandoutDrawing<'a> {
    pub(super) paper: Paper,
    pub(super) theme: Theme,
    pub(super) progress: &'a Progress,
    printed: Vec<Figure>,
}

impl<'a> HandoutDrawing<'a> {
    /// Nothing is printed yet.
    pub(super) fn new(paper: Paper, theme: Theme, progress: &'a Progress) -> Self {
        Self { paper, theme, progress, printed: Vec::new() }
    }

    /// True for a figure that stands on an earlier page, or another line of a board that does.
    fn is_printed(&mut self, figure: &Figure) -> bool {
        let mut figure = figure.clone();
        figure.sentence.clear();
        figure.explanation.clear();
        if let Body::Board(board) = &mut figure.body {
            board.selected.0 = 0;
        }
        let is_printed = self.printed.contains(&figure);
        if !is_printed {
            self.printed.push(figure);
        }
        is_printed
    }
}

/// Figures of a step that are drawn.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ShownPictures {
    /// All of its views, and those of the scenes that its text leads to.
    All,
    /// Its main view.
    Main,
}

/// Figures of a step that are not yet printed: the main view over the whole width, the others below it, two beside each
/// other where they are charts.
pub(super) fn figures(
    step: &Step,
    shown: ShownPictures,
    drawing: &mut HandoutDrawing<'_>,
) -> Result<Vec<Slab>, ExportError> {
    if !step.has_scene {
        return Ok(Vec::new());
    }
    let (paper, theme, progress) = (drawing.paper, drawing.theme, drawing.progress);
    let is_asked = shown == ShownPictures::All && step.quiz == InQuiz::Picture;
    let draw = |scene, target: Option<Highlight>, view: View, label: String| {
        let (table, known) = (Scene::table(scene), Results::default());
        let figure = whole_figure(view, scene, &table, theme, &known, || progress.is_wanted())?;
        // Sides have titles of their own, which do not name the view.
        let has_sides = matches!(&figure.body, Body::Panels(it) if it.are_sides);
        let is_named = !label.is_empty() || !has_sides;
        let label = if is_named { label } else { view.title().to_owned() };
        let is_judged = scene.draft().criteria_selection != CriteriaSelection::default();
        let is_whole = target.and_then(Highlight::view) == Some(view);
        let is_of_cell = matches!(target, Some(Highlight::Cell(_))) || is_judged && !is_whole;
        Ok(Drawn { figure, scene, label, is_of_cell })
    };
    let scene = &*step.link.scene;
    let main = step.link.target.and_then(Highlight::view);
    let mut views: Vec<View> = scene.draft().views.iter().collect();
    views.sort_by_key(|&view| Some(view) != main);
    let own = views.iter().map(|&view| draw(scene, step.link.target, view, String::new()));
    let linked = linked(step);
    let linked = linked.iter().map(|(link, label)| {
        draw(&link.scene, link.target, linked_view(link, main), label.clone())
    });
    let most = if shown == ShownPictures::All { usize::MAX } else { 1 };
    let all: Vec<Drawn<'_>> = own.chain(linked).take(most).collect::<Result<_, ExportError>>()?;
    let all = all.into_iter().flat_map(Drawn::whole);
    let new = all.filter(|it| !drawing.is_printed(&it.figure));
    let mut rest = new.collect::<Vec<_>>().into_iter().peekable();
    let width = paper.text_width() / POINTS_PER_MM;
    let half = (width - BETWEEN) / 2.0;
    let mut slabs: Vec<Slab> = Vec::new();
    while let Some(drawn) = rest.next() {
        let is_first = slabs.is_empty();
        let fits = |it: &Drawn<'_>| {
            let mut clauses = it.figure.state.split(", ");
            clauses.all(|it| Face::Regular.width(it, LABEL_SIZE) <= half * POINTS_PER_MM)
        };
        let is_halved = |it: &Drawn<'_>| !is_first && is_small(&it.figure) && fits(it);
        let beside = is_halved(&drawn).then(|| rest.next_if(is_halved)).flatten();
        let size = match beside {
            Some(_) => (half, HALF_HEIGHT),
            None if is_halved(&drawn) => (half.max(0.72 * width), HALF_HEIGHT),
            None => (width, if is_first { WIDE_HEIGHT } else { LOW_HEIGHT }),
        };
        let is_chart = is_small(&drawn.figure);
        let has_label =
            [Some(&drawn), beside.as_ref()].into_iter().flatten().any(|it| !it.label.is_empty());
        let top = if has_label { 1.5 * LABEL_SIZE } else { 0.0 };
        let mut items = place(drawn, size, is_first && !is_asked, Point { x: 0.0, y: top }, theme);
        if let Some(beside) = beside {
            let x = (half + BETWEEN) * POINTS_PER_MM;
            items.extend(place(beside, size, false, Point { x, y: top }, theme));
        }
        let height = top + size.1 * POINTS_PER_MM;
        let least_share = if is_chart { LEAST_SHARE } else { LEAST_SHARE_OF_WORDS };
        let least_height = top + least_share * size.1 * POINTS_PER_MM;
        slabs.push(Slab { height, least_height, gap: GAP, ..Slab::of(items) });
    }
    Ok(slabs)
}

/// View that a link points out, else the main view of its step, else the first of its scene.
fn linked_view(link: &Link, main: Option<View>) -> View {
    let views = link.scene.draft().views;
    let pointed = link.target.and_then(Highlight::view);
    let named = [pointed, main].into_iter().flatten().find(|&view| views.contains(view));
    named.or_else(|| views.iter().next()).unwrap_or(View::Heatmap)
}

/// Links of the printed text to other pictures than those of the step, with their words.
fn linked(step: &Step) -> Vec<(Link, String)> {
    let mut found: Vec<(Link, String)> = Vec::new();
    for inline in step.blocks.iter().filter_map(Block::inline).map(Inline::on_paper) {
        for (i, target) in inline.link_targets.iter().enumerate() {
            let LinkTarget::Scene(link) = target else { continue };
            let is_known = |scene: &Scene| *scene == *link.scene;
            let label = inline.goal_text(i);
            if label.is_empty()
                || is_known(&step.link.scene)
                || found.iter().any(|(it, _)| is_known(&it.scene))
            {
                continue;
            }
            found.push((link.clone(), label));
        }
    }
    found
}

/// True for a figure that is readable on half the width of a page.
fn is_small(figure: &Figure) -> bool {
    matches!(figure.body, Body::Chart(_) | Body::Dials(_))
}

/// Figure at a place, with the words that lead to it above.
fn place(
    drawn: Drawn<'_>,
    (width, height): (f32, f32),
    has_caption: bool,
    at: Point,
    theme: Theme,
) -> Vec<PageItem> {
    let Drawn { figure, scene, label, .. } = drawn;
    let size = FigureSize::of_millimeters(f64::from(width), f64::from(height));
    let parts = Parts::ALL.without(Part::Words).with(Part::Caption, has_caption);
    let request = FigureRequest { size, parts, ..FigureRequest::new(FigureFormat::Pdf) };
    let provenance = Provenance::of(scene);
    let mut items = vec![PageItem::Figure { figure: Box::new(figure), request, provenance, at }];
    if !label.is_empty() {
        let label = Face::SemiBold.fitting(&label, LABEL_SIZE, width * POINTS_PER_MM);
        let at = Point { x: at.x, y: LABEL_SIZE };
        items.push(words(label, at, Align::Left, LABEL_SIZE, Face::SemiBold, theme.accent));
    }
    items
}
