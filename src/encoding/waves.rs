//! Waves: the frequencies of an encoding, and the columns of their sines and cosines.

use std::{
    collections::VecDeque,
    ops::Range,
    sync::{Arc, Mutex, OnceLock, PoisonError},
};

use rayon::prelude::*;

use super::{
    Arithmetic, Column, Component, Components, Double, Extent, Form, Frequency, Layout, Number,
    OddRule, Order, Ratio, Sinusoid,
    engine::{self, Engine},
    parallel::map_each,
    phasor::Phasors,
    rotary::Rotary,
};

/// Parameters that waves are computed from.
#[derive(Clone, Debug, PartialEq)]
pub enum WaveSource {
    /// Sinusoidal encoding.
    Sinusoid(Sinusoid),
    /// Rotated head: the cosine and the sine of each pair in the dimensions that it is written to.
    Head(Arc<Rotary>),
    /// Cache of cosines or sines.
    Cache(Arc<Rotary>),
}

/// Frequencies and columns of an encoding whose columns are sines and cosines.
///
/// ```
/// use phasor::encoding::{Convention, Sinusoid, Waves};
/// let waves = Waves::new(Sinusoid::new(Convention::PAPER.draft(4))?);
/// assert_eq!(waves.value(0, 1), 1.0);
/// assert!((waves.value(3, 2) - 0.03_f64.sin()).abs() < 1e-16);
/// # Ok::<(), phasor::encoding::OutOfLimits>(())
/// ```
#[derive(Debug)]
pub struct Waves {
    source: WaveSource,
    frequencies: Vec<Frequency>,
    columns: Vec<Column>,
    /// Built when rows are first requested; pictures do not need the engine.
    engine: OnceLock<Engine>,
    /// Phasors at the last few positions that were asked for, the last at the end: views of one scene share them.
    recent: Mutex<VecDeque<(i64, Arc<Phasors>)>>,
}

impl PartialEq for Waves {
    /// Compares the parameters, which determine frequencies and columns.
    fn eq(&self, other: &Self) -> bool {
        self.source == other.source
    }
}

impl Waves {
    /// Maximum number of angles of [`Waves::measured_error`]: a few frames.
    pub const MOST_MEASURED: u64 = 1 << 20;

    /// Computes all frequencies and columns of a sinusoid.
    ///
    /// Every exponent rule gives a geometric progression of frequencies, so two exponentials and one product per
    /// frequency suffice. The relative error stays below 16384·2^-104.
    pub fn new(sinusoid: Sinusoid) -> Self {
        let columns = columns(&sinusoid);
        let repeated = repeated_cosine(&sinusoid);
        let exponent_of = |index| sinusoid.exponent_of(index);
        let ln_base = Double::ln(sinusoid.base());
        let power = |numerator: u32, denominator: u32| {
            ln_base.scaled(-f64::from(numerator)).divided(f64::from(denominator)).exp()
        };
        let (first, second) = (exponent_of(0), exponent_of(1));
        let ratio = power(second.numerator - first.numerator, first.denominator);
        let mut omega = power(first.numerator, first.denominator);
        let mut frequencies: Vec<Frequency> = (0..sinusoid.num_frequencies())
            .map(|index| {
                let exponent = exponent_of(index);
                let own = Frequency {
                    omega,
                    exponent,
                    sin_column: None,
                    cos_column: None,
                    repeats: None,
                };
                omega = omega.times(ratio);
                own
            })
            .collect();
        if let Some(repeats) = repeated {
            frequencies.push(Frequency { repeats: Some(repeats), ..frequencies[repeats] });
        }
        Self::from_parts(WaveSource::Sinusoid(sinusoid), frequencies, columns)
    }

    /// Waves of a rotated head: what becomes of a head with 1 and 0 in the dimensions of each pair. Dimensions that are
    /// not rotated are columns of zeros.
    pub fn of_head(rotary: &Arc<Rotary>) -> Self {
        let columns = rotary.head_columns();
        Self::from_parts(WaveSource::Head(Arc::clone(rotary)), rotary_frequencies(rotary), columns)
    }

    /// Waves of the cache that a rotary encoding names.
    pub fn of_cache(rotary: &Arc<Rotary>) -> Self {
        let columns = rotary.cache_columns();
        Self::from_parts(WaveSource::Cache(Arc::clone(rotary)), rotary_frequencies(rotary), columns)
    }

    fn from_parts(
        source: WaveSource,
        mut frequencies: Vec<Frequency>,
        columns: Vec<Column>,
    ) -> Self {
        for (j, column) in (0..).zip(&columns) {
            if let Column::Wave { frequency, component } = *column {
                frequencies[frequency].set_column(component, j);
            }
        }
        Self { source, frequencies, columns, engine: OnceLock::new(), recent: Mutex::default() }
    }

    /// The same columns with other frequencies, in the order of their index.
    pub(super) fn with_omegas(&self, omegas: Vec<Double>) -> Self {
        let own = |(frequency, omega): (&Frequency, Double)| Frequency { omega, ..*frequency };
        Self {
            source: self.source.clone(),
            frequencies: self.frequencies.iter().zip(omegas).map(own).collect(),
            columns: self.columns.clone(),
            engine: OnceLock::new(),
            recent: Mutex::default(),
        }
    }

    /// Parameters from which the waves were computed.
    pub fn source(&self) -> &WaveSource {
        &self.source
    }

    /// Sinusoid from which the waves were computed; `None` for those of a rotary encoding.
    pub fn sinusoid(&self) -> Option<&Sinusoid> {
        match &self.source {
            WaveSource::Sinusoid(sinusoid) => Some(sinusoid),
            WaveSource::Head(_) | WaveSource::Cache(_) => None,
        }
    }

    /// Rotary encoding from which the waves were computed; `None` for those of a sinusoid.
    pub fn rotary(&self) -> Option<&Arc<Rotary>> {
        match &self.source {
            WaveSource::Sinusoid(_) => None,
            WaveSource::Head(rotary) | WaveSource::Cache(rotary) => Some(rotary),
        }
    }

    /// Factor of all values: the attention factor in a cache, 1 elsewhere.
    pub fn amplitude(&self) -> f64 {
        match &self.source {
            WaveSource::Sinusoid(_) | WaveSource::Head(_) => 1.0,
            WaveSource::Cache(rotary) => rotary.attention_factor(),
        }
    }

    /// Weight of a pair in similarities: 1 for a sinusoid; a²/P for a head of P pairs, whose scores grow by a².
    pub fn pair_weight(&self) -> f64 {
        match &self.source {
            WaveSource::Sinusoid(_) => 1.0,
            WaveSource::Head(rotary) | WaveSource::Cache(rotary) => {
                rotary.attention_factor().powi(2) / self.frequencies.len().max(1) as f64
            }
        }
    }

    /// Squared norm of the paired columns: their weights, added.
    pub fn paired_square(&self) -> f64 {
        self.num_pairs() as f64 * self.pair_weight()
    }

    /// All frequencies, in the order of their index.
    pub fn frequencies(&self) -> &[Frequency] {
        &self.frequencies
    }

    /// All columns.
    pub fn columns(&self) -> &[Column] {
        &self.columns
    }

    /// Column `j`, or the last column if `j` is beyond it.
    pub fn column(&self, j: u32) -> Column {
        self.columns[(j as usize).min(self.columns.len() - 1)]
    }

    /// Index of the frequency of column `j`; `None` for a column of zeros and beyond the last column.
    pub fn frequency_index(&self, j: u32) -> Option<usize> {
        match *self.columns.get(j as usize)? {
            Column::Wave { frequency, .. } => Some(frequency),
            Column::Zero => None,
        }
    }

    /// Frequency of column `j`; `None` for a column of zeros and beyond the last column.
    pub fn frequency_of(&self, j: u32) -> Option<&Frequency> {
        Some(&self.frequencies[self.frequency_index(j)?])
    }

    /// Number of frequencies with both a sine and a cosine column.
    pub fn num_pairs(&self) -> usize {
        self.frequencies.iter().filter(|frequency| frequency.pair().is_some()).count()
    }

    /// True if every column except zeros has a partner of the same frequency. Similarity depends on the offset alone if
    /// and only if this holds.
    pub fn is_paired(&self) -> bool {
        self.num_pairs() == self.frequencies.len()
    }

    /// Upper bound of |PE(t)|²: number of pairs plus lone columns; a² for a rotary encoding. Never 0, since a color
    /// scale must not be empty.
    pub fn square_bound(&self) -> f64 {
        let bound = self.frequencies.len().max(1) as f64 * self.pair_weight();
        if bound > 0.0 { bound } else { 1.0 }
    }

    /// Value PE(t, j): sin ωt, cos ωt or 0, times the amplitude. The absolute error is at most 1e-15 of the amplitude.
    pub fn value(&self, t: i64, j: u32) -> f64 {
        match self.column(j) {
            Column::Wave { frequency, component } => {
                let phasor = engine::phasor_at(self.frequencies[frequency].omega, t);
                self.amplitude() * phasor.component(component)
            }
            Column::Zero => 0.0,
        }
    }

    /// Upper bound of the error of a table computed in this arithmetic, over all positions and columns.
    pub fn largest_error(&self, arithmetic: Arithmetic, extent: Extent) -> f64 {
        let furthest = extent.furthest();
        self.frequencies
            .iter()
            .map(|frequency| arithmetic.largest_error(frequency.omega.hi, furthest as f64))
            .fold(0.0, f64::max)
    }

    /// Largest deviation of a table computed by this form in single precision from the exact values, over all columns.
    /// `None` if the table has more than [`Waves::MOST_MEASURED`] angles, and for a rotary encoding.
    pub fn measured_error(&self, form: Form, extent: Extent) -> Option<f64> {
        let base = self.sinusoid()?.base();
        let (num, length) = (self.frequencies.len(), extent.length());
        if length.saturating_mul(num as u64) > Self::MOST_MEASURED {
            return None;
        }
        let of_frequency = |frequency: &Frequency| {
            let original = form.phasor_f32(base, frequency.exponent);
            let off = |t: i64| {
                let (exact, (sin, cos)) = (engine::phasor_at(frequency.omega, t), original(t));
                let off = |column: Option<u32>, component: Component, value: f32| {
                    let exact = exact.component(component);
                    column.map_or(0.0, |_| (f64::from(value) - exact).abs())
                };
                let sin = off(frequency.sin_column, Component::Sin, sin);
                sin.max(off(frequency.cos_column, Component::Cos, cos))
            };
            (extent.start()..=extent.last()).map(off).fold(0.0, f64::max)
        };
        let largest = map_each(self.frequencies.len(), &|i| of_frequency(&self.frequencies[i]));
        Some(largest.into_iter().fold(0.0, f64::max))
    }

    /// Phasors e^{iωt} of all frequencies.
    pub(crate) fn phasors(&self, t: i64) -> Arc<Phasors> {
        /// Positions and offsets of the views of a scene.
        const MOST: usize = 8;
        let recent = || self.recent.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, phasors)) = recent().iter().find(|(own, _)| *own == t) {
            return Arc::clone(phasors);
        }
        let phasors = Arc::new(engine::phasors_at(&self.frequencies, t));
        let mut recent = recent();
        if recent.len() == MOST {
            recent.pop_front();
        }
        recent.push_back((t, Arc::clone(&phasors)));
        phasors
    }

    /// Row PE(t), with all columns.
    pub fn row(&self, t: i64) -> Vec<f64> {
        let phasors = self.phasors(t);
        let value = self.value_of(&phasors);
        self.columns.iter().map(value).collect()
    }

    /// Value of a column at the position of the phasors of all frequencies.
    #[inline(always)]
    pub(super) fn value_of(&self, phasors: &Phasors) -> impl Fn(&Column) -> f64 {
        let amplitude = self.amplitude();
        move |column| match *column {
            Column::Wave { frequency, component: Component::Sin } => {
                amplitude * phasors.sin[frequency]
            }
            Column::Wave { frequency, component: Component::Cos } => {
                amplitude * phasors.cos[frequency]
            }
            Column::Zero => 0.0,
        }
    }

    /// Fills `out` in row-major order with PE(t) for the positions from `first` on and a range of columns, as many rows
    /// as fit.
    ///
    /// The bits of a value depend on its position and column alone, not on the range that it is part of. Values in
    /// `f32` are the `f64` values rounded to nearest. Columns beyond the last are left out.
    pub(super) fn fill<T: Number>(&self, first: i64, columns: Range<u32>, out: &mut [T]) {
        let columns = columns.start as usize..columns.end as usize;
        let amplitude = self.amplitude();
        if amplitude.to_bits() == 1.0_f64.to_bits() {
            self.engine().fill(first, columns, out);
            return;
        }
        let mut exact = vec![0.0; out.len()];
        self.engine().fill(first, columns, &mut exact);
        let values = out.par_iter_mut().zip(exact).with_min_len(1 << 14);
        values.for_each(|(out, value)| *out = T::nearest(amplitude * value));
    }

    pub(crate) fn engine(&self) -> &Engine {
        self.engine.get_or_init(|| Engine::new(&self.frequencies, &self.columns))
    }
}

/// Frequencies of the pairs of a head, without columns. The exponent is that of the frequency before scaling.
fn rotary_frequencies(rotary: &Rotary) -> Vec<Frequency> {
    let frequency = |(pair, omega): (u32, &Double)| Frequency {
        omega: *omega,
        exponent: Ratio { numerator: 2 * pair, denominator: rotary.exponent_dim() },
        sin_column: None,
        cos_column: None,
        repeats: None,
    };
    (0..).zip(rotary.omegas()).map(frequency).collect()
}

/// Index of the frequency whose cosine is repeated at the end of an odd width, under [`OddRule::Repeat`].
fn repeated_cosine(sinusoid: &Sinusoid) -> Option<usize> {
    let repeats = sinusoid.odd_in_force() == OddRule::Repeat
        && !sinusoid.exponent().is_per_column()
        && sinusoid.d_model() > 1;
    repeats.then_some(0)
}

/// Content of every column.
fn columns(sinusoid: &Sinusoid) -> Vec<Column> {
    use Component::{Cos, Sin};
    let d_model = sinusoid.d_model() as usize;
    let (first, second) = match sinusoid.order() {
        Order::SinFirst => (Sin, Cos),
        Order::CosFirst => (Cos, Sin),
    };
    let num_frequencies = sinusoid.num_frequencies() as usize;
    let is_repeating = repeated_cosine(sinusoid).is_some();
    // Number of columns in the first block of a split layout. Columns that fill an odd width follow both blocks.
    let in_first_block = match sinusoid.odd_in_force() {
        OddRule::Zero | OddRule::Repeat if d_model > 1 => d_model / 2,
        _ => d_model.div_ceil(2),
    };
    let column = |j: usize| {
        if j + 1 == d_model && sinusoid.has_zero_column() {
            return Column::Zero;
        }
        if j + 1 == d_model && is_repeating {
            return Column::Wave { frequency: num_frequencies, component: Cos };
        }
        let (index, component) = match (sinusoid.components(), sinusoid.layout()) {
            (Components::Sin, _) => (j, Sin),
            (Components::Cos, _) => (j, Cos),
            (Components::Both, Layout::Interleaved) => {
                (j / 2, if j.is_multiple_of(2) { first } else { second })
            }
            (Components::Both, Layout::Split) if j < in_first_block => (j, first),
            (Components::Both, Layout::Split) => (j - in_first_block, second),
        };
        let frequency = if sinusoid.exponent().is_per_column() { j } else { index };
        Column::Wave { frequency, component }
    };
    (0..d_model).map(column).collect()
}
