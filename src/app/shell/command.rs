//! Commands of the window: one table for menus, shortcuts and the help sheet.

use egui::{Key, KeyboardShortcut, Modifiers};

use crate::{export::Language, picture::Vision, stable_enum::stable_enum};

stable_enum! {
    /// Command of a menu entry or a shortcut.
    pub enum Command {
        /// Asks for a file that holds a scene.
        OpenScene = "open-scene",
        /// Asks for a table.
        OpenTable = "open-table",
        /// Opens the learned table that comes with the program.
        OpenExample = "open-example",
        /// Asks for the configuration of a model.
        OpenModel = "open-model",
        /// Opens the export panel.
        Export = "export",
        /// Asks for a lesson's file.
        OpenLesson = "open-lesson",
        /// Goes to the next step of the lesson.
        NextStep = "next-step",
        /// Goes back to the previous step of the lesson.
        PreviousStep = "previous-step",
        /// Closes the lesson.
        CloseLesson = "close-lesson",
        /// Opens the lesson again that was open when the program ended.
        ResumeLesson = "resume-lesson",
        /// Shows nothing but the views, in large type.
        Present = "present",
        /// Asks for a file of word vectors.
        OpenVectors = "open-vectors",
        /// Ends the program.
        Quit = "quit",
        /// Undoes the last step.
        Undo = "undo",
        /// Redoes the step undone last.
        Redo = "redo",
        /// Finds every view, convention, preset, model, lesson and command.
        Palette = "palette",
        /// Asks for a cell and shows it.
        GoTo = "go-to",
        /// Copies the text of the scene.
        CopyScene = "copy-scene",
        /// Replaces the scene by one from the clipboard.
        PasteScene = "paste-scene",
        /// Copies the formula of the selected cell.
        CopyFormula = "copy-formula",
        /// Copies the formula of the selected cell as LaTeX.
        CopyFormulaTex = "copy-formula-latex",
        /// Copies the figure of the active view.
        CopyPicture = "copy-picture",
        /// Copies the figure in a small size.
        CopyPictureSmall = "copy-picture-small",
        /// Copies the figure in a large size, for print.
        CopyPictureLarge = "copy-picture-large",
        /// Copies the values of the active view.
        CopyValues = "copy-values",
        /// Copies code for NumPy that makes the table.
        CopyNumPy = "copy-numpy",
        /// Copies code for PyTorch that makes the table.
        CopyPyTorch = "copy-pytorch",
        /// Copies code for JAX that makes the table.
        CopyJax = "copy-jax",
        /// Copies code in Rust that makes the table.
        CopyRust = "copy-rust",
        /// Chooses the light theme.
        ThemeLight = "theme-light",
        /// Chooses the dark theme.
        ThemeDark = "theme-dark",
        /// Follows the theme of the system.
        ThemeSystem = "theme-system",
        /// Turns animations off or on.
        ReduceMotion = "reduce-motion",
        /// Ends the preview for color vision deficiencies.
        SeenFull = "seen-full",
        /// Previews the window in gray.
        SeenGreyscale = "seen-greyscale",
        /// Previews the window as seen with protanopia.
        SeenProtanopia = "seen-protanopia",
        /// Previews the window as seen with deuteranopia.
        SeenDeuteranopia = "seen-deuteranopia",
        /// Previews the window as seen with tritanopia.
        SeenTritanopia = "seen-tritanopia",
        /// Enlarges the interface.
        ZoomIn = "zoom-in",
        /// Shrinks the interface.
        ZoomOut = "zoom-out",
        /// Restores the normal size of the interface.
        ZoomReset = "zoom-reset",
        /// Goes back to the part that the active view showed before.
        ShowEarlier = "show-earlier",
        /// Goes forward again after going back.
        ShowLater = "show-later",
        /// Starts or stops playing positions.
        Play = "play",
        /// Goes to the previous position.
        StepBack = "step-back",
        /// Goes to the next position.
        StepOn = "step-on",
        /// Maximizes the active view, or shows all views again.
        Maximize = "maximize",
        /// Restores the default arrangement of the tiles.
        ResetLayout = "reset-layout",
        /// Turns full screen on or off.
        FullScreen = "full-screen",
        /// Opens the guide in the browser.
        Guide = "guide",
        /// Shows all shortcuts.
        Shortcuts = "shortcuts",
        /// Shows version and licenses.
        About = "about",
    }
}

/// Menus and submenus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Menu {
    /// Opening, exporting, quitting.
    File,
    /// Undo, and the clipboard.
    Edit,
    /// Submenu of Edit: the picture in other sizes.
    Picture,
    /// Submenu of Edit: code in several languages.
    Code,
    /// Appearance of the window and its views.
    View,
    /// Submenu of View: preview for color vision deficiencies.
    Vision,
    /// Lessons.
    Lessons,
    /// Help.
    Help,
}

impl Menu {
    /// Text of the menu's button.
    pub fn title(self) -> &'static str {
        match self {
            Self::File => "File",
            Self::Edit => "Edit",
            Self::Picture => "Copy picture at size",
            Self::Code => "Copy code for",
            Self::View => "View",
            Self::Vision => "Color vision preview",
            Self::Lessons => "Lessons",
            Self::Help => "Help",
        }
    }

    /// True for a menu within another, without which the title of an entry says little.
    pub fn is_submenu(self) -> bool {
        matches!(self, Self::Picture | Self::Code | Self::Vision)
    }
}

impl Command {
    /// Text of the menu entry.
    pub fn title(self) -> &'static str {
        match self {
            Self::OpenScene => "Open scene from file…",
            Self::OpenTable => "Open table…",
            Self::OpenExample => "Open a learned table as an example",
            Self::OpenModel => "Open model…",
            Self::CopyPictureSmall => "820 × 600",
            Self::CopyPictureLarge => "3280 × 2400",
            Self::CopyNumPy => Language::NumPy.title(),
            Self::CopyPyTorch => Language::PyTorch.title(),
            Self::CopyJax => Language::Jax.title(),
            Self::CopyRust => Language::Rust.title(),
            Self::Export => "Export…",
            Self::OpenLesson => "Open lesson…",
            Self::NextStep => "Next step",
            Self::PreviousStep => "Previous step",
            Self::CloseLesson => "Close lesson",
            Self::ResumeLesson => "Resume lesson",
            Self::Present => "Present",
            Self::OpenVectors => "Open word vectors…",
            Self::Quit => "Quit",
            Self::Undo => "Undo",
            Self::Redo => "Redo",
            Self::CopyScene => "Copy scene",
            Self::PasteScene => "Paste scene",
            Self::CopyFormula => "Copy formula",
            Self::CopyFormulaTex => "Copy formula as LaTeX",
            Self::CopyPicture => "Copy picture",
            Self::CopyValues => "Copy values",
            Self::ThemeLight => "Light theme",
            Self::ThemeDark => "Dark theme",
            Self::ThemeSystem => "System theme",
            Self::ReduceMotion => "Reduce motion",
            Self::SeenFull => Vision::Full.title(),
            Self::SeenGreyscale => Vision::Greyscale.title(),
            Self::SeenProtanopia => Vision::Protanopia.title(),
            Self::SeenDeuteranopia => Vision::Deuteranopia.title(),
            Self::SeenTritanopia => Vision::Tritanopia.title(),
            Self::ZoomIn => "Zoom in",
            Self::ZoomOut => "Zoom out",
            Self::ZoomReset => "Normal size",
            Self::ShowEarlier => "Back",
            Self::ShowLater => "Forward",
            Self::Play => "Play positions",
            Self::StepBack => "Previous position",
            Self::StepOn => "Next position",
            Self::Palette => "Find anything…",
            Self::GoTo => "Go to cell…",
            Self::Maximize => "Maximize view",
            Self::ResetLayout => "Reset layout",
            Self::FullScreen => "Full screen",
            Self::Guide => "Guide",
            Self::Shortcuts => "Keyboard shortcuts",
            Self::About => "About Phasor",
        }
    }

    /// Color vision that the command previews.
    pub fn vision(self) -> Option<Vision> {
        match self {
            Self::SeenFull => Some(Vision::Full),
            Self::SeenGreyscale => Some(Vision::Greyscale),
            Self::SeenProtanopia => Some(Vision::Protanopia),
            Self::SeenDeuteranopia => Some(Vision::Deuteranopia),
            Self::SeenTritanopia => Some(Vision::Tritanopia),
            _ => None,
        }
    }

    /// Menu that lists the command.
    pub fn menu(self) -> Menu {
        match self {
            Self::OpenScene
            | Self::OpenTable
            | Self::OpenExample
            | Self::OpenModel
            | Self::Export
            | Self::OpenVectors
            | Self::Quit => Menu::File,
            Self::CopyPictureSmall | Self::CopyPictureLarge => Menu::Picture,
            Self::CopyNumPy | Self::CopyPyTorch | Self::CopyJax | Self::CopyRust => Menu::Code,
            Self::Undo
            | Self::Redo
            | Self::Palette
            | Self::GoTo
            | Self::CopyScene
            | Self::PasteScene
            | Self::CopyFormula
            | Self::CopyFormulaTex
            | Self::CopyPicture
            | Self::CopyValues => Menu::Edit,
            Self::ThemeLight
            | Self::ThemeDark
            | Self::ThemeSystem
            | Self::ReduceMotion
            | Self::ZoomIn
            | Self::ZoomOut
            | Self::ZoomReset
            | Self::ShowEarlier
            | Self::ShowLater
            | Self::Play
            | Self::StepBack
            | Self::StepOn
            | Self::Maximize
            | Self::ResetLayout
            | Self::FullScreen
            | Self::Present => Menu::View,
            Self::SeenFull
            | Self::SeenGreyscale
            | Self::SeenProtanopia
            | Self::SeenDeuteranopia
            | Self::SeenTritanopia => Menu::Vision,
            Self::OpenLesson
            | Self::NextStep
            | Self::PreviousStep
            | Self::CloseLesson
            | Self::ResumeLesson => Menu::Lessons,
            Self::Guide | Self::Shortcuts | Self::About => Menu::Help,
        }
    }

    /// True if a line separates the entry from the one above.
    pub fn begins_group(self) -> bool {
        matches!(
            self,
            Self::Quit
                | Self::Palette
                | Self::CopyScene
                | Self::CopyFormula
                | Self::ReduceMotion
                | Self::ZoomIn
                | Self::ShowEarlier
                | Self::Play
                | Self::Maximize
                | Self::OpenLesson
                | Self::NextStep
                | Self::About
        )
    }

    /// Keyboard shortcut.
    pub fn shortcut(self) -> Option<KeyboardShortcut> {
        let ctrl = |key| Some(KeyboardShortcut::new(Modifiers::COMMAND, key));
        let ctrl_shift =
            |key| Some(KeyboardShortcut::new(Modifiers::COMMAND | Modifiers::SHIFT, key));
        let alt = |key| Some(KeyboardShortcut::new(Modifiers::ALT, key));
        let plain = |key| Some(KeyboardShortcut::new(Modifiers::NONE, key));
        match self {
            Self::OpenScene => ctrl(Key::O),
            Self::OpenTable => ctrl_shift(Key::O),
            Self::OpenModel => ctrl_shift(Key::M),
            Self::Export => ctrl(Key::E),
            Self::Quit => ctrl(Key::Q),
            Self::Undo => ctrl(Key::Z),
            Self::Redo => ctrl_shift(Key::Z),
            Self::CopyScene => ctrl(Key::C),
            Self::PasteScene => ctrl(Key::V),
            Self::CopyPicture => ctrl_shift(Key::P),
            Self::CopyValues => ctrl_shift(Key::V),
            Self::ZoomIn => ctrl(Key::Plus),
            Self::ZoomOut => ctrl(Key::Minus),
            Self::ZoomReset => ctrl(Key::Num0),
            Self::ShowEarlier => alt(Key::ArrowLeft),
            Self::ShowLater => alt(Key::ArrowRight),
            Self::Play => plain(Key::Space),
            Self::StepBack => plain(Key::Comma),
            Self::StepOn => plain(Key::Period),
            Self::Palette => ctrl(Key::K),
            Self::GoTo => ctrl(Key::G),
            Self::Maximize => ctrl(Key::M),
            Self::FullScreen => plain(Key::F11),
            Self::Present => plain(Key::F5),
            Self::NextStep => plain(Key::PageDown),
            Self::PreviousStep => plain(Key::PageUp),
            Self::Shortcuts => plain(Key::F1),
            Self::CopyFormula
            | Self::CopyFormulaTex
            | Self::CopyPictureSmall
            | Self::CopyPictureLarge
            | Self::CopyNumPy
            | Self::CopyPyTorch
            | Self::CopyJax
            | Self::CopyRust
            | Self::OpenLesson
            | Self::CloseLesson
            | Self::ResumeLesson
            | Self::OpenVectors
            | Self::OpenExample
            | Self::ThemeLight
            | Self::ThemeDark
            | Self::ThemeSystem
            | Self::ReduceMotion
            | Self::SeenFull
            | Self::SeenGreyscale
            | Self::SeenProtanopia
            | Self::SeenDeuteranopia
            | Self::SeenTritanopia
            | Self::ResetLayout
            | Self::Guide
            | Self::About => None,
        }
    }

    /// True if egui or the platform turns the keys into an event of their own: zoom, copy, paste.
    pub fn is_handled_by_platform(self) -> bool {
        matches!(
            self,
            Self::ZoomIn | Self::ZoomOut | Self::ZoomReset | Self::CopyScene | Self::PasteScene
        )
    }
}

/// Keys without a command, for the help sheet.
pub(crate) const OTHER_KEYS: &[(&str, &str)] = &[
    ("Arrow keys", "Move the selection by one cell in the focused view"),
    ("Shift + arrow keys", "Move the selection by ten cells"),
    ("Wheel, or + and −", "Zoom; over the labels of an axis, only that axis"),
    ("Drag", "Pan; Shift + drag: zoom to the box"),
    ("Double click, or 0", "Show all"),
    ("Tab, Shift + Tab", "Next control, previous control"),
    ("Space", "Next step of a lesson; otherwise play"),
    ("Escape", "Close a panel, or leave a maximized view or the presentation"),
    ("Double click on a title", "Maximize or restore a view"),
    ("Drag a title", "Rearrange views, or make them tabs"),
    ("Arrow keys on a title", "Swap with the neighboring view"),
    ("Shift + arrow keys on a title", "Make it a tab of that view, or a separate view again"),
    ("Arrow keys on an edge", "Resize the views next to it"),
];
