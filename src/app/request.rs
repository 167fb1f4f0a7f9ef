//! Messages from a tile to the window.

use crate::views::View;

/// Direction on the screen, as steps to the right and down: one of them is 1 or −1, the other 0.
pub(crate) type Direction = (i8, i8);

/// Request of a tile, handled by the window before the next frame is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Request {
    /// Shows only this view, or all views again.
    ToggleMaximized(View),
    /// Opens the export panel for this view.
    Export(View),
    /// Makes this the active view.
    Use(View),
    /// Copies the view's figure to the clipboard.
    CopyPicture(View),
    /// Copies the view's values to the clipboard.
    CopyValues(View),
    /// Scrolls the view until the selected cell is visible.
    Reveal(View),
    /// Scrolls the view until the selected cell is in its middle.
    Center(View),
    /// Swaps the view with its neighbor in a direction.
    Swap(View, Direction),
    /// Makes the view a tab of its neighbor in a direction, or moves a tab to a tile of its own on that side.
    Tab(View, Direction),
}
