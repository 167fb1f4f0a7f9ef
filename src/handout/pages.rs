//! Slabs on the pages of a paper.

use crate::{
    export::{FigureSize, Page, PageItem},
    picture::{Align, Face, Point, Shape, Text, Theme},
    stable_enum::stable_enum,
};

stable_enum! {
    /// Paper of a handout.
    pub enum Paper {
        /// ISO A4, 210 mm × 297 mm.
        A4 = "a4",
        /// US Letter, 8.5 in × 11 in.
        Letter = "letter",
    }
}

/// Margins at the sides, and at the top and bottom, in points.
const SIDE: f32 = 57.0;
const TOP: f32 = 54.0;
const FOOT_SIZE: f32 = 8.0;

impl Paper {
    /// Width and height in points.
    pub(super) fn size(self) -> (f32, f32) {
        match self {
            Self::A4 => (595.276, 841.89),
            Self::Letter => (612.0, 792.0),
        }
    }

    /// Width of the text in points.
    pub(super) fn text_width(self) -> f32 {
        self.size().0 - 2.0 * SIDE
    }
}

/// Part of the text that stays on one page, placed in points from its upper left corner.
#[derive(Default)]
pub(super) struct Slab {
    pub(super) height: f32,
    /// Smallest height to which its figures may shrink to fit what is left of a page; 0 if they may not.
    pub(super) least_height: f32,
    /// True if a new page begins with it.
    pub(super) begins_page: bool,
    /// Space above, unless it is the first on its page.
    pub(super) gap: f32,
    /// True if the next slab must be on the same page.
    pub(super) keeps_next: bool,
    pub(super) items: Vec<PageItem>,
}

impl Slab {
    pub(super) fn of(items: impl IntoIterator<Item = PageItem>) -> Self {
        Self { items: items.into_iter().collect(), ..Self::default() }
    }

    /// Makes the figures higher or lower, so that the slab has a height in points.
    fn resize(&mut self, height: f32) {
        let by = f64::from(self.height - height);
        for item in &mut self.items {
            if let PageItem::Figure { request, .. } = item {
                let (width, own) = request.size.points();
                let mm = 25.4 / 72.0;
                request.size = FigureSize::of_millimeters(width * mm, (own - by) * mm);
            }
        }
        self.height = height;
    }
}

/// Largest growth of figures on a page that is not full, relative to their height.
const MOST_GROWTH: f32 = 0.35;

/// Places slabs below each other, with as many pages as they need. Figures grow where a page is not full.
pub(super) fn pages(slabs: Vec<Slab>, title: &str, paper: Paper, theme: Theme) -> Vec<Page> {
    let bottom = paper.size().1 - TOP;
    let mut sheets = sheets(slabs, bottom);
    let num = sheets.len();
    for sheet in &mut sheets[..num - 1] {
        fill(sheet, bottom);
    }
    let pages = sheets.into_iter().enumerate().map(|(i, slabs)| {
        let (mut page, mut y) = (Page::default(), TOP);
        for slab in slabs {
            if y > TOP {
                y += slab.gap;
            }
            page.items.extend(slab.items.into_iter().map(|item| moved(item, SIDE, y)));
            y += slab.height;
        }
        page.items.extend(foot(title, i + 1, num, paper, theme));
        page
    });
    pages.collect()
}

/// Slabs of each page, of which there is at least one.
fn sheets(slabs: Vec<Slab>, bottom: f32) -> Vec<Vec<Slab>> {
    let mut sheets = vec![Vec::new()];
    let mut y = TOP;
    let least = |slab: &Slab| if slab.least_height > 0.0 { slab.least_height } else { slab.height };
    let heights: Vec<(f32, bool)> =
        slabs.iter().map(|slab| (slab.gap + least(slab), slab.keeps_next)).collect();
    for (i, mut slab) in slabs.into_iter().enumerate() {
        let left = bottom - y - slab.gap;
        if slab.least_height > 0.0 && y > TOP && (slab.least_height..slab.height).contains(&left) {
            slab.resize(left);
        }
        let own = slab.gap + slab.height;
        let kept = if slab.keeps_next { kept_height(&heights[i..]) } else { own };
        // What is longer than a page is divided wherever the page ends.
        let needed = if kept > bottom - TOP { own } else { kept };
        if y > TOP && (slab.begins_page || y + needed > bottom) {
            sheets.push(Vec::new());
            y = TOP;
        }
        y += if y > TOP { own } else { slab.height };
        if let Some(sheet) = sheets.last_mut() {
            sheet.push(slab);
        }
    }
    sheets
}

/// Lets the figures of a page grow into what is left of it.
fn fill(sheet: &mut [Slab], bottom: f32) {
    let used: f32 = sheet.iter().map(|slab| slab.gap + slab.height).sum();
    let left = bottom - TOP - used + sheet.first().map_or(0.0, |slab| slab.gap);
    let num = sheet.iter().filter(|slab| slab.least_height > 0.0).count();
    for slab in sheet.iter_mut().filter(|slab| slab.least_height > 0.0) {
        let most = MOST_GROWTH * slab.height;
        slab.resize(slab.height + (left / num as f32).clamp(0.0, most));
    }
}

/// Height of the first slab and of all that must be on its page.
fn kept_height(slabs: &[(f32, bool)]) -> f32 {
    let end = slabs.iter().position(|&(_, keeps_next)| !keeps_next).unwrap_or(slabs.len() - 1);
    slabs[..=end].iter().map(|(height, _)| height).sum()
}

fn moved(item: PageItem, x: f32, y: f32) -> PageItem {
    match item {
        PageItem::Shape(shape) => PageItem::Shape(shape.moved(x, y)),
        PageItem::Figure { figure, request, provenance, at } => {
            let at = Point { x: at.x + x, y: at.y + y };
            PageItem::Figure { figure, request, provenance, at }
        }
    }
}

/// Title and page number at the bottom.
fn foot(title: &str, page: usize, num: usize, paper: Paper, theme: Theme) -> [PageItem; 2] {
    let (width, height) = paper.size();
    let text = |text: String, x, align| {
        PageItem::Shape(Shape::Text(Text::new(
            Point { x, y: height - 0.55 * TOP },
            align,
            text,
            FOOT_SIZE,
            Face::Regular,
            theme.weak_text,
        )))
    };
    [
        text(title.to_owned(), SIDE, Align::Left),
        text(format!("{page} of {num}"), width - SIDE, Align::Right),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_belongs_together_shares_a_page() {
        let slab = |height, keeps_next| Slab { height, keeps_next, ..Slab::default() };
        let of = |slabs| pages(slabs, "", Paper::A4, Theme::LIGHT).len();
        assert_eq!(of(vec![slab(300.0, false), slab(400.0, false)]), 1, "both have room");
        assert_eq!(of(vec![slab(300.0, false), slab(500.0, false)]), 2, "the second has none");
        let kept = vec![slab(500.0, false), slab(100.0, true), slab(500.0, false)];
        assert_eq!(of(kept), 2, "the heading goes with its text");
        let long: Vec<Slab> = (0..90).map(|_| slab(20.0, true)).collect();
        assert_eq!(of(long), 3, "a text longer than a page fills its pages");
        assert_eq!(of(vec![slab(5000.0, true)]), 1, "what is too large overflows");
        let key = Slab { begins_page: true, ..slab(20.0, false) };
        assert_eq!(of(vec![slab(100.0, false), key]), 2, "a key has a page of its own");
        let figure = |height| Slab { least_height: 0.7 * height, ..slab(height, false) };
        assert_eq!(of(vec![slab(500.0, false), figure(300.0)]), 1, "a figure shrinks a little");
        assert_eq!(of(vec![slab(600.0, false), figure(300.0)]), 2, "but not by more");
    }
}
