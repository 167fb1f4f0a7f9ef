//! Paints drawings and formulas with egui, and caches rasters by the requests that made them.

use std::{
    collections::{HashMap, hash_map::Entry},
    sync::Arc,
};

use egui::{
    Color32, ColorImage, Mesh, Painter, Pos2, Rect, Stroke, TextureHandle, TextureOptions,
    epaint::{TextShape, Vertex},
    pos2, vec2,
};

use crate::{
    app::look::style,
    picture::{
        Align, Chart, ColorScale, Drawing, Figure, Frame, Image, Item, Laid, Parts, Point,
        RasterRequest, Role, Shape, Text, Theme, compose, compose_bare,
    },
    scene::{Scene, Side, Views},
    views::{Facet, Results, Subject, View},
};

/// Sides in the order in which they are shown.
const SIDES: [Side; 3] = [Side::A, Side::B, Side::Difference];

/// Texture of a view.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum TextureSlot {
    /// A raster of the visible part, by its number.
    Shown(usize),
    /// The overview: everything, small.
    Overview,
}

/// A figure and its inputs.
struct KeptFigure {
    scene: Scene,
    theme: Theme,
    results: Results,
    figure: Arc<Figure>,
}

/// Cached figures, drawings and textures of each view.
#[derive(Default)]
pub(crate) struct Rasters {
    kept: HashMap<(Facet, TextureSlot), Kept>,
    figures: HashMap<Facet, KeptFigure>,
    drawings: HashMap<Facet, (Arc<Figure>, Frame, Arc<Drawing>)>,
    overviews: HashMap<Facet, (Chart, Frame, Arc<Drawing>)>,
    /// Number of rasters computed so far. Tests check that hovering computes none.
    pub(crate) num_rendered: u64,
}

impl Rasters {
    /// Forgets views that are no longer open, with their textures.
    pub(crate) fn keep(&mut self, views: Views) {
        self.retain(|facet| views.contains(facet.view));
    }

    /// Forgets the sides of a view that it does not show.
    pub(crate) fn keep_sides(&mut self, view: View, sides: &[Side]) {
        self.retain(|facet| facet.view != view || sides.contains(&facet.side));
    }

    fn retain(&mut self, is_kept: impl Fn(&Facet) -> bool) {
        self.kept.retain(|(facet, _), _| is_kept(facet));
        self.figures.retain(|facet, _| is_kept(facet));
        self.drawings.retain(|facet, _| is_kept(facet));
        self.overviews.retain(|facet, _| is_kept(facet));
    }

    /// Forgets all textures, so that they are made anew.
    pub(crate) fn forget(&mut self) {
        self.kept.clear();
    }

    /// Request that made the texture of a view, that of its first side.
    pub(crate) fn shown(&self, view: View) -> Option<&RasterRequest> {
        let of = |side| self.kept.get(&(Facet { view, side }, TextureSlot::Shown(0)));
        SIDES.into_iter().find_map(of).map(|kept| &kept.request)
    }

    /// Drawing of a view that was composed last, that of its first side.
    pub(crate) fn drawing(&self, view: View) -> Option<&Drawing> {
        let of = |side| self.drawings.get(&Facet { view, side });
        SIDES.into_iter().find_map(of).map(|(_, _, drawing)| drawing.as_ref())
    }

    /// Figure of a view of the subject's side, made anew if scene, theme or results have changed: never because only
    /// the pointer has moved.
    pub(crate) fn figure(&mut self, view: View, subject: Subject<'_>) -> Arc<Figure> {
        let facet = Facet { view, side: subject.side };
        if let Some(kept) = self.figures.get(&facet)
            && kept.scene == *subject.scene
            && kept.theme == subject.theme
            && kept.results == *subject.results
        {
            return Arc::clone(&kept.figure);
        }
        let figure = Arc::new(view.figure(subject));
        let kept = KeptFigure {
            scene: subject.scene.clone(),
            theme: subject.theme,
            results: subject.results.clone(),
            figure: Arc::clone(&figure),
        };
        self.figures.insert(facet, kept);
        figure
    }

    /// Drawing of a figure, composed anew if the figure or its frame has changed.
    pub(crate) fn composed(
        &mut self,
        facet: Facet,
        figure: &Arc<Figure>,
        frame: Frame,
    ) -> Arc<Drawing> {
        if let Some((kept, kept_frame, drawing)) = self.drawings.get(&facet)
            && (Arc::ptr_eq(kept, figure) || kept == figure)
            && *kept_frame == frame
        {
            return Arc::clone(drawing);
        }
        let drawing = Arc::new(compose(figure, &frame));
        self.drawings.insert(facet, (Arc::clone(figure), frame, Arc::clone(&drawing)));
        drawing
    }

    /// Paints the overview of a chart.
    pub(crate) fn overview(
        &mut self,
        painter: &Painter,
        facet: Facet,
        chart: &Chart,
        rect: Rect,
        theme: Theme,
    ) {
        let frame = Frame {
            width: rect.width(),
            height: rect.height(),
            pixels_per_point: painter.pixels_per_point(),
            theme,
            parts: Parts::TILE,
            is_tight: false,
        };
        painter.rect_filled(rect, 0.0, style::color(theme.tile));
        let whole = chart.overview();
        let overview = match self.overviews.get(&facet) {
            Some((kept, kept_frame, drawing)) if *kept == whole && *kept_frame == frame => {
                Arc::clone(drawing)
            }
            _ => {
                let drawing = Arc::new(compose_bare(&whole, &frame));
                self.overviews.insert(facet, (whole, frame, Arc::clone(&drawing)));
                drawing
            }
        };
        let key = (facet, TextureSlot::Overview);
        painter.extend(shapes(painter, self, key, &overview.shapes, rect.min));
    }

    fn texture(
        &mut self,
        ctx: &egui::Context,
        key: (Facet, TextureSlot),
        mut request: RasterRequest,
    ) -> &Kept {
        // A window larger than the largest texture gets coarser pixels.
        let largest = ctx.input(|input| input.max_texture_side) as u32;
        request.width = request.width.min(largest);
        request.height = request.height.min(largest);
        let num_rendered = &mut self.num_rendered;
        let mut render = |request: &RasterRequest| {
            *num_rendered += 1;
            let Image { size: [width, height], is_turned, pixels } =
                request.render_as(style::color);
            let size = if is_turned { [height, width] } else { [width, height] };
            (ColorImage::new(size, pixels), is_turned)
        };
        match self.kept.entry(key) {
            Entry::Occupied(entry) => {
                let kept = entry.into_mut();
                if kept.request != request {
                    let (image, is_turned) = render(&request);
                    kept.texture.set(image, TextureOptions::NEAREST);
                    (kept.request, kept.is_turned) = (request, is_turned);
                }
                kept
            }
            Entry::Vacant(entry) => {
                let (image, is_turned) = render(&request);
                let texture = ctx.load_texture(key.0.key(), image, TextureOptions::NEAREST);
                entry.insert(Kept { request, texture, is_turned })
            }
        }
    }
}

/// A texture and the request that made it.
struct Kept {
    request: RasterRequest,
    texture: TextureHandle,
    /// True if the rows of the texture are columns of the picture.
    is_turned: bool,
}

impl Kept {
    fn shape(&self, rect: Rect) -> egui::Shape {
        let mut mesh = Mesh::with_texture(self.texture.id());
        for at in [rect.left_top(), rect.right_top(), rect.left_bottom(), rect.right_bottom()] {
            let share = (at - rect.min) / rect.size();
            let uv = if self.is_turned { pos2(share.y, share.x) } else { share.to_pos2() };
            mesh.vertices.push(Vertex { pos: at, uv, color: Color32::WHITE });
        }
        mesh.add_triangle(0, 1, 2);
        mesh.add_triangle(2, 1, 3);
        egui::Shape::mesh(mesh)
    }
}

/// Rectangle on the screen of one in a drawing with its corner at `origin`.
pub(super) fn on_screen(rect: crate::picture::Rect, origin: Pos2) -> Rect {
    Rect::from_min_size(origin + vec2(rect.x, rect.y), vec2(rect.width, rect.height))
}

/// Point of a drawing with its corner at `origin` at a position on the screen.
pub(super) fn in_drawing(pos: Pos2, origin: Pos2) -> Point {
    let offset = pos - origin;
    Point { x: offset.x, y: offset.y }
}

/// Shapes for egui from shapes of a drawing with its corner at `origin`. The key is that of the first raster.
pub(crate) fn shapes(
    painter: &Painter,
    rasters: &mut Rasters,
    (facet, mut slot): (Facet, TextureSlot),
    shapes: &[Shape],
    origin: Pos2,
) -> Vec<egui::Shape> {
    let point = |point: Point| origin + vec2(point.x, point.y);
    let place = |rect| on_screen(rect, origin);
    let faded = |color, opacity| style::color(color).gamma_multiply(opacity);
    let mut shape = |shape: &Shape| match shape {
        Shape::Fill { rect, color } => {
            egui::Shape::rect_filled(place(*rect), 0.0, style::color(*color))
        }
        Shape::Tint { rect, color, opacity } => {
            egui::Shape::rect_filled(place(*rect), 0.0, faded(*color, *opacity))
        }
        Shape::Line { points, width, color, opacity } => {
            let points: Vec<Pos2> = points.iter().map(|&at| point(at)).collect();
            egui::Shape::line(points, Stroke::new(*width, faded(*color, *opacity)))
        }
        Shape::Band { upper, lower, color, opacity } => {
            let color = faded(*color, *opacity);
            let mut mesh = Mesh::default();
            for (i, (&upper, &lower)) in upper.iter().zip(lower).enumerate() {
                mesh.colored_vertex(point(upper), color);
                mesh.colored_vertex(point(lower), color);
                if i > 0 {
                    let last = 2 * i as u32 + 1;
                    mesh.add_triangle(last - 3, last - 2, last - 1);
                    mesh.add_triangle(last - 1, last - 2, last);
                }
            }
            egui::Shape::mesh(mesh)
        }
        Shape::Disc { center, radius, color } => {
            egui::Shape::circle_filled(point(*center), *radius, style::color(*color))
        }
        Shape::Text(shape) => text(painter, shape, origin).into(),
        Shape::Raster { rect, request } => {
            let texture = rasters.texture(painter.ctx(), (facet, slot), request.clone());
            if let TextureSlot::Shown(number) = &mut slot {
                *number += 1;
            }
            texture.shape(place(*rect))
        }
        Shape::ColorBar { rect, scale } => color_strip(place(*rect), *scale, rect.is_upright()),
    };
    shapes.iter().map(&mut shape).collect()
}

/// Colors of a map in order, upward or to the right.
pub(crate) fn color_strip(rect: Rect, scale: ColorScale, is_vertical: bool) -> egui::Shape {
    let table = scale.colors();
    let mut mesh = Mesh::default();
    for (i, &entry) in table.iter().enumerate() {
        let share = |i: usize| i as f32 / table.len() as f32;
        let strip = if is_vertical {
            let y = |i: usize| rect.bottom() - share(i) * rect.height();
            Rect::from_x_y_ranges(rect.x_range(), y(i + 1)..=y(i))
        } else {
            let x = |i: usize| rect.left() + share(i) * rect.width();
            Rect::from_x_y_ranges(x(i)..=x(i + 1), rect.y_range())
        };
        mesh.add_colored_rect(strip, style::color(entry));
    }
    egui::Shape::mesh(mesh)
}

fn text(painter: &Painter, text: &Text, origin: Pos2) -> TextShape {
    let font = style::font(text.face, text.size);
    let galley = painter.layout_no_wrap(text.text.clone(), font, style::color(text.color));
    let before = match text.align {
        Align::Left => 0.0,
        Align::Center => galley.size().x / 2.0,
        Align::Right => galley.size().x,
    };
    let baseline = baseline(&galley);
    let at = origin + vec2(text.at.x, text.at.y);
    if text.is_turned {
        TextShape::new(at + vec2(-baseline, before), galley, Color32::PLACEHOLDER)
            .with_angle(-std::f32::consts::FRAC_PI_2)
    } else {
        TextShape::new(at - vec2(before, baseline), galley, Color32::PLACEHOLDER)
    }
}

/// Depth of the first baseline below the top of laid-out text.
fn baseline(galley: &egui::Galley) -> f32 {
    galley
        .rows
        .first()
        .and_then(|row| row.glyphs.first().map(|glyph| row.pos.y + glyph.pos.y))
        .unwrap_or(0.0)
}

/// Paints a formula with its baseline at `at`.
pub(crate) fn formula(painter: &Painter, laid: &Laid, at: Pos2, theme: Theme) {
    for item in &laid.items {
        match item {
            Item::Glyphs(glyphs) => {
                let color = match glyphs.role {
                    Role::Plain => theme.text,
                    Role::Value => theme.selection,
                };
                let shape = Text::new(
                    Point { x: glyphs.x, y: glyphs.y },
                    Align::Left,
                    glyphs.text.clone(),
                    glyphs.size,
                    glyphs.face,
                    color,
                );
                painter.add(text(painter, &shape, at));
            }
            Item::Rule { x, y, width, thickness } => {
                let rect = Rect::from_min_size(
                    at + vec2(*x, y - thickness / 2.0),
                    vec2(*width, thickness.max(1.0)),
                );
                painter.rect_filled(rect, 0.0, style::color(theme.text));
            }
        }
    }
}
