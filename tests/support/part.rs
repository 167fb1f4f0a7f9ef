//! Heavy tests, of which a part is run.

/// The amount of work of an ordinary run, or of the whole if `PHASOR_WHOLE` is set.
#[allow(dead_code, reason = "not every suite has amounts")]
pub(crate) fn part<T>(ordinary: T, whole: T) -> T {
    if std::env::var_os("PHASOR_WHOLE").is_some() { whole } else { ordinary }
}

/// One of three things that are alike, from the one on that `PHASOR_SEED` says; all of them if `PHASOR_WHOLE` is set.
#[allow(dead_code, reason = "not every suite has lists")]
pub(crate) fn third<T>(all: impl IntoIterator<Item = T>) -> impl Iterator<Item = T> {
    let seed = std::env::var("PHASOR_SEED").map_or(0, |seed| seed.parse().expect("a number"));
    let (first, every) = part((seed % 3, 3), (0, 1));
    all.into_iter().skip(first).step_by(every)
}
