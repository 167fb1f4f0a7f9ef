//! History of a value: steps back, and forward again.

use crate::action::{Gesture, GestureSource};

/// Number of steps that can be taken back.
const MAX_STEPS: usize = 1000;

/// Values before the current one, and those gone back from.
#[derive(Debug)]
pub(super) struct History<T> {
    back: Vec<T>,
    forward: Vec<T>,
    /// Gesture whose step is already on the stack.
    gesture: Option<GestureSource>,
}

impl<T> Default for History<T> {
    fn default() -> Self {
        Self { back: Vec::new(), forward: Vec::new(), gesture: None }
    }
}

impl<T> History<T> {
    /// Remembers the value before a change; a continuous gesture is one step.
    pub(super) fn step(&mut self, before: T, gesture: Gesture) {
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

    /// True if there is a step back.
    pub(super) fn can_go_back(&self) -> bool {
        !self.back.is_empty()
    }

    /// True if there is a step forward.
    pub(super) fn can_go_forward(&self) -> bool {
        !self.forward.is_empty()
    }

    /// Goes a step back or forward from the current value; `None` where there is none.
    pub(super) fn travel(&mut self, is_back: bool, current: impl FnOnce() -> T) -> Option<T> {
        let (from, to) = if is_back {
            (&mut self.back, &mut self.forward)
        } else {
            (&mut self.forward, &mut self.back)
        };
        let value = from.pop()?;
        to.push(current());
        self.gesture = None;
        Some(value)
    }

    /// Ends a continuous gesture: the next change is a step of its own.
    pub(super) fn end_gesture(&mut self) {
        self.gesture = None;
    }
}
