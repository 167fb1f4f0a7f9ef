//! Scene in which a view shows something.

use phasor::views::View;

/// Scene that shows a view, with values of other keys than the view's own.
pub(crate) fn shown(view: View, others: &str) -> String {
    let own = view.shown_with();
    let key = |part: &str| part.split('=').next().unwrap_or_default().to_owned();
    let is_own = |part: &&str| own.split('&').any(|it| key(it) == key(part));
    let others = others.split('&').filter(|part| !is_own(part));
    let parts: Vec<&str> = others.chain([own].into_iter().filter(|it| !it.is_empty())).collect();
    parts.join("&")
}
