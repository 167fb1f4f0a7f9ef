"""Answers of the program.

Made from the program's own definitions: `UPDATE_DOCS=1 cargo test --test program python_types` writes it again.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from numpy import float64
from numpy.typing import NDArray

from ._answer import Answer, Judgement, Part

VERSION = "0.2.0"


@dataclass(frozen=True, kw_only=True)
class Rotations(Part):
    """rotary, in an answer of compare"""
    pairs: tuple[int, ...]
    """number of pairs, of A and of B"""
    differing_pairs: tuple[int, ...]
    """pairs that turn at other speeds, from 0"""
    base: tuple[float | None, ...] | None = None
    """base of A and of B; null where a side is a vector of frequencies"""
    attention_factor: tuple[float, ...]
    """factor a of A and of B"""
    logit_gain: tuple[float, ...]
    """a² of A and of B"""
    pairing: tuple[str, ...] | None = None
    """which dimensions turn together, of A and of B; null where it is not known"""


@dataclass(frozen=True, kw_only=True)
class Precision(Part):
    """precision of Comparison"""
    max_abs_delta: float | None = None
    """largest error"""
    max_abs_delta_cos: float | None = None
    """of rotations, in place of it: largest error of the cosines"""
    rms_delta: float | None = None
    """root of the mean squared error"""
    rms_delta_cos: float | None = None
    """of rotations, in place of it: that of the cosines"""
    at_position: int | None = None
    """position of the largest error"""
    at_pair: int | None = None
    """pair of the largest error"""
    first_position_above_0_1: int | None = None
    """first position that is off by more than 0.1, or null"""
    positions_equal_to_the_one_before: int
    """number of positions that equal the one before"""
    first_of_them: int | None = None
    """the first of these, or null"""
    first_position_not_finite: int | None = None
    """first position that is not finite, or null"""


@dataclass(frozen=True, kw_only=True)
class BiasRelation(Part):
    """bias of Comparison"""
    relation: str
    """relation of their scores: equal, equal_in_f32, constant_per_query, different or unknown"""


@dataclass(frozen=True, kw_only=True)
class Positions(Part):
    """positions of Comparison"""
    from_: int
    """the first"""
    to: int
    """the last"""


@dataclass(frozen=True, kw_only=True)
class Lengths(Part):
    """lengths of Comparison"""
    a: int
    """positions of A"""
    b: int
    """positions of B"""


@dataclass(frozen=True, kw_only=True)
class SinglePrecision(Part):
    """single_precision of Comparison"""
    error: float
    """largest error where each step is rounded to f32"""
    bound: float
    """bound of the error for any order of the steps"""


@dataclass(frozen=True, kw_only=True)
class RepeatedPositions(Part):
    """repeated_positions of Comparison"""
    a: int
    """number of them in A"""
    b: int
    """number of them in B"""
    first_b: int | None = None
    """position of the first in B, or null"""


@dataclass(frozen=True, kw_only=True)
class NotFinite(Part):
    """not_finite of Comparison"""
    a: int
    """number of them in A"""
    b: int
    """number of them in B"""
    first_b: int | None = None
    """position of the first in B, or null"""
    both: int
    """cells that are NaN on both sides or the same infinity, which count as equal"""


@dataclass(frozen=True, kw_only=True)
class Cell(Part):
    """at of Comparison"""
    position: int
    """position, counted as those that are compared"""
    column: int
    """column, from 0"""


@dataclass(frozen=True, kw_only=True)
class Comparison(Judgement):
    """phasor compare A B --json"""

    phasor: str
    """version of the program"""
    equal_bits: bool
    """true if all compared values are the same, bit by bit"""
    within_tolerance: bool
    """true if the exit code is 0: no value is above the tolerance, and no pairing differs"""
    max_abs_difference: float
    """largest difference, over cells that are finite on both sides"""
    at: Cell | None = None
    """where it is, or null"""
    root_mean_square: float
    """root of the mean squared difference"""
    first_above_tolerance: Cell | None = None
    """first cell by position, then column, that differs by more than the tolerance, or null"""
    first_difference: Cell | None = None
    """first cell that differs at all, or null"""
    rows_above_tolerance: int
    """number of positions with such a cell"""
    columns_above_tolerance: int
    """number of columns with such a cell"""
    not_finite: NotFinite
    """cells that are NaN or infinite"""
    repeated_positions: RepeatedPositions
    """rows equal to the row before"""
    equal_after_rounding: str | None = None
    """type to which one side is rounded to give the other: f32, bf16, f16, or null"""
    scale: float | None = None
    """factor c with which A is c·B, or null if there is none but 1"""
    single_precision: SinglePrecision | None = None
    """of a file beside a sinusoid: error of code that computes it in f32, else null"""
    procrustes: float | None = None
    """share of the variance of B that A explains, turned to fit best; null unless --procrustes asks for it"""
    lengths: Lengths
    """numbers of positions that each side has"""
    positions: Positions
    """compared positions, which both sides have"""
    reasons: tuple[str, ...]
    """why A differs from B, as far as it is known: two blocks instead of interleaved, starts at 2 instead of 0"""
    verdict: str
    """all of this in words"""
    rotary: Rotations | None = None
    """of two rotations: see below"""
    bias: BiasRelation | None = None
    """of two biases"""
    precision: Precision | None = None
    """where B is A rounded: figures about the damage"""


@dataclass(frozen=True, kw_only=True)
class Sinusoid(Part):
    """sinusoids of Identity"""
    frequency: float
    """radians per row"""
    wavelength: float
    """rows per turn"""
    share: float
    """share of the variance"""


@dataclass(frozen=True, kw_only=True)
class RowRun(Part):
    """row_positions of Identity"""
    rows: tuple[int, ...]
    """first row of the run, and the row after its last"""
    position: float | None = None
    """position of the first row; null for rows at no position"""
    step: float | None = None
    """positions from row to row; null of a single row and of rows at no position"""
    positions: tuple[float, ...] | None = None
    """where runs fail: the positions, at most 4096"""
    count: int | None = None
    """number of such positions"""


@dataclass(frozen=True, kw_only=True)
class KnownBias(Part):
    """bias of Identity"""
    form: str
    """head: queries down, keys across; heads: the same for each head; last_query: a row each"""
    later_keys: str
    """keys after the query: rule (or masked), zero, or opposite: of the opposite sign"""
    heads: int
    """number of heads"""
    head: int | None = None
    """head of the table, or null for all"""
    slope: float | None = None
    """slope of the head, or null"""
    key_positions: tuple[tuple[RowRun, ...], ...]
    """position of each key of each text, in runs as row_positions; empty for keys 0, 1, 2 … of one text"""


@dataclass(frozen=True, kw_only=True)
class FourierFeatures(Part):
    """fourier of Identity"""
    octaves: int
    """number of octaves"""
    factor: float
    """factor of all frequencies"""
    pi: bool
    """true if the frequencies have a factor of π"""
    identity: int | None = None
    """first column of the numbers themselves, or null"""
    inputs: int
    """number of coordinates"""
    layout: str
    """interleaved or grouped"""
    cos_first: bool
    """true if cosines stand before sines"""


@dataclass(frozen=True, kw_only=True)
class CacheAxis(Part):
    """axes of Identity"""
    name: str
    """time, rows or columns, as far as the order of the rows tells; else axis and its number"""
    dims: int
    """number of dimensions that turn by it"""
    base: float | None = None
    """base, or null where it is 0 in all rows"""
    row_positions: tuple[RowRun, ...]
    """coordinate of each row, in runs as row_positions"""


@dataclass(frozen=True, kw_only=True)
class PresetSet(Part):
    """candidates.presets of Identity"""
    preset: str
    """name of the model"""
    set: str
    """key of the set of layers, or all"""


@dataclass(frozen=True, kw_only=True)
class Candidate(Part):
    """candidates of Identity"""
    name: str
    """as name"""
    scene: str | None = None
    """as scene"""
    max_abs_difference: float | None = None
    """as max_abs_difference"""
    presets: tuple[PresetSet, ...] | None = None
    """of frequencies and caches: models that have them"""
    base: float | None = None
    """of frequencies and caches: the base"""
    rope_type: str | None = None
    """of frequencies and caches: the rule of scaling"""
    rotary_dim: int | None = None
    """of frequencies: twice their number"""
    exponent: str | None = None
    """of frequencies: half for those of rotary pairs, or the exponent rule of a sinusoid"""
    same_bases: tuple[float, ...] | None = None
    """of frequencies: the smallest and the largest of the bases that give the same numbers, where the list does not tell which"""
    max_relative_difference: float | None = None
    """of frequencies: largest relative difference"""
    digits: int | None = None
    """of frequencies: number of digits with which they were written, or null"""


@dataclass(frozen=True, kw_only=True)
class Deviation(Part):
    """deviations of Identity"""
    what: str
    """zero_row, repeated_row, shifted_row, other_row, zero_column, moved_column, missing_column, other_column or cell"""
    row: int | None = None
    """first row, from 0 in the encoding's orientation, or null"""
    row_end: int | None = None
    """last row of a run"""
    column: int | None = None
    """column, from 0, or null"""
    from_: int | None = None
    """column of the encoding that stands here"""
    shift: int | None = None
    """number of positions by which rows are ahead"""
    value: float | None = None
    """of a vector of frequencies: the value that deviates"""


@dataclass(frozen=True, kw_only=True)
class Identity(Answer):
    """phasor identify FILE --json"""

    phasor: str
    """version of the program"""
    kind: str
    """table, cache, bias, frequencies, divisors, slopes, factors, buckets, positions, learned or none"""
    certain: bool
    """true if every value outside the deviations is what the encoding gives, and the values prove more than was chosen; false: closest to it, or nothing"""
    name: str
    """convention, or what it is otherwise"""
    also: tuple[Any, ...] | None = None
    """other conventions with the same table, or other readings of a list, each with kind and name"""
    scene: str | None = None
    """scene that makes the recognized table, before rounding, scale and deviations, or null"""
    rounding: str | None = None
    """narrowest type that gives every value: f32, bf16, f16, or null where none does"""
    decimals: int | None = None
    """of a table: number of decimals to which its values were rounded as text, or null"""
    stages: str | None = None
    """stages that were rounded on the way to the values, as the scene key round has them, or null"""
    scale: float
    """file = scale × encoding; 1 where there is none"""
    transposed: bool
    """true if positions run across the file"""
    deviations: tuple[Deviation, ...]
    """rows, columns and cells that deviate"""
    max_abs_difference: float | None = None
    """largest difference after rounding and scale, outside the deviations"""
    matching_cells: int
    """number of values that agree"""
    cells: int
    """number of values"""
    candidates: tuple[Candidate, ...]
    """up to five answers, the best first"""
    arrangement: str | None = None
    """of lists in another order or unit: reversed, negated, twice (one half after the other), each-twice, turns, wavelengths, sections, permuted or stacked"""
    row_positions: tuple[RowRun, ...] | None = None
    """of tables and caches: the position of every row, in runs"""
    positions_up_to_sign: bool | None = None
    """true of cosines alone, which do not tell a position from its negative"""
    row_positions_cause: str | None = None
    """usual reason for such positions: packed, stacked, left_padding, right_padding, decode_offset, long_steps, reversed, absolute, clamped or gap"""
    affine: str | None = None
    """of tables that were changed besides: constant, column_means or standardized; scale has the factor"""
    offset: float | None = None
    """constant that was added after the factor"""
    axes: tuple[CacheAxis, ...] | None = None
    """of a cache whose pairs turn by several coordinates, or a table of sinusoids of them, in the order of the columns"""
    mrope_section: str | None = None
    """of a cache whose axes share the pairs of one base: numbers of pairs of time, height and width, such as 16,24,24 or interleaved:24,20,20"""
    columns: str | None = None
    """of a table of sinusoids of several coordinates: order of the columns of each, sines-cosines, cosines-sines, sine-cosine or cosine-sine"""
    fourier: FourierFeatures | None = None
    """of Fourier features"""
    bias: KnownBias | None = None
    """of biases of scores"""
    base: float | None = None
    """of a grid, or of all axes: its base"""
    grid: str | None = None
    """of a grid, or of axes that run through one line by line: its shape, such as 14x20"""
    cache: str | None = None
    """of a cache: cos, sin or both"""
    cache_form: str | None = None
    """of a cache: pairs, halves or adjacent; of both components cos-sin, cos-sin-halves, cos-sin-adjacent, complex, conjugate, matrices or transposed-matrices, after tables- where the sines have a table of their own"""
    still_columns: tuple[int, ...] | None = None
    """of a cache that is padded to its head: the first column that is 1 or 0 in all rows, and the end"""
    sinusoids: tuple[Sinusoid, ...] | None = None
    """of a learned table: sinusoids that fit best"""
    reason: str | None = None
    """of kind none: zeros, constant, random, uninitialized, not_finite or unknown"""
    verdict: str
    """all of this in words"""


@dataclass(frozen=True, kw_only=True)
class IdentifiedTensor(Part):
    """tensors of Identities"""
    name: str
    """its name"""
    shape: tuple[int, ...]
    """its shape"""
    type: str
    """its type"""
    verdict: str
    """what it is, in words"""
    identity: Identity
    """the answer of phasor identify about it"""


@dataclass(frozen=True, kw_only=True)
class Identities(Answer):
    """phasor identify FILE --all --json"""

    phasor: str
    """version of the program"""
    tensors: tuple[IdentifiedTensor, ...]
    """each tensor whose numbers are those of positions"""
    asked: int
    """number of tensors of plausible shape"""
    not_asked: int
    """number of tensors of other shapes or types"""
    notices: tuple[str, ...]
    """what is wrong in the files, in words"""


@dataclass(frozen=True, kw_only=True)
class HeadBias(Part):
    """tensors.heads of Model"""
    slope: float | None = None
    """nearest slope over the keys before"""
    intercept: float | None = None
    """its intercept"""
    r_squared: float | None = None
    """share of the variance that it explains"""
    half: float | None = None
    """distance from which on the bias stays below by ln 2, or null"""
    far: float
    """weight of the keys far back beside that of the heaviest key up to the query"""


@dataclass(frozen=True, kw_only=True)
class PositionTensor(Part):
    """tensors of Model"""
    name: str
    """its name"""
    kind: str
    """a kind of mechanisms, or inv_freq, divisors, rotary_cache or indices"""
    shape: tuple[int, ...]
    """its shape"""
    type: str
    """its type"""
    file: str
    """file that holds it"""
    layers: tuple[int, ...] | str | None = None
    """layers that own it, from 0; all if they share it; null if it is used before the layers"""
    agrees: bool | None = None
    """true if it is as the configuration says, false if it is not; null if there is nothing to compare"""
    verdict: str
    """its shape, and what its rows look like, in words"""
    found_by: str
    """mechanism, name or content"""
    where: str | None = None
    """part of the model, or null"""
    scene: str | None = None
    """text of the scene that shows it, or null"""
    heads: tuple[HeadBias, ...] | None = None
    """of a bias by buckets: its heads"""


@dataclass(frozen=True, kw_only=True)
class Mechanism(Part):
    """mechanisms of Model"""
    kind: str
    """learned, sinusoidal, rotary, rotary_2d, rotary_3d, alibi, t5_bias, relative_table, relative_sinusoidal, convolutional, grid_sinusoidal, recurrent, time_features, coordinates, depends or none"""
    where: str
    """part of the model: text decoder, vision"""
    rows: int | None = None
    """number of rows or buckets; null if there are none, or if note says why they are not known"""
    first_row: int | None = None
    """row of the first token, or null"""
    tensor: str | None = None
    """names of the tensors below the base model, or null if nothing is stored"""
    layers: tuple[int, ...] | str
    """layers from 0, or all"""
    note: str | None = None
    """what is special, or null"""
    scene: str | None = None
    """text of the scene with its numbers, or null where the configuration does not tell them"""


@dataclass(frozen=True, kw_only=True)
class Origin(Part):
    """sets.origin of Model"""
    source: str
    """key, class_default or derived"""
    key: str | None = None
    """path in the file, or null"""


@dataclass(frozen=True, kw_only=True)
class Sections(Part):
    """sets.sections of Model"""
    sizes: tuple[int, ...]
    """pairs of time, height and width"""
    rule: str
    """order of their pairs"""


@dataclass(frozen=True, kw_only=True, eq=False)
class LayerSet(Part):
    """sets of Model"""
    name: str
    """key of the set, or all"""
    part: str | None = None
    """indexer, or another part that rotates apart from the heads of the text; null for these"""
    layers: tuple[int, ...] | None = None
    """its layers that rotate, from 0; null where they are not known"""
    rope_type: str
    """rule of scaling"""
    base: float | None = None
    """base θ, or null"""
    head_dim: int | None = None
    """dimensions of a head, or null"""
    rotary_dim: int | None = None
    """twice the number of frequencies, or null"""
    pairing: str | None = None
    """halves, adjacent or adjacent_to_halves; null where it is not known"""
    attention_factor: float
    """factor of cosines and sines"""
    logit_factor: float
    """factor of the logits besides"""
    trained_length: float | None = None
    """length that the model was trained with, before scaling, or null"""
    sections: Sections | None = None
    """of M-RoPE, or null"""
    parameters: dict[str, Any]
    """numbers of the scaling, by their keys"""
    inv_freq: NDArray[float64] | None = None
    """frequencies in double precision, zeros included; null where they are not known, and in place of a number that is not finite"""
    not_finite: tuple[str, ...]
    """for each such number, in order: inf, -inf or nan"""
    origin: dict[str, Origin]
    """by field: where the number comes from"""


@dataclass(frozen=True, kw_only=True)
class Model(Answer):
    """phasor model MODEL --json"""

    phasor: str
    """version of the program"""
    kind: str | None = None
    """of an answer of identify: model"""
    model_type: str | None = None
    """model type of the file, or null"""
    part: str | None = None
    """configuration within the file, or null for the whole"""
    reader: str
    """program whose rules were applied"""
    sets: tuple[LayerSet, ...]
    """layers that rotate alike"""
    unrotated_layers: tuple[int, ...]
    """layers without rotation, from 0"""
    mechanisms: tuple[Mechanism, ...]
    """by what the model is told where a token stands"""
    max_tokens: int | None = None
    """most tokens that fit, or null if nothing limits them"""
    tensors: tuple[PositionTensor, ...]
    """each tensor about positions in the checkpoint"""
    unread_keys: tuple[str, ...]
    """position-related keys that no reader uses"""
    notices: tuple[str, ...]
    """anything unusual, in words"""
    verdict: str
    """all of this in words"""


@dataclass(frozen=True, kw_only=True, eq=False)
class ColumnSpectrum(Part):
    """spectrum of Measurement"""
    column: int
    """column, from 0"""
    amplitudes: NDArray[float64]
    """amplitudes of the waves that fit 1, 2 … times into the rows"""


@dataclass(frozen=True, kw_only=True)
class ColumnFit(Part):
    """columns of Measurement"""
    column: int
    """column, from 0"""
    frequency: float
    """radians per row"""
    amplitude: float
    """amplitude"""
    share: float
    """share of the variance (R²)"""


@dataclass(frozen=True, kw_only=True)
class NormStep(Part):
    """norm_step of Measurement"""
    position: int
    """position of the first such row"""
    before: float
    """norm of the rows before"""
    after: float
    """norm from that row on"""


@dataclass(frozen=True, kw_only=True)
class UnusualRow(Part):
    """unusual_rows of Measurement"""
    position: int
    """position of the row"""
    look: str
    """zero, apart or norm"""


@dataclass(frozen=True, kw_only=True, eq=False)
class Measurement(Answer):
    """phasor measure --table FILE --json"""

    phasor: str
    """version of the program"""
    rows: int
    """number of rows that were measured, from the first on"""
    probed_rows: int
    """number of rows of the probes and of the dot products"""
    norms: NDArray[float64]
    """norm of each row"""
    unusual_rows: tuple[UnusualRow, ...]
    """rows unlike the others"""
    norm_step: NormStep | None = None
    """row from which on norms are others, or null"""
    shares: NDArray[float64]
    """shares of the variance by principal direction, the largest first"""
    columns: tuple[ColumnFit, ...]
    """best sinusoid of each column"""
    spectrum: tuple[ColumnSpectrum, ...]
    """waves of each column, the slowest first"""
    nearest_sinusoid: float | None = None
    """R² of the table of the paper, turned and scaled to fit best"""
    position_error: float | None = None
    """mean error of positions that are read by linear regression"""
    order_error: float | None = None
    """share of pairs of rows whose order logistic regression gets wrong"""
    translation_variance: float | None = None
    """share of the variance of dot products that the offset does not explain"""
    first_rise: int | None = None
    """first offset whose mean dot product is above that of the offset before, or null"""
    falling: float | None = None
    """share of the offsets whose mean dot product is not above"""
    verdict: str
    """all of this in words"""


@dataclass(frozen=True, kw_only=True)
class PresetLayers(Part):
    """sets of Preset"""
    name: str
    """key of the set, or all"""
    base: float | None = None
    """base θ, or null"""
    head_dim: int | None = None
    """dimensions of a head, or null"""
    rotary_dim: int | None = None
    """twice the number of frequencies, or null"""
    rope_type: str
    """rule of scaling"""
    pairing: str | None = None
    """halves, adjacent or adjacent_to_halves; null where it is not known"""


@dataclass(frozen=True, kw_only=True)
class Preset(Answer):
    """phasor models --json"""

    phasor: str
    """version of the program"""
    name: str
    """name of the model, as the key model takes it"""
    title: str
    """display name"""
    source: str
    """where the numbers come from"""
    is_file_seen: bool
    """false if the configuration was put together from other sources than the file"""
    model_type: str | None = None
    """model type of the configuration, or null"""
    sets: tuple[PresetLayers, ...]
    """layers that rotate alike, as transformers reads them"""


@dataclass(frozen=True, kw_only=True)
class Convention(Answer):
    """phasor conventions --json"""

    phasor: str
    """version of the program"""
    key: str
    """name of the convention, as the key convention takes it"""
    title: str
    """display name"""
    group: str
    """heading under which it is listed"""
    family: str
    """sinusoidal, grid or bias"""
    kind: str
    """table or rotary_cache; of a bias: slope, shape or buckets"""
    sentence: str
    """what it is, in words"""
    source: str
    """repository and file, or publication"""
    exponent: str | None = None
    """of a sinusoid: rule of the exponents, as the key exponent has it; else null"""
    exponent_formula: str | None = None
    """of a sinusoid: the same as a formula; else null"""
    layout: str | None = None
    """of a sinusoid: interleaved or split; else null"""
    order: str | None = None
    """of a sinusoid: sin-first or cos-first; else null"""
    components: str | None = None
    """of a sinusoid: both, sin or cos; else null"""
    start: int | None = None
    """of a sinusoid: first position; else null"""
    base: float | None = None
    """base; null for a bias"""
    odd: str | None = None
    """of a sinusoid: rule for odd widths; else null"""
    arithmetic: str | None = None
    """of a sinusoid: precision in which the original computes; else null"""
    cells: str | None = None
    """of a grid: order of its cells, rows, columns or blocks; else null"""
