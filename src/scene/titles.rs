//! Titles of a scene's encodings, and notices about its values.

use super::{Contents, FileKind, Named, Scene, SceneDraft, Sides};
use crate::{
    encoding::{Data, Family, Spacing, with_digits},
    model::Reader,
    picture::number,
};

impl Scene {
    /// Title of the encoding: that of its convention, marked if parts of it are overridden (`Paper, changed`), or
    /// that of its family.
    pub fn convention_title(&self) -> String {
        let round = self.draft().encoding.round;
        if round.is_exact() {
            return self.exact_title();
        }
        format!("{}, {}", self.exact_title(), round.title())
    }

    /// Title of the encoding before it is rounded.
    fn exact_title(&self) -> String {
        let title = self.plain_title();
        let is_sinusoidal = self.draft().encoding.family == Family::Sinusoidal;
        if is_sinusoidal && self.is_convention_changed() {
            format!("{title}, changed")
        } else {
            title
        }
    }

    /// Title of the file, the family or the convention, whatever is changed.
    fn plain_title(&self) -> String {
        if let Some(title) = self.model_title() {
            return title;
        }
        if let Some(source) = self.draft().encoding.file_source() {
            return source.to_string();
        }
        let own = &self.draft().encoding;
        own.convention_of_family().map_or_else(|| own.family.title(), Named::title).to_owned()
    }

    /// Title of the model: that of a preset or the file, with the set of layers where there are several. `None` without
    /// one.
    fn model_title(&self) -> Option<String> {
        let own = &self.draft().encoding;
        let name = match own.preset() {
            Some(preset) => preset.title.clone(),
            None => own.file_source().filter(|it| it.kind == FileKind::Model)?.to_string(),
        };
        let set = self.layer_set().filter(|_| self.model().is_some_and(|it| it.sets.len() > 1));
        let title = set.map_or_else(|| name.clone(), |set| format!("{name}, {}", set.name));
        Some(match own.reader {
            Reader::Transformers5 => title,
            other => format!("{title}, as {}", other.title()),
        })
    }

    /// Title of B: its convention, family or file, and what it sets besides; only that where the rest is as in A.
    /// `None` if nothing is compared.
    pub fn title_of_b(&self) -> Option<String> {
        let b = self.b()?;
        let named = |scene: &Self| {
            let draft = scene.draft();
            (draft.encoding.named(), draft.encoding.file_source(), draft.encoding.model.clone())
        };
        let is_same = named(self) == named(b);
        let (b, details) = (b.plain_title(), self.draft().b.details());
        Some(match (is_same, &*details) {
            (true, "") => format!("{b}, the same"),
            (true, _) => details,
            (false, "") => b,
            (false, _) => format!("{b}, {details}"),
        })
    }

    /// Notices about parameters that the original code does not support, with what the original does and what is shown
    /// instead, and about a difference that does not exist.
    pub fn notices(&self) -> Vec<String> {
        let mut notices = self.notices_of_encoding();
        notices.extend(self.notice_of_widths());
        notices
    }

    /// Notice that there is no A − B, where one is to be shown.
    fn notice_of_widths(&self) -> Option<String> {
        let instead = match self.draft().sides {
            Sides::Difference => "A is shown",
            Sides::All => "A and B are shown",
            Sides::A | Sides::B => return None,
        };
        let b = self.b()?;
        if self.is_unread() || b.is_unread() {
            return None;
        }
        if self.bias().is_some() || b.bias().is_some() {
            return Some(format!("A bias has no rows: there is no A − B, {instead}"));
        }
        let (a, b) = (self.num_columns(), b.num_columns());
        let [of_a, of_b] = [a, b].map(|num| number::counted(i64::from(num), "column"));
        (a != b).then(|| format!("A has {of_a}, B has {of_b}: there is no A − B, {instead}"))
    }

    /// Notice that a model has other sets of layers.
    fn notice_of_sets(&self) -> Option<String> {
        let (model, set) = (self.model()?, self.layer_set()?);
        let others = model.sets.iter().filter(|it| it.name != set.name);
        let others: Vec<&str> = others.map(|it| it.name.as_str()).collect();
        let is_chosen = self.draft().encoding.layers.is_some();
        (!others.is_empty() && !is_chosen)
            .then(|| format!("Layers of {} are shown; others are {}", set.name, others.join(", ")))
    }

    /// Notice that a square grid hides exchanged axes.
    fn notices_of_grid(&self) -> Vec<String> {
        let shape = self.grid().map(|grid| grid.shape());
        let hides = shape.filter(|shape| shape.is_square()).map(|_| {
            "A square grid hides exchanged axes and transposed cells: choose another shape, such as grid=14x20".to_owned()
        });
        hides.into_iter().collect()
    }

    /// Notice that rows are at real positions.
    fn notice_of_spacing(&self) -> Option<String> {
        let Spacing { start, step } = self.spacing()?;
        let [start, size] =
            [start, step.abs()].map(|it| number::typographic(&number::shortest(it)));
        let sign = if step < 0.0 { '−' } else { '+' };
        Some(format!("Row i is at position {start} {sign} {size}·i; positions below are rows"))
    }

    fn notices_of_encoding(&self) -> Vec<String> {
        match self.draft().encoding.family {
            Family::Sinusoidal => {
                let mut notices = self.draft().encoding.convention.notices(self.sinusoid());
                notices.extend(self.notice_of_spacing());
                notices
            }
            Family::Fourier => {
                let notice = |Spacing { start, step }| {
                    let last = start + step * (self.extent().length() - 1) as f64;
                    let short = |it| number::typographic(&number::shortest(with_digits(it, 5)));
                    let [start, last] = [start, last].map(short);
                    format!("Rows are at x from {start} to {last}; positions below are rows")
                };
                self.spacing().map(notice).into_iter().collect()
            }
            Family::Table => {
                let data = self.draft().encoding.contents.as_ref().and_then(Contents::data);
                let mut notices = data.map_or_else(Vec::new, |data| data.notices().to_vec());
                let num = data.map_or(0, Data::num_not_finite);
                let notice = || format!("{} not finite", number::counted(num as i64, "value"));
                notices.extend((num > 0).then(notice));
                notices
            }
            Family::Rotary => {
                let mut notices = self.rotary().map_or_else(Vec::new, |it| it.notices());
                notices.extend(self.notice_of_spacing());
                notices.extend(self.notice_of_sets());
                notices
            }
            Family::Grid => self.notices_of_grid(),
            Family::Index | Family::Fraction | Family::Binary | Family::Random | Family::Bias => {
                Vec::new()
            }
        }
    }

    /// Notices about a requested position or column outside the table, and the one selected instead. The default
    /// position and column cause no notice.
    pub fn outside(&self) -> Vec<String> {
        let usual = SceneDraft::default();
        let mut notices = Vec::new();
        if self.position() != self.draft().position && self.draft().position != usual.position {
            notices.push(format!(
                "position {} lies outside the table, {} to {}: {} is shown",
                self.draft().position,
                self.extent().start(),
                self.extent().last(),
                self.position()
            ));
        }
        if self.column() != self.draft().column && self.draft().column != usual.column {
            notices.push(format!(
                "column {} lies outside the table, 0 to {}: {} is shown",
                self.draft().column,
                self.num_columns() - 1,
                self.column()
            ));
        }
        if let Some(bias) = self.bias().filter(|_| self.head() != self.draft().head) {
            notices.push(format!(
                "head {} lies outside, 0 to {}: {} is shown",
                self.draft().head,
                bias.num_heads() - 1,
                self.head()
            ));
        }
        notices
    }

    /// True if the encoding differs from that of its convention.
    pub fn is_convention_changed(&self) -> bool {
        let own = self.draft().encoding.convention.draft(self.draft().encoding.d_model);
        let p = self.sinusoid();
        (own.exponent, own.layout, own.order, own.components)
            != (p.exponent(), p.layout(), p.order(), p.components())
    }
}
