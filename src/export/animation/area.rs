//! Part of a frame that differs from the frame before.

/// Rectangle of pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Area {
    pub(super) x: u32,
    pub(super) y: u32,
    pub(super) width: u32,
    pub(super) height: u32,
}

impl Area {
    /// Bounding box of the pixels that differ from `before`: everything in a first frame, one pixel if nothing
    /// differs.
    pub(super) fn changed(before: Option<&[u8]>, now: &[u8], (width, height): (u32, u32)) -> Self {
        let Some(before) = before else { return Self { x: 0, y: 0, width, height } };
        let row = 4 * width as usize;
        let rows = || before.chunks_exact(row).zip(now.chunks_exact(row));
        let Some(top) = rows().position(|(a, b)| a != b) else {
            return Self { x: 0, y: 0, width: 1, height: 1 };
        };
        let bottom = rows().rposition(|(a, b)| a != b).unwrap_or(top);
        let (mut left, mut right) = (width as usize, 0);
        for (a, b) in rows().skip(top).take(bottom - top + 1) {
            let mut pixels = a.chunks_exact(4).zip(b.chunks_exact(4));
            if let Some(first) = pixels.position(|(a, b)| a != b) {
                left = left.min(first);
                let last = pixels.rposition(|(a, b)| a != b).map_or(first, |i| first + 1 + i);
                right = right.max(last);
            }
        }
        Self {
            x: left as u32,
            y: top as u32,
            width: (right - left + 1) as u32,
            height: (bottom - top + 1) as u32,
        }
    }

    /// Pixels of the area in the whole frame, row by row.
    pub(super) fn pixels(self, whole: &[u8], width: u32) -> impl Iterator<Item = &[u8]> {
        let (first, last) = (4 * self.x as usize, 4 * (self.x + self.width) as usize);
        let rows = whole.chunks_exact(4 * width as usize).skip(self.y as usize);
        rows.take(self.height as usize).flat_map(move |row| row[first..last].chunks_exact(4))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changed_area_is_found() {
        let before = vec![7; 4 * 6 * 5];
        let mut now = before.clone();
        let whole = Area { x: 0, y: 0, width: 6, height: 5 };
        assert_eq!(Area::changed(None, &now, (6, 5)), whole, "all of the first");
        let nothing = Area { x: 0, y: 0, width: 1, height: 1 };
        assert_eq!(Area::changed(Some(&before), &now, (6, 5)), nothing);
        for (x, y) in [(1, 2), (4, 3)] {
            now[4 * (6 * y + x)] = 8;
        }
        let area = Area::changed(Some(&before), &now, (6, 5));
        assert_eq!(area, Area { x: 1, y: 2, width: 4, height: 2 });
        let pixels: Vec<u8> = area.pixels(&now, 6).map(|pixel| pixel[0]).collect();
        assert_eq!(pixels, [8, 7, 7, 7, 7, 7, 7, 8]);
    }
}
