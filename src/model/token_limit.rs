//! Number of tokens that fit, as far as mechanisms tell it.

use super::{mechanism_kind::MechanismKind, mechanisms::Mechanism};

/// Largest number of tokens of text that fit; of the only input, for a model without text. `None` if nothing limits it,
/// as [`is_unlimited`] tells, or if it is not known.
pub fn max_tokens(mechanisms: &[Mechanism]) -> Option<u64> {
    let of_input = of_input(mechanisms);
    // An encoder takes the tokens that are given, and a decoder those that come out.
    let has_encoder = mechanisms.iter().any(|it| it.place == "encoder");
    let of_input = of_input.filter(|it| !(has_encoder && it.place == "decoder"));
    of_input.filter_map(Mechanism::max_tokens).min()
}

/// True for a model with text and other inputs.
pub fn has_other_inputs(mechanisms: &[Mechanism]) -> bool {
    let has_text = mechanisms.iter().any(Mechanism::is_of_text);
    has_text && !mechanisms.iter().all(Mechanism::is_of_text)
}

/// Mechanisms of the text, or of the only input of a model without text.
fn of_input(mechanisms: &[Mechanism]) -> impl Iterator<Item = &Mechanism> + Clone {
    let has_text = mechanisms.iter().any(Mechanism::is_of_text);
    mechanisms.iter().filter(move |it| !has_text || it.is_of_text())
}

/// True if nothing limits the number of tokens, as far as mechanisms tell it.
pub fn is_unlimited(mechanisms: &[Mechanism]) -> bool {
    // Rotations of images and frames may have angles for the largest input alone.
    let is_rotation_of_text = |it: &Mechanism| {
        it.is_of_text() && matches!(it.kind, MechanismKind::Rotary | MechanismKind::Rotary3d)
    };
    let is_free = |it: &Mechanism| it.grows || is_rotation_of_text(it) || it.kind.is_unlimited();
    let is_none = |it: &Mechanism| it.kind == MechanismKind::Nothing;
    max_tokens(mechanisms).is_none()
        && of_input(mechanisms).any(is_free)
        && of_input(mechanisms).all(|it| is_free(it) || is_none(it))
}
