//! Heavy tests, of which a part is run.

/// The amount of work of an ordinary run, or of the whole if `PHASOR_WHOLE` is set.
pub(crate) fn part<T>(ordinary: T, whole: T) -> T {
    if std::env::var_os("PHASOR_WHOLE").is_some() { whole } else { ordinary }
}
