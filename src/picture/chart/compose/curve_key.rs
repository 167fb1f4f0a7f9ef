//! Key of the curves: a list right of the data, each name beside a sample of its line.

use super::{
    canvas::{GAP, HALF_FIGURE, SIDE_GAP, TICK_SIZE},
    composer::Composer,
    curves::{ENVELOPE_OPACITY, STROKE},
};
use crate::picture::{Align, Curve, Face, KeyEntry, Plot, Point, Rect, Shape, number};

const SAMPLE: f32 = 16.0;
const KEY_LINE: f32 = 16.0;
const KEY_LINE_SMALLEST: f32 = 12.5;
/// Opacity of the line of a hidden curve in the key.
const HIDDEN_OPACITY: f32 = 0.3;

impl Composer<'_> {
    /// Width of the key of curves right of the data; 0 where the key would take too much space.
    pub(super) fn curve_key_room(&self) -> f32 {
        let widest = self
            .all_curves()
            .iter()
            .flat_map(|&curve| self.curve_names(curve))
            .map(|name| Face::Regular.width(&name, TICK_SIZE))
            .fold(0.0, f32::max);
        let room = SIDE_GAP + SAMPLE + GAP + widest;
        let has_room = !self.all_curves().is_empty() && room < self.canvas.frame.width / 3.0;
        if has_room { room } else { 0.0 }
    }

    /// Labels in the key: column and component, and wavelength.
    fn curve_names(&self, curve: Curve) -> [String; 2] {
        let column = curve.column;
        match self.wave(curve) {
            Some(wave) => {
                let wavelength = std::f64::consts::TAU / wave.omega.hi;
                [
                    format!("{column} {}", wave.component.name()),
                    format!("λ {}", number::readable(wavelength, 4)),
                ]
            }
            None => [format!("{column} zero"), String::new()],
        }
    }

    /// Draws the key of curves: a list right of the data, each name beside a sample of its line.
    pub(super) fn curve_key(&mut self, plot: &Plot) {
        if self.curve_key_room() == 0.0 {
            return;
        }
        let theme = self.canvas.frame.theme;
        let curves = self.all_curves().to_vec();
        let has_wavelengths = 2.0 * KEY_LINE * curves.len() as f32 <= plot.rect.height;
        let step = if has_wavelengths {
            2.0 * KEY_LINE
        } else {
            (plot.rect.height / curves.len() as f32).clamp(KEY_LINE_SMALLEST, KEY_LINE)
        };
        let x = plot.rect.right() + SIDE_GAP;
        for (i, curve) in curves.into_iter().enumerate() {
            let y = plot.rect.y + TICK_SIZE / 2.0 + i as f32 * step;
            if y + TICK_SIZE / 2.0 > plot.rect.bottom() + GAP {
                return;
            }
            let color = theme.curve(curve.color);
            let strength = if curve.is_hidden { HIDDEN_OPACITY } else { 1.0 };
            if self.wave(curve).is_some_and(|wave| self.clearness(wave, plot) == 0.0) {
                let rect = Rect { x, y: y - 5.0, width: SAMPLE, height: 10.0 };
                let opacity = ENVELOPE_OPACITY * strength;
                self.canvas.shape(Shape::Tint { rect, color, opacity });
            } else {
                let points = [x, x + SAMPLE].map(|x| Point { x, y }).into();
                self.canvas.shape(Shape::Line { points, width: STROKE, color, opacity: strength });
            }
            let [name, wavelength] = self.curve_names(curve);
            let left = x + SAMPLE + GAP;
            let at = |y: f32| Point { x: left, y: y + HALF_FIGURE * TICK_SIZE };
            let width = Face::Regular.width(&name, TICK_SIZE);
            if curve.is_hidden {
                let points = [left, left + width].map(|x| Point { x, y }).into();
                let color = theme.weak_text;
                self.canvas.shape(Shape::Line { points, width: 1.0, color, opacity: 1.0 });
            }
            let text_color = if curve.is_hidden { theme.weak_text } else { theme.text };
            self.canvas.text(name.clone(), at(y), Align::Left, TICK_SIZE, text_color);
            if has_wavelengths {
                let below = at(y + KEY_LINE * 0.85);
                self.canvas.text(wavelength, below, Align::Left, TICK_SIZE, theme.weak_text);
            }
            let width = SAMPLE + GAP + width + GAP;
            let rect =
                Rect { x: x - GAP / 2.0, y: y - step.min(KEY_LINE) / 2.0, width, height: step };
            let Curve { column, is_hidden, .. } = curve;
            self.key.push(KeyEntry { rect, name, column, is_hidden });
        }
    }
}
