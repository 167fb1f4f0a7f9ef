//! Configurations of all classes with a rotation, beside what transformers 5.24 computed of them:
//! `tests/readers/models.py` records them.

use std::fs;

use phasor::{model::Reader, report::ModelReport};
use serde_json::Value;

#[test]
fn configurations_are_read_as_their_classes_read_them() {
    /// Relative errors of a power and of a factor in single precision, and of a sum of such frequencies.
    const FREQUENCY: f64 = 2e-6;
    const FACTOR: f64 = 1e-6;
    let all: Vec<Value> =
        serde_json::from_str(include_str!("../data/configurations.json")).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("config.json");
    let mut faults: Vec<String> = Vec::new();
    for entry in &all {
        let config = &entry["config"];
        fs::write(&path, config.to_string()).unwrap();
        let report = ModelReport::new(path.to_str().unwrap(), None, Reader::Transformers5, None);
        let answer = match report {
            Ok(report) => report.json(),
            Err(error) => {
                faults.push(format!("{error}: {config}"));
                continue;
            }
        };
        let sets = answer["sets"].as_array().unwrap();
        // A switch of the file or of the class may turn the rotation off, whatever modules could be made.
        if sets.is_empty() && answer["unrotated_layers"].as_array().is_some_and(|it| !it.is_empty())
        {
            continue;
        }
        for (name, wanted) in entry["sets"].as_object().unwrap() {
            let Some(set) = sets.iter().find(|set| set["name"] == *name) else {
                faults.push(format!("no set {name}: {config}"));
                continue;
            };
            let own: Vec<f64> = set["inv_freq"]
                .as_array()
                .map_or_else(Vec::new, |it| it.iter().map(|it| it.as_f64().unwrap()).collect());
            let is_near = |a: f64, b: f64, error: f64| (a - b).abs() <= error * b.abs() + 1e-12;
            let some = wanted["some"].as_object().unwrap();
            let has_some = some.iter().all(|(k, it)| {
                let own = own.get(k.parse::<usize>().unwrap());
                own.is_some_and(|&own| is_near(own, it.as_f64().unwrap(), FREQUENCY))
            });
            let sum: f64 = own.iter().sum();
            let is_it = wanted["number"] == own.len()
                && has_some
                && is_near(sum, wanted["sum"].as_f64().unwrap(), FREQUENCY)
                && is_near(
                    set["attention_factor"].as_f64().unwrap(),
                    wanted["factor"].as_f64().unwrap(),
                    FACTOR,
                );
            if !is_it {
                faults.push(format!("{name}: {wanted} of {config}"));
            }
        }
    }
    assert!(all.len() >= 500, "{} configurations", all.len());
    assert!(faults.is_empty(), "{} wrong:\n{}", faults.len(), faults.join("\n"));
}
