//! Prints what a model's rotation does with some positions: how far each pair has turned, and what is left of the score of
//! equal vectors.
//!
//! `cargo run --example print_positions -- llama-3.1-8b`

#![expect(clippy::print_stdout, reason = "it is what the example is for")]

use std::{env, error::Error, f64::consts::TAU};

use phasor::scene::Scene;

fn main() -> Result<(), Box<dyn Error>> {
    let model = env::args().nth(1).unwrap_or_else(|| "llama-3.1-8b".to_owned());
    let scene: Scene = format!("model={model}").parse()?;
    let rotary = scene.rotary().ok_or("the model does not rotate")?;
    println!("{model}: {} pairs, base {}", rotary.num_pairs(), rotary.base());
    println!("{:>10} {:>14} {:>14} {:>10}", "position", "turns of pair 0", "of the last", "score");
    for position in [1_u32, 10, 100, 1000, 10_000, 100_000] {
        let angle = |omega: f64| f64::from(position) * omega;
        let turns = |pair: usize| angle(rotary.omegas()[pair].hi) / TAU;
        let cosines = rotary.omegas().iter().map(|omega| angle(omega.hi).cos());
        // Equal vectors with the same energy in every pair, so many positions apart.
        let score = cosines.sum::<f64>() / f64::from(rotary.num_pairs());
        let last = rotary.omegas().len() - 1;
        println!("{position:>10} {:>14.3} {:>14.6} {score:>10.4}", turns(0), turns(last));
    }
    Ok(())
}
