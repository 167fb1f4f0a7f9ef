//! Waves that are rounded to types of few bits at any stage of their computation.

use std::ops::Range;

use super::{
    Column, Component, Double, Form, Frequency, Level, Method, Number, Omegas, Phasor, Rounding,
    Spacing, Stages, WaveSource, Waves, engine, parallel::for_each_row, phasor::Phasors,
    rotary::scaling::Scaling,
};

/// Waves whose frequencies, positions and angles are rounded.
#[derive(Debug)]
pub(super) struct StagedWaves {
    /// Waves with the rounded frequencies.
    waves: Waves,
    omegas: Omegas,
    stages: Stages,
    /// Positions of the rows, where these are not whole numbers.
    spacing: Option<Spacing>,
    recurrence: Option<Recurrence>,
    /// Factor of the values after they have been rounded.
    scale: f64,
}

/// Angles from pair to pair, in single precision.
#[derive(Debug)]
struct Recurrence {
    /// Factor of the position in the first angle.
    first: f32,
    /// Factor from each angle to the next.
    ratio: f32,
    /// Divisor of each frequency by its scaling, as a factor.
    scaled: Vec<f32>,
}

impl Recurrence {
    fn new(waves: &Waves) -> Self {
        let unscaled: Vec<Double> = match waves.source() {
            WaveSource::Sinusoid(_) => waves.frequencies().iter().map(|it| it.omega).collect(),
            WaveSource::Head(rotary) | WaveSource::Cache(rotary) => {
                Scaling::Default.frequencies(rotary.base(), rotary.exponent_dim(), None)
            }
        };
        let first = unscaled.first().map_or(1.0, |it| it.hi);
        let ratio = unscaled.get(1).map_or(1.0, |second| second.hi / first) as f32;
        let own = |(frequency, unscaled): (&Frequency, &Double)| {
            if unscaled.hi > 0.0 { (frequency.omega.hi / unscaled.hi) as f32 } else { 0.0 }
        };
        let scaled = waves.frequencies().iter().zip(&unscaled).map(own).collect();
        Self { first: first as f32, ratio, scaled }
    }

    /// Angles at a position.
    fn angles(&self, position: f64) -> Vec<f64> {
        let mut angle = position as f32 * self.first;
        let next = |&scaled: &f32| {
            let own = f64::from(angle * scaled);
            angle *= self.ratio;
            own
        };
        self.scaled.iter().map(next).collect()
    }
}

/// Frequencies by the steps of the original program, each in single precision.
fn by_steps(waves: &Waves) -> Vec<f64> {
    match waves.source() {
        WaveSource::Sinusoid(sinusoid) => {
            let of = |it: &Frequency| {
                Form::Power.evaluate(super::Arithmetic::F32, sinusoid.base(), it.exponent)
            };
            waves.frequencies().iter().map(of).collect()
        }
        WaveSource::Head(rotary) | WaveSource::Cache(rotary) => {
            rotary.frequencies_f32().into_iter().map(f64::from).collect()
        }
    }
}

impl StagedWaves {
    pub(super) fn new(waves: &Waves, spacing: Option<Spacing>, stages: Stages) -> Self {
        let recurrence = (stages.method == Method::Recurrence).then(|| Recurrence::new(waves));
        let steps = (stages.method == Method::Steps).then(|| by_steps(waves));
        let rounded = |(index, own): (usize, &Frequency)| match (&steps, stages.frequency) {
            (Some(steps), _) => Double::new(steps[index]),
            (None, Some(rounding)) => Double::new(rounding.cast(own.omega)),
            (None, None) => own.omega,
        };
        let omegas = waves.frequencies().iter().enumerate().map(rounded).collect();
        let waves = waves.with_omegas(omegas);
        let omegas = engine::omegas(waves.frequencies());
        Self { waves, omegas, stages, spacing, recurrence, scale: 1.0 }
    }

    /// The same with a factor of the values.
    pub(super) fn scaled(self, scale: f64) -> Self {
        Self { scale, ..self }
    }

    /// Factor of the values.
    pub(super) fn scale(&self) -> f64 {
        self.scale
    }

    /// Position of a row, rounded.
    fn position(&self, t: i64) -> Double {
        let exact = self.spacing.map_or_else(|| Double::new(t as f64), |it| it.position(t));
        match self.stages.position {
            Some(rounding) => Double::new(rounding.cast(exact)),
            None => exact,
        }
    }

    /// Phasors of all frequencies at a row, before the values are rounded.
    fn phasors(&self, t: i64) -> Phasors {
        let frequencies = self.waves.frequencies();
        let position = self.position(t);
        let level = Level::detected();
        if let Some(recurrence) = &self.recurrence {
            return Phasors::of_angles(level, &recurrence.angles(position.hi));
        }
        match self.stages.product {
            None => match whole(position) {
                Some(position) => engine::phasors_at(frequencies, position),
                None => Phasors::at(level, &self.omegas, position),
            },
            Some(rounding) => {
                let angles = angles(level, frequencies, position, rounding);
                Phasors::of_angles(level, &angles)
            }
        }
    }

    /// The same to the last bits of a sum, in less time.
    pub(super) fn near_phasors(&self, t: i64) -> Phasors {
        if self.recurrence.is_some() || self.stages.product.is_some() {
            return self.phasors(t);
        }
        Phasors::at(Level::detected(), &self.omegas, self.position(t))
    }

    /// Number of frequencies of all columns.
    pub(super) fn num_frequencies(&self) -> usize {
        self.waves.frequencies().len()
    }

    /// Content of a column.
    pub(super) fn column(&self, j: u32) -> Column {
        self.waves.column(j)
    }

    /// Phasor of one frequency at a row, with the same bits as among all.
    fn phasor(&self, t: i64, frequency: usize) -> Phasor {
        let position = self.position(t);
        if let Some(recurrence) = &self.recurrence {
            return Phasor::from_angle(Double::new(recurrence.angles(position.hi)[frequency]));
        }
        let omega = self.waves.frequencies()[frequency].omega;
        match self.stages.product {
            None => match whole(position) {
                Some(position) => engine::phasor_at(omega, position),
                None => Phasor::from_angle(omega.times(position)),
            },
            Some(rounding) => {
                let angle = rounding.cast(omega.times(position));
                Phasor::from_angle(Double::new(angle))
            }
        }
    }

    /// Value of a component, rounded.
    #[inline(always)]
    pub(super) fn result(&self, value: f64) -> f64 {
        let value = self.waves.amplitude() * value;
        self.scale * self.stages.result.map_or(value, |it: Rounding| it.cast(Double::new(value)))
    }

    pub(super) fn value(&self, t: i64, j: u32) -> f64 {
        match self.waves.column(j) {
            Column::Wave { frequency, component } => {
                self.result(self.phasor(t, frequency).component(component))
            }
            Column::Zero => 0.0,
        }
    }

    pub(super) fn fill<T: Number>(&self, first: i64, columns: Range<u32>, out: &mut [T]) {
        let width = columns.len().max(1);
        let is_narrow = 8 * columns.len() < self.waves.frequencies().len();
        let is_direct = self.recurrence.is_none()
            && self.stages.product.is_none()
            && self.stages.position.is_none()
            && self.spacing.is_none();
        if is_direct && out.len() > width {
            // Only the frequencies differ from exact ones.
            let mut values = vec![0.0; out.len()];
            let columns = columns.start as usize..columns.end as usize;
            self.waves.engine().fill(first, columns, &mut values);
            for (out, value) in out.iter_mut().zip(values) {
                *out = T::nearest(self.result(value));
            }
            return;
        }
        let fill_row = |i: usize, row: &mut [T]| {
            let t = first + i as i64;
            if is_narrow {
                for (out, j) in row.iter_mut().zip(columns.clone()) {
                    *out = T::nearest(self.value(t, j));
                }
                return;
            }
            let mut phasors = self.phasors(t);
            Level::detected().run(
                #[inline(always)]
                || {
                    for part in [&mut phasors.cos, &mut phasors.sin] {
                        for value in part {
                            *value = self.result(*value);
                        }
                    }
                },
            );
            for (out, j) in row.iter_mut().zip(columns.clone()) {
                *out = T::nearest(match self.waves.column(j) {
                    Column::Wave { frequency, component: Component::Sin } => phasors.sin[frequency],
                    Column::Wave { frequency, component: Component::Cos } => phasors.cos[frequency],
                    Column::Zero => 0.0,
                });
            }
        };
        for_each_row(out, width, &fill_row);
    }
}

/// Angles ω·t of all frequencies, rounded.
fn angles(level: Level, frequencies: &[Frequency], position: Double, to: Rounding) -> Vec<f64> {
    let mut angles = vec![0.0; frequencies.len()];
    level.run(
        #[inline(always)]
        || {
            for (angle, frequency) in angles.iter_mut().zip(frequencies) {
                *angle = to.cast(frequency.omega.times(position));
            }
        },
    );
    angles
}

/// Position that is a whole number within the engine's range; `None` for all others.
fn whole(position: Double) -> Option<i64> {
    /// Largest position whose phasors are exact.
    const MOST: f64 = (1_u64 << 34) as f64;
    let Double { hi, lo } = position;
    (lo == 0.0 && hi.fract() == 0.0 && hi.abs() <= MOST).then_some(hi as i64)
}

#[cfg(test)]
mod tests {
    use crate::encoding::{
        Convention, Double, Encoding, Moments, Rounding, Sinusoid, Spec, Stages,
        rotary::{Rotary, RotaryDraft},
        similarity::{self, Measure},
    };

    fn paper(stages: &str) -> [Encoding; 2] {
        let exact = Spec::from(Sinusoid::new(Convention::PAPER.draft(12)).unwrap());
        let stages: Stages = stages.parse().unwrap();
        [Encoding::new(Spec::Rounded(Box::new(exact.clone()), stages)), Encoding::new(exact)]
    }

    #[test]
    fn values_are_cast() {
        for rounding in Rounding::ALL {
            let [encoding, plain] = paper(&format!("result:{}", rounding.key()));
            let table = encoding.table::<f64>(-3..40, 0..12);
            for ((i, j), &value) in table.indexed_iter() {
                let expected = rounding.cast(Double::new(plain.value(i as i64 - 3, j as u32)));
                assert_eq!(
                    value.to_bits(),
                    expected.to_bits(),
                    "{rounding:?}, row {i}, column {j}"
                );
            }
            // Few rows under a pixel are all looked at.
            let mut found = vec![Moments::default(); 12];
            encoding.fill_moments(2.0, 4.0, 0..12, &mut found);
            for (j, found) in found.into_iter().enumerate() {
                let mean = table.column(j).iter().skip(5).take(4).sum::<f64>() / 4.0;
                assert!((found.mean - mean).abs() < 1e-12, "{rounding:?}, column {j}");
            }
        }
    }

    #[test]
    fn prepared_runs_are_those_that_are_not() {
        let exact = Spec::from(Sinusoid::new(Convention::PAPER.draft(12)).unwrap());
        let rotary = Spec::from(Rotary::new(RotaryDraft::default()).unwrap());
        for (spec, stages) in [exact, rotary]
            .into_iter()
            .flat_map(|spec| ["bf16", "ggml", "result:f16"].map(|stages| (spec.clone(), stages)))
        {
            let stages = stages.parse().unwrap();
            let encoding = Encoding::new(Spec::Rounded(Box::new(spec), stages));
            let num = encoding.num_columns();
            for (first, m) in [(7.0, 1.0), (100.25, 2.5), (-40.0, 300.0)] {
                let mut expected = vec![Moments::default(); num as usize];
                let mut found = expected.clone();
                encoding.fill_moments(first, m, 0..num, &mut expected);
                let columns: Vec<u32> = (0..num).collect();
                encoding.prepared(m, &columns).unwrap().fill(first, &mut found);
                for (j, (a, b)) in found.into_iter().zip(expected).enumerate() {
                    let off = (a.mean - b.mean).abs().max((a.variance - b.variance).abs());
                    assert!(off < 1e-12, "{stages}, column {j}, m {m}: {a:?} beside {b:?}");
                }
            }
        }
    }

    #[test]
    fn stages_are_rounded_in_their_order() {
        let omega = |k: i32| 1e4_f64.powf(-f64::from(k) / 6.0);
        let (bf16, f16) = (Rounding::Bf16, Rounding::F16);
        for (text, angle) in [
            ("frequency:bf16", &(|t: f64, w: f64| bf16.nearest(w) * t) as &dyn Fn(f64, f64) -> f64),
            ("position:bf16", &|t, w| w * bf16.nearest(t)),
            ("product:f16", &|t, w| f16.nearest(w * t)),
            ("frequency:f16,product:bf16", &|t, w| bf16.nearest(f16.nearest(w) * t)),
        ] {
            let [encoding, _] = paper(text);
            let table = encoding.table::<f64>(0..600, 0..12);
            for t in [0, 1, 17, 257, 259, 599] {
                for j in 0..12 {
                    let angle = angle(f64::from(t), omega(j / 2));
                    let expected = if j % 2 == 0 { angle.sin() } else { angle.cos() };
                    let found = table[[t as usize, j as usize]];
                    assert!((found - expected).abs() < 1e-12, "{text}, row {t}, column {j}");
                    assert_eq!(found.to_bits(), encoding.value(i64::from(t), j as u32).to_bits());
                }
            }
        }
    }

    #[test]
    fn overflow_is_not_finite() {
        let [encoding, _] = paper("position:f16");
        assert!(encoding.value(65_519, 1).is_finite());
        assert!(encoding.value(65_520, 1).is_nan(), "the cosine of infinity");
        assert!(encoding.row(65_520).iter().all(|it| it.is_nan()));
        let [encoding, _] = paper("product:f16");
        let row = encoding.row(70_000);
        assert!(row[0].is_nan() && row[11].is_finite(), "slow pairs stay below the overflow");
    }

    #[test]
    fn scores_are_those_of_heads() {
        let rotary = Spec::from(Rotary::new(RotaryDraft::default()).unwrap());
        let stages: Stages = "result:f32".parse().unwrap();
        let exact = Encoding::new(rotary.clone());
        let rounded = Encoding::new(Spec::Rounded(Box::new(rotary), stages));
        for (t, s) in [(0, 0), (7, 90), (5000, 4000)] {
            let [a, b] = [&exact, &rounded].map(|it| similarity::of(it, Measure::Dot, t, s));
            assert!((a - b).abs() < 1e-6, "{t} and {s}: {a} beside {b}");
        }
        // Pictures take means over rows, scaled as the rows are.
        let rows = rounded.scored_rows();
        let num = rows.num_columns();
        let mut found = vec![Moments::default(); num as usize];
        rows.fill_moments(100.0, 64.0, 0..num, &mut found);
        let table = rows.table::<f64>(100..164, 0..num);
        for (found, column) in found.iter().zip(table.columns()) {
            assert!((found.mean - column.sum() / 64.0).abs() < 1e-6);
        }
    }

    #[test]
    fn recurrence_drifts() {
        let [encoding, exact] = paper("ggml");
        let off = |t: i64| (encoding.value(t, 11) - exact.value(t, 11)).abs();
        assert!(off(1) < 1e-6 && encoding.value(0, 1) == 1.0);
        let sum: f64 = (4000..4100).map(|t| (encoding.value(t, 8) - exact.value(t, 8)).abs()).sum();
        assert!(sum > 1e-5 && sum < 1e-1, "{sum}");
    }
}
