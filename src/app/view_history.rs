//! History of the visible part of a view.

use crate::{
    action::{Gesture, GestureSource},
    scene::Viewport,
};

/// Number of steps that can be taken back.
const MAX_STEPS: usize = 1000;

/// Parts of a view that were shown before the current one, and those gone back from.
#[derive(Debug, Default)]
pub(super) struct ViewHistory {
    pub(super) back: Vec<Option<Viewport>>,
    pub(super) forward: Vec<Option<Viewport>>,
    /// Gesture whose step is already on the stack.
    pub(super) gesture: Option<GestureSource>,
}

impl ViewHistory {
    /// Remembers the part shown before a change.
    pub(super) fn step(&mut self, before: Option<Viewport>, gesture: Gesture) {
        let is_same_gesture = match gesture {
            Gesture::Single => {
                self.gesture = None;
                false
            }
            Gesture::Continuous(source) => self.gesture.replace(source) == Some(source),
        };
        if !is_same_gesture {
            self.back.push(before);
            let surplus = self.back.len().saturating_sub(MAX_STEPS);
            self.back.drain(..surplus);
        }
        self.forward.clear();
    }
}
