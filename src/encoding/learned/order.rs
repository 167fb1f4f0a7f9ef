//! Logistic regression on two rows: which comes first?

use ndarray::{Array1, Array2};

use super::{random, regression::FOLDS};

/// Number of pairs of rows.
const NUM_PAIRS: u64 = 4096;
/// Largest number of iterations, and number of remembered steps of L-BFGS.
const MOST_ITERATIONS: usize = 200;
const REMEMBERED: usize = 8;
/// Largest entry of the gradient, relative to the number of pairs, at which the search ends.
const FLAT: f64 = 1e-7;

/// A pair of different rows; true if the first comes first.
type OrderedPair = (usize, usize, bool);

/// Pairs of different rows: pair i is made of the remainders of the numbers 2i and 2i + 1 of the seed.
fn pairs(seed: u64, num_rows: usize) -> Vec<OrderedPair> {
    let num_rows = num_rows as u64;
    let row = |i: u64| (random::mixed(seed, i) % num_rows) as usize;
    let pairs = (0..NUM_PAIRS).map(|i| (row(2 * i), row(2 * i + 1)));
    pairs.filter(|(a, b)| a != b).map(|(a, b)| (a, b, a < b)).collect()
}

/// Loss Σ ln(1 + e^(−yz)) + ½|w|², `z = u·x_a + v·x_b + c`, and its gradient. Weights are u, v and c.
struct Loss<'a> {
    rows: &'a Array2<f64>,
    pairs: &'a [OrderedPair],
}

impl Loss<'_> {
    fn parts(&self, weights: &Array1<f64>) -> (Array1<f64>, Array1<f64>, f64) {
        let d = self.rows.ncols();
        let u = self.rows.dot(&weights.slice(ndarray::s![..d]));
        let v = self.rows.dot(&weights.slice(ndarray::s![d..2 * d]));
        (u, v, weights[2 * d])
    }

    fn at(&self, weights: &Array1<f64>) -> (f64, Array1<f64>) {
        let (n, d) = self.rows.dim();
        let (u, v, c) = self.parts(weights);
        let (mut of_u, mut of_v, mut of_c) = (Array1::zeros(n), Array1::zeros(n), 0.0);
        let mut loss = 0.0;
        for &(a, b, is_before) in self.pairs {
            let sign = if is_before { 1.0 } else { -1.0 };
            let z: f64 = sign * (u[a] + v[b] + c);
            // ln(1 + e^(−z)) without overflow.
            loss += if z > 0.0 { (-z).exp().ln_1p() } else { z.exp().ln_1p() - z };
            let slope = -sign / (1.0 + z.exp());
            of_u[a] += slope;
            of_v[b] += slope;
            of_c += slope;
        }
        let mut gradient: Array1<f64> = Array1::zeros(2 * d + 1);
        let own = weights.slice(ndarray::s![..2 * d]);
        loss += 0.5 * own.dot(&own);
        gradient.slice_mut(ndarray::s![..d]).assign(&self.rows.t().dot(&of_u));
        gradient.slice_mut(ndarray::s![d..2 * d]).assign(&self.rows.t().dot(&of_v));
        let mut of_weights = gradient.slice_mut(ndarray::s![..2 * d]);
        of_weights += &own;
        gradient[2 * d] = of_c;
        (loss, gradient)
    }

    /// Weights of the least loss, by L-BFGS (Nocedal and Wright, *Numerical Optimization*, algorithm 7.4).
    fn minimize(&self) -> Array1<f64> {
        let mut weights: Array1<f64> = Array1::zeros(2 * self.rows.ncols() + 1);
        let (mut loss, mut gradient) = self.at(&weights);
        let mut steps: Vec<(Array1<f64>, Array1<f64>)> = Vec::new();
        for _ in 0..MOST_ITERATIONS {
            let steepest = gradient.iter().fold(0.0_f64, |most, it| most.max(it.abs()));
            if steepest <= FLAT * self.pairs.len() as f64 {
                break;
            }
            let direction = direction(&gradient, &steps);
            let slope = direction.dot(&gradient);
            let mut length = if steps.is_empty() { 1.0 / steepest.max(1.0) } else { 1.0 };
            let found = loop {
                let next = &weights + &(&direction * length);
                let (next_loss, next_gradient) = self.at(&next);
                if next_loss <= loss + 1e-4 * length * slope {
                    break Some((next, next_loss, next_gradient));
                }
                length *= 0.5;
                if length < 1e-12 {
                    break None;
                }
            };
            let Some((next, next_loss, next_gradient)) = found else { break };
            let (step, change) = (&next - &weights, &next_gradient - &gradient);
            if step.dot(&change) > 0.0 {
                steps.push((step, change));
                if steps.len() > REMEMBERED {
                    steps.remove(0);
                }
            }
            (weights, loss, gradient) = (next, next_loss, next_gradient);
        }
        weights
    }
}

/// Direction of descent from the gradient and the last steps.
fn direction(gradient: &Array1<f64>, steps: &[(Array1<f64>, Array1<f64>)]) -> Array1<f64> {
    let mut direction = gradient.clone();
    let mut alphas = Vec::with_capacity(steps.len());
    for (step, change) in steps.iter().rev() {
        let alpha = step.dot(&direction) / step.dot(change);
        direction.scaled_add(-alpha, change);
        alphas.push(alpha);
    }
    if let Some((step, change)) = steps.last() {
        direction *= step.dot(change) / change.dot(change);
    }
    for ((step, change), alpha) in steps.iter().zip(alphas.into_iter().rev()) {
        let beta = change.dot(&direction) / step.dot(change);
        direction.scaled_add(alpha - beta, step);
    }
    -direction
}

/// Share of pairs whose order is predicted wrongly from the rows, each by a model of the other four fifths; L2
/// regularization with C = 1. `None` once `is_wanted` returns false.
///
/// Source: Wang and Chen 2020, *What Do Position Embeddings Learn?*, section 4.2.
pub(super) fn order_error(
    rows: &Array2<f64>,
    seed: u64,
    is_wanted: &dyn Fn(f32) -> bool,
) -> Option<f64> {
    if rows.nrows() < 2 {
        return Some(0.0);
    }
    let pairs = pairs(seed, rows.nrows());
    let mut num_wrong = 0;
    for fold in 0..FOLDS {
        if !is_wanted(fold as f32 / FOLDS as f32) {
            return None;
        }
        let part = |is_test: bool| -> Vec<OrderedPair> {
            let places = pairs.iter().enumerate();
            places.filter(|(at, _)| (at % FOLDS == fold) == is_test).map(|(_, &it)| it).collect()
        };
        let (train, test) = (part(false), part(true));
        let loss = Loss { rows, pairs: &train };
        let (u, v, c) = loss.parts(&loss.minimize());
        let is_wrong = |&&(a, b, is_before): &&OrderedPair| (u[a] + v[b] + c > 0.0) != is_before;
        num_wrong += test.iter().filter(is_wrong).count();
    }
    Some(num_wrong as f64 / pairs.len().max(1) as f64)
}
