//! Measures the criteria of a good encoding, for the sinusoids and for naive alternatives.

use std::sync::Arc;

use super::{
    Computed, Encoding, Profile, Question, Sinusoid, Spec, Table,
    candidate::{self, Candidate, Nearest, block_rows, distance, nearest, num_compared},
    learned::{Learned, Properties, properties},
    motion::{self, Distances, Jump, LinearMap},
};
use crate::stable_enum::stable_enum;

stable_enum! {
    /// Criterion that a good encoding meets.
    pub enum Criterion {
        /// Every position has a distinct row.
        Unique = "unique",
        /// The distance of two positions is the same in sentences of every length.
        Distance = "distance",
        /// The distance of two positions depends on their offset alone.
        Steady = "steady",
        /// The dot product of two positions depends on their offset alone.
        Invariant = "invariant",
        /// The dot product of two positions falls as they move apart.
        Monotonic = "monotonic",
        /// One linear map moves every position by k.
        Linear = "linear",
        /// Values change little from one position to the next.
        Smooth = "smooth",
        /// Values stay within −1 and 1.
        Bounded = "bounded",
        /// A position has the same row in sentences of every length.
        Alike = "alike",
        /// Every run computes the same rows.
        Deterministic = "deterministic",
    }
}

/// Tolerance below which two values, distances or rows count as equal: such differences are due to rounding.
const EQUAL: f64 = 1e-12;

/// Share of the range of all values that a value may change by in one step.
const SMOOTH: f64 = 0.5;

/// Share of the variance of all dot products that counts as none.
const INVARIANT: f64 = 1e-9;

/// Measurements of a candidate at both lengths.
#[derive(Clone, Debug, PartialEq)]
pub struct Findings {
    /// Measured candidate.
    pub candidate: Candidate,
    /// Two nearest positions. `None` if there is only one position.
    pub nearest: [Option<Nearest>; 2],
    /// Distance |PE(t) − PE(t + k)| at the first position.
    pub steps: [f64; 2],
    /// Largest difference of a distance |PE(t) − PE(t + k)| between the two lengths.
    pub steps_differ: f64,
    /// Distances |PE(t) − PE(t + k)| along the table of the first length; `None` if no two positions are that far
    /// apart.
    pub distances: Option<Distances>,
    /// Properties of the dot products of the first positions, at most [`Criteria::MOST_MULTIPLIED`].
    pub properties: Properties,
    /// Best linear map by k positions.
    pub linear_map: LinearMap,
    /// Largest jump from one position to the next at each length; `None` if there is only one position.
    pub jumps: [Option<Jump>; 2],
    /// Largest absolute value.
    pub largest: [f64; 2],
    /// Largest difference of a value between the two lengths.
    pub differs: f64,
    /// Position of the largest difference.
    pub differs_at: i64,
    /// Number of values that differ when they are computed again.
    pub num_changed: u64,
}

impl Findings {
    /// True if a criterion is met.
    pub fn meets(&self, criterion: Criterion) -> bool {
        match criterion {
            Criterion::Unique => {
                self.nearest.iter().flatten().all(|nearest| nearest.distance > EQUAL)
            }
            Criterion::Distance => self.steps_differ <= EQUAL,
            Criterion::Steady => {
                self.distances.is_none_or(|it| it.greatest.0 - it.least.0 <= EQUAL)
            }
            Criterion::Invariant => self.properties.translation_variance <= INVARIANT,
            Criterion::Monotonic => self.properties.rise.is_none(),
            Criterion::Linear => self.linear_map.is_exact,
            Criterion::Smooth => self.jumps.iter().flatten().all(|jump| jump.share < SMOOTH),
            Criterion::Bounded => self.largest.iter().all(|&largest| largest <= 1.0 + EQUAL),
            Criterion::Alike => self.differs <= EQUAL,
            Criterion::Deterministic => self.num_changed == 0,
        }
    }
}

/// Input of [`Criteria`]: one encoding at two lengths, and what determines the other candidates.
#[derive(Clone, Debug, PartialEq)]
pub struct Contest {
    /// Table of the encoding at each length.
    pub own: [Table; 2],
    /// Sinusoid whose sine alone and cosine alone are candidates, and whose width the other candidates have.
    pub sinusoid: Sinusoid,
    /// Seed of the random vectors.
    pub seed: u64,
    /// Offset k of the positions whose distance is compared.
    pub step: u64,
}

impl Contest {
    /// Tables of a candidate at both lengths.
    fn tables(&self, candidate: Candidate) -> [Table; 2] {
        self.own.each_ref().map(|own| candidate.table(own, self.sinusoid, self.seed))
    }
}

impl Question for Contest {
    type Answer = Criteria;

    const TITLE: &'static str = "Measuring the criteria";

    fn answer(&self, is_wanted: &(dyn Fn(f32) -> bool + Sync)) -> Option<Self::Answer> {
        Criteria::new(self, is_wanted)
    }
}

/// Findings of all candidates, for tables of two lengths.
#[derive(Clone, Debug, PartialEq)]
pub struct Criteria {
    step: u64,
    findings: Vec<Findings>,
}

impl Criteria {
    /// Maximum number of positions compared, from the first of the table on.
    pub const MOST: u64 = Profile::MOST;
    /// Maximum number of positions of which all dot products are computed.
    pub const MOST_MULTIPLIED: u64 = Learned::MOST_PROBED;
    /// Maximum number of random vectors compared.
    pub const MOST_DRAWN: u64 = candidate::MOST_DRAWN;

    /// Measures every candidate at both lengths.
    ///
    /// Calls `is_wanted` from time to time with the share of the work that is done. Returns `None` once `is_wanted`
    /// returns false.
    pub fn new(contest: &Contest, is_wanted: impl Fn(f32) -> bool + Sync) -> Option<Self> {
        let num = Candidate::ALL.len() as f32;
        let mut findings = Vec::new();
        for (i, &candidate) in Candidate::ALL.iter().enumerate() {
            let is_wanted = |share: f32| is_wanted((i as f32 + share) / num);
            findings.push(judge(candidate, contest, is_wanted)?);
        }
        Some(Self { step: contest.step, findings })
    }

    /// Offset k of the positions whose distance was compared.
    pub fn step(&self) -> u64 {
        self.step
    }

    /// Measurements, one per candidate.
    pub fn findings(&self) -> &[Findings] {
        &self.findings
    }
}

/// Measurements that are made row by row.
#[derive(Default)]
struct ComparedEncodings {
    largest: [f64; 2],
    differs: f64,
    differs_at: i64,
    steps_differ: f64,
    num_changed: u64,
}

fn judge(
    candidate: Candidate,
    contest: &Contest,
    is_wanted: impl Fn(f32) -> bool + Sync,
) -> Option<Findings> {
    let tables = contest.tables(candidate);
    let step = contest.step;
    let compared = compared(&tables, step, |share| is_wanted(0.2 * share))?;
    let steps = tables.each_ref().map(|table| {
        let far = table.rows(step.min(num_compared(table) - 1), 1);
        distance(&table.rows(0, 1), &far)
    });
    let distances = motion::distances(&tables[0], step, || is_wanted(0.2));
    let multiplied = tables[0].num_rows().min(Criteria::MOST_MULTIPLIED);
    let properties = properties(&tables[0].block(0..multiplied, 0..tables[0].num_columns()));
    let linear_map = motion::linear_map(&tables[0], step);
    let jumps = tables.each_ref().map(|table| motion::jump(table, || is_wanted(0.2)));
    let mut found = [None; 2];
    for (i, table) in tables.iter().enumerate().filter(|(_, table)| table.num_rows() > 1) {
        let done = 0.2 + 0.4 * i as f32;
        found[i] = Some(nearest(table, |share| is_wanted(done + 0.4 * share))?);
    }
    let ComparedEncodings { largest, differs, differs_at, steps_differ, num_changed } = compared;
    Some(Findings {
        candidate,
        nearest: found,
        steps,
        steps_differ,
        distances,
        properties,
        linear_map,
        jumps,
        largest,
        differs,
        differs_at,
        num_changed,
    })
}

fn compared(
    tables: &[Table; 2],
    step: u64,
    is_wanted: impl Fn(f32) -> bool,
) -> Option<ComparedEncodings> {
    let mut out = ComparedEncodings::default();
    let nums = tables.each_ref().map(num_compared);
    let (longest, shared) = (nums[0].max(nums[1]), nums[0].min(nums[1]));
    let start = tables[0].extent.start();
    let width = tables[0].num_columns() as usize;
    let block = block_rows(&tables[0]);
    let again = tables.each_ref().map(made_again);
    for first in (0..longest).step_by(block as usize) {
        let rows = [0, 1]
            .map(|i| tables[i].rows(first.min(nums[i]), nums[i].saturating_sub(first).min(block)));
        for ((rows, again), largest) in rows.iter().zip(&again).zip(&mut out.largest) {
            *largest = rows.iter().fold(*largest, |largest, value| largest.max(value.abs()));
            let again = again.rows(first.min(again.num_rows()), (rows.len() / width) as u64);
            let changed = rows.iter().zip(&again).filter(|(a, b)| a.to_bits() != b.to_bits());
            out.num_changed += changed.count() as u64;
        }
        let pairs = rows[0].chunks(width).zip(rows[1].chunks(width));
        for (t, (a, b)) in (start + first as i64..).zip(pairs) {
            let differs = a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
            if differs > out.differs {
                (out.differs, out.differs_at) = (differs, t);
            }
        }
        // Distances of positions `step` apart, where both tables contain both positions.
        let num = shared.saturating_sub(first + step).min(block);
        let farther = tables.each_ref().map(|table| table.rows(first + step, num));
        for i in 0..num as usize {
            let row = i * width..(i + 1) * width;
            let [a, b] = [0, 1].map(|n| {
                rows[n].get(row.clone()).map(|near| distance(near, &farther[n][row.clone()]))
            });
            if let Some((a, b)) = a.zip(b) {
                out.steps_differ = out.steps_differ.max((a - b).abs());
            }
        }
        if !is_wanted(first as f32 / longest as f32) {
            return None;
        }
    }
    Some(out)
}

/// Table as another run of a program would compute it: random vectors get another seed.
fn made_again(table: &Table) -> Table {
    let spec = match table.encoding.spec() {
        Spec::Computed(Computed::Random { d_model, seed }) => {
            Computed::Random { d_model: *d_model, seed: seed.wrapping_add(1) }.into()
        }
        spec => spec.clone(),
    };
    Table { encoding: Arc::new(Encoding::new(spec)), extent: table.extent }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encoding::{Convention, Extent};

    fn contest(d_model: u32, start: i64, lengths: [u64; 2], step: u64) -> Contest {
        let sinusoid = Sinusoid::new(Convention::PAPER.draft(d_model)).unwrap();
        let encoding = Arc::new(Encoding::new(sinusoid));
        let own = lengths.map(|length| Table {
            encoding: Arc::clone(&encoding),
            extent: Extent::new(start, length).unwrap(),
        });
        Contest { own, sinusoid, seed: 5, step }
    }

    fn criteria(d_model: u32, start: i64, lengths: [u64; 2], step: u64) -> Criteria {
        Criteria::new(&contest(d_model, start, lengths, step), |_| true).unwrap()
    }

    fn of(criteria: &Criteria, candidate: Candidate) -> &Findings {
        criteria.findings().iter().find(|findings| findings.candidate == candidate).unwrap()
    }

    fn met(findings: &Findings) -> Vec<&'static str> {
        let met = Criterion::ALL.iter().filter(|&&criterion| findings.meets(criterion));
        met.map(|criterion| criterion.key()).collect()
    }

    #[test]
    fn candidates_meet_the_expected_criteria() {
        let all = criteria(16, 0, [5, 9], 1);
        let everything = Criterion::ALL.iter().map(|criterion| criterion.key()).collect::<Vec<_>>();
        // Only a table that forgets far positions has dot products that never rise.
        let everything: Vec<&str> =
            everything.into_iter().filter(|&it| it != "monotonic").collect();
        assert_eq!(met(of(&all, Candidate::Sinusoidal)), everything, "the only one");
        let without = |missing: &[&str]| -> Vec<&str> {
            let missing = |key: &&str| missing.contains(key) || *key == "invariant";
            everything.iter().copied().filter(|key| !missing(key)).collect()
        };
        assert_eq!(met(of(&all, Candidate::Index)), without(&["linear", "bounded"]));
        let fraction = of(&all, Candidate::Fraction);
        assert_eq!(met(fraction), without(&["distance", "linear", "alike"]));
        assert_eq!(fraction.steps, [0.25, 0.125], "one position of five, and of nine");
        assert_eq!(fraction.steps_differ, 0.125);
        assert_eq!((fraction.differs, fraction.differs_at), (0.5, 4), "1 of length 5, ½ of 9");
        let naive = ["steady", "linear", "smooth"];
        assert_eq!(met(of(&all, Candidate::Binary)), without(&naive));
        for alone in [Candidate::Sine, Candidate::Cosine] {
            assert_eq!(met(of(&all, alone)), without(&naive[..2]), "{alone:?}");
        }
        let random = of(&all, Candidate::Random);
        assert_eq!(met(random), without(&[&naive[..], &["deterministic"]].concat()));
        assert_eq!(random.num_changed, (5 + 9) * 16, "another seed changes every value");
        assert_eq!(of(&all, Candidate::Index).largest, [4.0, 8.0]);
    }

    #[test]
    fn counterexamples_are_found() {
        let all = criteria(16, 0, [9, 5], 1);
        let binary = of(&all, Candidate::Binary);
        let distances = binary.distances.unwrap();
        assert_eq!(distances.least, (1.0, 0), "000 and 001");
        assert_eq!(distances.greatest, (2.0, 7), "0111 and 1000: four bits");
        assert_eq!((binary.linear_map.at, binary.linear_map.is_zero), (0, true), "a row of zeros");
        assert_eq!(binary.jumps[0], Some(Jump { share: 1.0, t: 0, column: 0 }));
        let random = of(&all, Candidate::Random).linear_map;
        assert!(random.error > 0.5 && !random.is_exact, "{random:?}");
        let sine = of(&all, Candidate::Sine);
        let at = |t: f64| {
            let step = |j: i32| 10_f64.powf(f64::from(-j) / 4.0);
            (0..16)
                .map(|j| ((t + 1.0) * step(j)).sin() - (t * step(j)).sin())
                .map(|d| d * d)
                .sum::<f64>()
                .sqrt()
        };
        let greatest = sine.distances.unwrap().greatest;
        assert!((at(greatest.1 as f64) - greatest.0).abs() < 1e-14, "{greatest:?}");
        assert!(sine.linear_map.error > 0.1, "{:?}", sine.linear_map);
        let paper = of(&all, Candidate::Sinusoidal);
        assert!(paper.linear_map.error < 1e-15, "rounding: {:?}", paper.linear_map);
        let share = paper.jumps[0].unwrap().share;
        assert!(share <= 0.5_f64.sin(), "a sine of ω = 1 changes by at most 2 sin ½: {share}");
    }

    #[test]
    fn random_vectors_wider_than_the_table_have_no_map() {
        let all = criteria(256, 0, [20, 30], 1);
        assert!(!of(&all, Candidate::Random).meets(Criterion::Linear), "20 of 256 columns");
    }

    #[test]
    fn collisions_are_found() {
        let binary = criteria(3, 0, [20, 40], 1);
        let nearest = of(&binary, Candidate::Binary).nearest[0].unwrap();
        assert_eq!((nearest.distance, nearest.t, nearest.s), (0.0, 0, 8), "3 digits count to 7");
        let around_zero = criteria(8, -5, [11, 20], 2);
        let cosine = of(&around_zero, Candidate::Cosine);
        let nearest = cosine.nearest[0].unwrap();
        assert_eq!((nearest.t, nearest.s), (-nearest.s, -nearest.t), "cos is even");
        assert!(!cosine.meets(Criterion::Unique) && nearest.distance < 1e-12);
        assert!(of(&around_zero, Candidate::Sine).meets(Criterion::Unique), "sin is not");
    }

    #[test]
    fn nearest_positions_match_all_pairs() {
        let all = criteria(6, 2, [40, 25], 3);
        for candidate in
            [Candidate::Random, Candidate::Sine, Candidate::Cosine, Candidate::Sinusoidal]
        {
            let findings = of(&all, candidate);
            let tables = contest(6, 2, [40, 25], 3).tables(candidate);
            for (table, nearest) in tables.into_iter().zip(findings.nearest) {
                let length = table.num_rows();
                let rows = table.rows(0, length);
                let rows: Vec<&[f64]> = rows.chunks(6).collect();
                let mut least = f64::INFINITY;
                for i in 0..rows.len() {
                    for j in 0..i {
                        least = least.min(distance(rows[i], rows[j]));
                    }
                }
                let nearest = nearest.unwrap();
                assert!((nearest.distance - least).abs() < 1e-13, "{candidate:?}: {least}");
                let at = |t: i64| rows[(t - 2) as usize];
                let there = distance(at(nearest.t), at(nearest.s));
                assert!((there - least).abs() < 1e-13, "{candidate:?}: it is found there");
            }
        }
    }

    #[test]
    fn single_position_is_handled() {
        let one = criteria(4, 0, [1, 1], 10);
        for findings in one.findings() {
            assert_eq!(findings.nearest, [None, None]);
            let met = met(findings).len();
            // Maps and runs are compared beyond the only position.
            let expected = match findings.candidate {
                // A fraction of one position is 0, which every map leaves so.
                Candidate::Sinusoidal | Candidate::Fraction => 10,
                Candidate::Random => 8,
                _ => 9,
            };
            assert_eq!(met, expected, "{:?}", findings.candidate);
            assert!(findings.largest.iter().all(|largest| largest.is_finite()));
        }
        assert_eq!(of(&one, Candidate::Fraction).largest, [0.0, 0.0], "one token: 0");
    }
}
