//! Renders a request: dispatches on the source to the module that computes its pixels.

use super::{
    Image, Raster, RasterRequest, Source, bias, drift, grid,
    ink::{Ink, PLACES, Pixel, palette, palette_index},
    matrix, rows,
    sampled::{self, Averaging},
    similarity, table,
};
use crate::{encoding::Rotation, picture::Rgb};

impl RasterRequest {
    /// Renders the pixels. The cost depends on their number and on the frequencies under them, not on the size of
    /// the table.
    pub fn render(&self) -> Raster {
        let pixels = self.render_as(|rgb| rgb).upright();
        Raster { width: self.width, height: self.height, pixels }
    }

    /// Renders the pixels, converting each color with `paint`, in the order in which they are computed.
    pub fn render_as<P: Copy + Default + Send + Sync>(
        &self,
        paint: impl Fn(Rgb) -> P + Sync,
    ) -> Image<P> {
        let palette = &palette(self.scale, self.unresolved, paint);
        let places = self.scale.places();
        self.pixels_as(&Ink {
            key: move |pixel| palette_index(places, pixel),
            color: move |index: u16| palette[usize::from(index) % PLACES],
        })
    }

    pub(super) fn pixels_as<K, P>(
        &self,
        ink: &Ink<impl Fn(Pixel) -> K + Copy + Sync, impl Fn(K) -> P + Copy + Sync>,
    ) -> Image<P>
    where
        K: Copy + Default,
        P: Copy + Default + Send + Sync,
    {
        let (pixels, is_turned) = match &self.source {
            Source::Table { table, is_transposed } => {
                if let Some(waves) = table.column_waves() {
                    let start = table.extent.start();
                    let amplitude = waves.amplitude();
                    if amplitude.to_bits() == 1.0_f64.to_bits() {
                        table::pixels(self, (waves, start), *is_transposed, ink)
                    } else {
                        let of = |it: Pixel| Pixel { value: amplitude * it.value, ..it };
                        let key = move |pixel| (ink.key)(of(pixel));
                        let ink = &Ink { key, color: ink.color };
                        table::pixels(self, (waves, start), *is_transposed, ink)
                    }
                } else {
                    let shade = sampled::Shade::of(self, table);
                    sampled::table_pixels(self, table, *is_transposed, shade, ink)
                }
            }
            Source::Magnitudes { table, is_transposed } => {
                let shade = sampled::Shade::Magnitude;
                sampled::table_pixels(self, table, *is_transposed, shade, ink)
            }
            Source::Difference(sides) => (self.difference(sides, ink), false),
            Source::Similarity { table, measure } => {
                let pixels = if let Some(waves) = table.waves() {
                    let start = table.extent.start();
                    similarity::pixels(self, (waves, start), *measure, ink)
                } else {
                    sampled::similarity_pixels(self, table, (*measure, Averaging::Own), ink)
                };
                (pixels, false)
            }
            Source::Rotation { waves, offset } => {
                (matrix::pixels(self, &Rotation::new(waves, *offset), ink), false)
            }
            Source::Shift { waves, position, offset } => {
                let shift = Rotation::new(waves, *offset).shift(*position);
                let lines: Vec<&[f64]> = shift.iter().map(Vec::as_slice).collect();
                (rows::pixels(self, &lines, ink), false)
            }
            Source::Drift { table, offset } => (drift::pixels(self, table, *offset, ink), false),
            Source::Bias { bias, head, extent } => {
                (bias::pixels(self, (bias, *head), *extent, ink), false)
            }
            Source::Grid { table, measure, layout, at } => {
                (grid::pixels(self, (table, *measure, *layout, *at), ink), false)
            }
            Source::Rows(rows) => {
                let lines: Vec<&[f64]> = rows.iter().collect();
                (rows::pixels(self, &lines, ink), false)
            }
        };
        let size = [self.width as usize, self.height as usize];
        Image { size, is_turned, pixels }
    }

    /// Values under the pixels, without colors.
    fn values(&self) -> Vec<Pixel> {
        self.pixels_as(&Ink { key: |pixel| pixel, color: |pixel| pixel }).upright()
    }

    /// Pixels of the values of a source minus those of another.
    fn difference<K, P: Copy>(
        &self,
        sides: &[Source; 2],
        ink: &Ink<impl Fn(Pixel) -> K + Copy + Sync, impl Fn(K) -> P + Copy + Sync>,
    ) -> Vec<P> {
        let are_waves = sides.iter().all(|side| match side {
            Source::Similarity { table, .. } => table.waves().is_some(),
            _ => true,
        });
        let of = |source: &Source| match source {
            Source::Similarity { table, measure } if !are_waves => {
                let ink = Ink { key: |pixel| pixel, color: |pixel| pixel };
                sampled::similarity_pixels(self, table, (*measure, Averaging::Alike), &ink)
            }
            _ => Self { source: source.clone(), ..self.clone() }.values(),
        };
        let pixels = of(&sides[0]).into_iter().zip(of(&sides[1]));
        pixels
            .map(|(a, b)| {
                let variance = a.variance.max(b.variance);
                (ink.color)((ink.key)(Pixel { value: a.value - b.value, variance }))
            })
            .collect()
    }
}
