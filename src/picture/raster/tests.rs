//! Compares pictures with brute force, on random rectangles of random tables.

use std::sync::Arc;

use proptest::prelude::*;

use super::{
    Pixels, RasterRequest, Source,
    ink::{Ink, Pixel},
};
use crate::{
    encoding::{
        Column, Convention, Data, Encoding, Extent, Rounding, SinusoidDraft, Spec, Stages, Table,
        Waves,
        similarity::{self, Measure},
    },
    picture::{ColorMap, ColorScale, Span},
};

fn values(request: &RasterRequest) -> Vec<Pixel> {
    request.pixels_as(&Ink { key: |pixel| pixel, color: |pixel| pixel }).upright()
}

fn request(source: Source, (x, y): (Span, Span), size: [u32; 2]) -> RasterRequest {
    RasterRequest {
        source,
        pixels: Pixels::Mean,
        x,
        y,
        width: size[0],
        height: size[1],
        scale: ColorScale::symmetric(ColorMap::Vik, 1.0),
        unresolved: [0x80; 3],
    }
}

fn table(draft: SinusoidDraft, start: i64, length: u64) -> Table {
    let encoding = Arc::new(Encoding::sinusoidal(draft).unwrap());
    Table { encoding, extent: Extent::new(start, length).unwrap() }
}

fn waves(table: &Table) -> Arc<Waves> {
    Arc::clone(table.waves().unwrap())
}

/// Random convention, width (odd widths included), and start, near or far.
fn tables() -> impl Strategy<Value = Table> {
    let starts = prop_oneof![-50_i64..50, (1_i64 << 31)..(1 << 32)];
    (0..Convention::all().count(), 1_u32..40, starts).prop_map(|(convention, d_model, start)| {
        let convention = Convention::all().nth(convention).unwrap_or(Convention::PAPER);
        table(convention.draft(d_model), start, 1000)
    })
}

/// Columns under a pixel, each with the share of the pixel that it covers; one whole column where columns are
/// larger than pixels.
fn shares(span: Span, pixel: u32, pixels: u32) -> Vec<(u32, f64)> {
    let step = span.length() / f64::from(pixels);
    if step <= 1.0 {
        return vec![((span.start + (f64::from(pixel) + 0.5) * step) as u32, 1.0)];
    }
    let (start, end) =
        (span.start + f64::from(pixel) * step, span.start + f64::from(pixel + 1) * step);
    (start as u32..end.ceil() as u32)
        .map(|j| (j, (end.min(f64::from(j) + 1.0) - start.max(f64::from(j))).max(0.0) / step))
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn table_pixel_is_mean_and_variance_of_cells(
        table in tables(),
        (cells, first_row, height) in (1_u32..9, 0_u32..200, 1_u32..90),
        (left, share, width) in (0.0_f64..0.9, 0.05_f64..1.0, 1_u32..60),
        is_transposed in any::<bool>(),
    ) {
        let d_model = f64::from(table.num_columns());
        let columns =
            Span { start: left * d_model, end: (left + share * (1.0 - left)) * d_model };
        let first = f64::from(first_row);
        let rows = Span { start: first, end: first + f64::from(cells * height) };
        let (spans, size) = if is_transposed {
            ((rows, columns), [height, width])
        } else {
            ((columns, rows), [width, height])
        };
        let request = request(Source::Table { table: table.clone(), is_transposed }, spans, size);
        let pixels = values(&request);
        for (column, row) in [(0, 0), (width - 1, height - 1), (width / 2, height / 3)] {
            let (mut mean, mut square) = (0.0, 0.0);
            for (j, share) in shares(columns, column, width) {
                for i in 0..cells {
                    let t = table.extent.start() + i64::from(first_row + row * cells + i);
                    let value = table.encoding.value(t, j.min(table.num_columns() - 1));
                    mean += share * value / f64::from(cells);
                    square += share * value * value / f64::from(cells);
                }
            }
            let (x, y) = if is_transposed { (row, column) } else { (column, row) };
            let pixel = pixels[(y * size[0] + x) as usize];
            let variance = square - mean * mean;
            prop_assert!((pixel.value - mean).abs() < 1e-12, "mean {} not {mean}", pixel.value);
            prop_assert!((pixel.variance - variance).abs() < 1e-12, "{} not {variance}", pixel.variance);
        }
    }

    #[test]
    fn half_pixels_average_to_whole_pixel(
        table in tables(), first in 0.0_f64..100.0, step in 2.0_f64..50.0, height in 1_u32..40,
    ) {
        let columns = Span { start: 0.0, end: f64::from(table.num_columns()) };
        let rows = Span { start: first, end: first + step * f64::from(height) };
        let of = |height| {
            let source = Source::Table { table: table.clone(), is_transposed: false };
            values(&request(source, (columns, rows), [table.num_columns(), height]))
        };
        let (whole, halves) = (of(height), of(2 * height));
        let width = table.num_columns() as usize;
        // Positions between integers are only known to f64 precision: far out, that is 2^-20 of a position.
        let far = if table.extent.start() > 1000 { 1e-6 } else { 0.0 };
        for (i, pixel) in whole.iter().enumerate() {
            let (row, column) = (i / width, i % width);
            let half = |k: usize| halves[(2 * row + k) * width + column].value;
            let error = (pixel.value - 0.5 * (half(0) + half(1))).abs();
            prop_assert!(error < 1e-12 + far, "off by {error:e}");
        }
    }

    #[test]
    fn paired_similarity_is_exactly_symmetric_toeplitz(
        table in tables(), first in 0.0_f64..300.0, cells in 1.0_f64..700.0, size in 1_u32..80,
        measure in 0_usize..3,
    ) {
        let measure = Measure::ALL[measure];
        let span = Span { start: first, end: first + cells };
        let request = request(Source::Similarity { table: table.clone(), measure }, (span, span), [size, size]);
        let pixels = values(&request);
        let size = size as usize;
        let at = |i: usize, j: usize| pixels[i * size + j].value.to_bits();
        let cell = |i: usize| RasterRequest::cell(span, i, size);
        let has_pixels_of_cells = cells > size as f64;
        for i in 0..size {
            for j in 0..size {
                if waves(&table).is_paired() {
                    prop_assert_eq!(at(i, j), at(j, i), "symmetric at {}, {}", i, j);
                }
                // The diagonals are those of the cells if cells are larger than pixels.
                let is_next = i + 1 < size && j + 1 < size
                    && (has_pixels_of_cells
                        || (cell(i + 1) - cell(i), cell(j + 1) - cell(j)) == (1, 1));
                if waves(&table).is_paired() && is_next {
                    prop_assert_eq!(at(i, j), at(i + 1, j + 1), "diagonal at {}, {}", i, j);
                }
            }
        }
    }

    #[test]
    fn similarity_pixel_is_mean_of_cells(
        table in tables(), first in 0_u32..100, cells in 1_u32..6, size in 1_u32..12,
        is_distance in any::<bool>(),
    ) {
        let first = f64::from(first);
        let span = Span { start: first, end: first + f64::from(cells * size) };
        let measure = if is_distance { Measure::Distance } else { Measure::Dot };
        let source = Source::Similarity { table: table.clone(), measure };
        let request = request(source, (span, span), [size, size]);
        // For distances, the mean of the squares.
        let power = if is_distance { 2 } else { 1 };
        let pixels = values(&request);
        for (y, x) in [(0, 0), (size - 1, 0), (size / 2, size - 1), (size - 1, size - 1)] {
            let mut mean = 0.0;
            for (i, j) in (0..cells * cells).map(|n| (n / cells, n % cells)) {
                let position = |pixel: u32, cell: u32| {
                    table.extent.start() + first as i64 + i64::from(pixel * cells + cell)
                };
                let of = similarity::of(&table.encoding, measure, position(y, i), position(x, j));
                mean += of.powi(power) / f64::from(cells * cells);
            }
            let value = pixels[(y * size + x) as usize].value.powi(power);
            // Nearby positions lose no digits, so the bound is relative to the value itself.
            let whole = if is_distance && waves(&table).is_paired() {
                mean
            } else {
                f64::from(table.num_columns())
            };
            prop_assert!((value - mean).abs() <= 2e-12 * whole, "{value:e} not {mean:e}");
        }
    }

    #[test]
    fn nearest_mode_shows_exact_cells(
        table in tables(), first in 0.0_f64..300.0, cells in 1.0_f64..700.0, size in 1_u32..40,
        source in 0_usize..5,
    ) {
        let span = Span { start: first, end: first + cells };
        let columns = Span { start: 0.0, end: f64::from(table.num_columns()) };
        let (source, spans) = match source {
            0 => (Source::Table { table: table.clone(), is_transposed: false }, (columns, span)),
            1 => (Source::Table { table: table.clone(), is_transposed: true }, (span, columns)),
            2 => (Source::Similarity { table: table.clone(), measure: Measure::Dot }, (span, span)),
            3 => (Source::Rotation { waves: waves(&table), offset: 7 }, (columns, columns)),
            _ => {
                let rows = Span { start: 0.0, end: 4.0 };
                (Source::Shift { waves: waves(&table), position: table.extent.start(), offset: 7 }, (columns, rows))
            }
        };
        let mut request = request(source.clone(), spans, [size, size]);
        request.pixels = Pixels::Nearest;
        let pixels = values(&request);
        let waves = waves(&table);
        let rotation = crate::encoding::Rotation::new(&waves, 7);
        for (y, x) in [(0, 0), (size - 1, size / 2), (size / 3, size - 1)] {
            let cell = |span, pixel: u32| RasterRequest::cell(span, pixel as usize, size as usize);
            let (column, row) = (cell(spans.0, x), cell(spans.1, y));
            let encoding = &table.encoding;
            let expected = match &source {
                Source::Table { is_transposed: false, .. } => {
                    encoding.value(table.extent.start() + row, column as u32)
                }
                Source::Table { is_transposed: true, .. } => {
                    encoding.value(table.extent.start() + column, row as u32)
                }
                Source::Similarity { measure, .. } => {
                    similarity::of(encoding, *measure, table.extent.start() + row, table.extent.start() + column)
                }
                Source::Rows(_) | Source::Magnitudes { .. } | Source::Difference(_) | Source::Drift { .. } | Source::Bias { .. } | Source::Grid { .. } => {
                    unreachable!("none of the cases")
                }
                Source::Rotation { .. } => rotation.entry(row as u32, column as u32),
                Source::Shift { position, .. } => {
                    let there = encoding.value(*position + 7, column as u32);
                    let here = |j: u32| encoding.value(*position, j);
                    let moved: f64 = rotation.row(column as u32).map(|(j, entry)| entry * here(j)).sum();
                    [here(column as u32), moved, there, moved - there][row as usize]
                }
            };
            let value = pixels[(y * size + x) as usize].value;
            let bound = 1e-12 * f64::from(table.num_columns());
            prop_assert!((value - expected).abs() < bound, "{value} not {expected}");
        }
    }
}

#[test]
fn row_pixel_is_mean_and_variance_of_cells() {
    let table = table(Convention::PAPER.draft(21), 0, 8);
    let source = Source::Shift { waves: waves(&table), position: 3, offset: 2 };
    let spans = (Span { start: 0.5, end: 18.5 }, Span { start: 0.0, end: 4.0 });
    let request = request(source, spans, [4, 4]);
    let waves = waves(&table);
    let rows = crate::encoding::Rotation::new(&waves, 2).shift(3);
    for (i, pixel) in values(&request).iter().enumerate() {
        let row = &rows[i / 4];
        let mean = |of: &dyn Fn(f64) -> f64| {
            let shares = shares(spans.0, i as u32 % 4, 4);
            shares.into_iter().map(|(j, share)| share * of(row[j as usize])).sum::<f64>()
        };
        let (value, square) = (mean(&|x| x), mean(&|x| x * x));
        assert!((pixel.value - value).abs() < 1e-14, "mean of pixel {i}");
        assert!((pixel.variance - (square - value * value)).abs() < 1e-14, "variance of pixel {i}");
    }
}

#[test]
fn small_distances_keep_their_digits() {
    // One slow pair, two positions per pixel: |PE(0) − PE(1)| = 2 sin(ω/2), in half of the cells.
    let draft = SinusoidDraft {
        exponent: crate::encoding::Exponent::OneBased,
        ..Convention::PAPER.draft(2)
    };
    let table = table(draft, 0, 1000);
    let source = Source::Similarity { table: table.clone(), measure: Measure::Distance };
    let span = Span { start: 0.0, end: 2.0 };
    let pixels = values(&request(source, (span, span), [1, 1]));
    let expected = (0.5 * (2.0 * (0.5e-4_f64).sin()).powi(2)).sqrt();
    let error = (pixels[0].value - expected).abs() / expected;
    assert!(error < 1e-12, "{:e} is off by {error:e} of {expected:e}", pixels[0].value);
}

#[test]
fn single_cells_and_zero_column_have_no_variance() {
    let table = table(Convention::named("fairseq").unwrap().draft(5), 2, 40);
    let spans = (Span { start: 0.0, end: 5.0 }, Span { start: 0.0, end: 8.0 });
    let source = Source::Table { table: table.clone(), is_transposed: false };
    let large = request(source.clone(), spans, [50, 80]);
    assert!(values(&large).iter().all(|pixel| pixel.variance == 0.0), "cells larger than pixels");
    assert_eq!(waves(&table).column(4), Column::Zero);
    let small = request(source, (spans.0, Span { start: 0.0, end: 40.0 }), [5, 4]);
    let last: Vec<Pixel> = values(&small).into_iter().skip(4).step_by(5).collect();
    assert_eq!(last, [Pixel::default(); 4], "zeros under every pixel");
}

#[test]
fn spread_is_root_of_variance() {
    let table = table(Convention::PAPER.draft(16), 0, 64);
    let spans = (Span { start: 0.0, end: 16.0 }, Span { start: 0.0, end: 64.0 });
    let mut request =
        request(Source::Table { table: table.clone(), is_transposed: false }, spans, [8, 8]);
    let means = values(&request);
    request.pixels = Pixels::Spread;
    for (spread, mean) in values(&request).iter().zip(&means) {
        assert_eq!(*spread, Pixel { value: mean.variance.sqrt(), variance: 0.0 });
    }
}

#[test]
fn largest_table_renders_finite_values() {
    let table = table(Convention::PAPER.draft(16_384), 0, 1 << 32);
    let rows = Span { start: 0.0, end: 4_294_967_296.0 };
    let columns = Span { start: 0.0, end: 16_384.0 };
    for (source, spans) in [
        (Source::Table { table: table.clone(), is_transposed: false }, (columns, rows)),
        (Source::Similarity { table: table.clone(), measure: Measure::Distance }, (rows, rows)),
        (Source::Rotation { waves: waves(&table), offset: 1 << 32 }, (columns, columns)),
    ] {
        for &pixels in Pixels::ALL {
            let request = RasterRequest { pixels, ..request(source.clone(), spans, [16, 16]) };
            assert_eq!(request.render().pixels.len(), 256, "{source:?} by {pixels:?}");
            let is_number = values(&request).iter().all(|pixel| pixel.value.is_finite());
            assert!(is_number, "{source:?} by {pixels:?} has a value everywhere");
        }
    }
}

/// Pixels that cover parts of rows: both sides are averaged over the same ones.
#[test]
fn equal_tables_have_no_difference_of_similarity() {
    let exact = Encoding::sinusoidal(Convention::PAPER.draft(16)).unwrap();
    let stages = Stages::of_result(Rounding::F32);
    let rounded = Encoding::new(Spec::Rounded(Box::new(exact.spec().clone()), stages));
    let extent = Extent::new(0, 200).unwrap();
    let of_rule = Table { encoding: Arc::new(rounded), extent };
    let data = Data::read(&of_rule, |_share| true).unwrap().unwrap();
    let of_file =
        Table { encoding: Arc::new(Encoding::new(Spec::Data { data, start: 0 })), extent };
    for measure in [Measure::Dot, Measure::Cosine, Measure::Distance] {
        let side = |table: &Table| Source::Similarity { table: table.clone(), measure };
        let sides = Box::new([side(&of_file), side(&of_rule)]);
        let span = Span { start: 0.0, end: 200.0 };
        let pixels = values(&request(Source::Difference(sides), (span, span), [61, 47]));
        assert!(pixels.iter().all(|pixel| pixel.value == 0.0), "{measure:?}: {pixels:?}");
    }
}
