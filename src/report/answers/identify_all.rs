//! Answer of `phasor identify --all`.

use super::answer::Answer;
use crate::report::kind::Kind::{List, Object, Text, Whole};

pub(super) const IDENTIFY_ALL: Answer = Answer {
    name: "Identities",
    command: "phasor identify FILE --all --json",
    fields: &[
        (
            "tensors",
            List(&Object("IdentifiedTensor")),
            "each tensor whose numbers are those of positions",
        ),
        ("tensors.name", Text, "its name"),
        ("tensors.shape", List(&Whole), "its shape"),
        ("tensors.type", Text, "its type"),
        ("tensors.verdict", Text, "what it is, in words"),
        ("tensors.identity", Object("Identity"), "the answer of `phasor identify` about it"),
        ("asked", Whole, "number of tensors of plausible shape"),
        ("not_asked", Whole, "number of tensors of other shapes or types"),
        ("notices", List(&Text), "what is wrong in the files, in words"),
    ],
};
