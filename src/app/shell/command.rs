//! Commands of the window: one row each, for menus, shortcuts, palette and help sheet.

use egui::{Key, KeyboardShortcut, Modifiers};

use crate::{export::Language, picture::Vision, stable_enum::stable_enum};

/// Facts about a command beside its key.
struct CommandRow {
    title: &'static str,
    menu: Menu,
    begins_group: bool,
    shortcut: Option<KeyboardShortcut>,
}

const NONE: Modifiers = Modifiers::NONE;
const CTRL: Modifiers = Modifiers::COMMAND;
const CTRL_SHIFT: Modifiers = Modifiers::COMMAND.plus(Modifiers::SHIFT);
const ALT: Modifiers = Modifiers::ALT;

/// Declares the commands, each with its key, its menu (`group`: below a line), its title and its shortcut.
macro_rules! commands {
    (@group) => { false };
    (@group group) => { true };
    (@shortcut) => { None };
    (@shortcut $modifiers:ident $pressed:ident) => {
        Some(KeyboardShortcut::new($modifiers, Key::$pressed))
    };
    ($(
        #[doc = $doc:literal]
        $name:ident = $key:literal: $menu:ident $($group:ident)?, $title:expr
        $(, $modifiers:ident + $pressed:ident)?;
    )+) => {
        stable_enum! {
            /// Command of a menu entry or a shortcut.
            pub enum Command { $( #[doc = $doc] $name = $key, )+ }
        }

        impl Command {
            fn row(self) -> CommandRow {
                match self {
                    $( Self::$name => CommandRow {
                        title: $title,
                        menu: Menu::$menu,
                        begins_group: commands!(@group $($group)?),
                        shortcut: commands!(@shortcut $($modifiers $pressed)?),
                    }, )+
                }
            }
        }
    };
}

commands! {
    /// Asks for a file that holds a scene.
    OpenScene = "open-scene": File, "Open scene from file…", CTRL + O;
    /// Asks for a table.
    OpenTable = "open-table": File, "Open table…", CTRL_SHIFT + O;
    /// Opens the learned table that comes with the program.
    OpenExample = "open-example": File, "Open a learned table as an example";
    /// Asks for the configuration of a model.
    OpenModel = "open-model": File, "Open model…", CTRL_SHIFT + M;
    /// Asks where to write the scene as text.
    SaveScene = "save-scene": File group, "Save scene…", CTRL + S;
    /// Opens the export panel.
    Export = "export": File, "Export…", CTRL + E;
    /// Opens the path of one class through the lessons.
    OneClass = "one-class": Lessons group, "One class";
    /// Asks for a lesson's file.
    OpenLesson = "open-lesson": Lessons, "Open lesson…";
    /// Asks where to print text and figures of the lesson.
    SaveHandout = "save-handout": Print, "Save handout…";
    /// Asks where to print the questions of the lesson.
    SaveQuiz = "save-quiz": Print, "Save quiz with key…";
    /// Asks where to print the notes for the lesson's teacher.
    SaveNotes = "save-notes": Print, "Save teacher's notes…";
    /// Asks where to print the summary of one page.
    SaveSummary = "save-summary": Print group, "Save summary of one page…";
    /// Asks where to print exercises with solutions.
    SaveExercises = "save-exercises": Print, "Save exercises with solutions…";
    /// Goes to the next step of the lesson.
    NextStep = "next-step": Lessons group, "Next step", NONE + PageDown;
    /// Goes back to the previous step of the lesson.
    PreviousStep = "previous-step": Lessons, "Previous step", NONE + PageUp;
    /// Closes the lesson.
    CloseLesson = "close-lesson": Lessons, "Close lesson";
    /// Opens the lesson again that was open when the program ended.
    ResumeLesson = "resume-lesson": Lessons, "Resume lesson";
    /// Shows nothing but the views, in large type.
    Present = "present": View, "Present", NONE + F5;
    /// Asks for a file of word vectors.
    OpenVectors = "open-vectors": File, "Open word vectors…";
    /// Ends the program.
    Quit = "quit": File group, "Quit", CTRL + Q;
    /// Undoes the last step.
    Undo = "undo": Edit, "Undo", CTRL + Z;
    /// Redoes the step undone last.
    Redo = "redo": Edit, "Redo", CTRL_SHIFT + Z;
    /// Finds every view, convention, preset, model, lesson and command.
    Palette = "palette": Edit group, "Find anything…", CTRL + K;
    /// Asks for a cell and shows it.
    GoTo = "go-to": Edit, "Go to cell…", CTRL + G;
    /// Copies the text of the scene.
    CopyScene = "copy-scene": Edit group, "Copy scene", CTRL + C;
    /// Replaces the scene by one from the clipboard.
    PasteScene = "paste-scene": Edit, "Paste scene", CTRL + V;
    /// Copies the formula of the selected cell.
    CopyFormula = "copy-formula": Edit group, "Copy formula";
    /// Copies the formula of the selected cell as LaTeX.
    CopyFormulaTex = "copy-formula-latex": Edit, "Copy formula as LaTeX";
    /// Copies the figure of the active view.
    CopyPicture = "copy-picture": Edit, "Copy picture", CTRL_SHIFT + P;
    /// Copies the figure in a small size.
    CopyPictureSmall = "copy-picture-small": Picture, "820 × 600";
    /// Copies the figure in a large size, for print.
    CopyPictureLarge = "copy-picture-large": Picture, "3280 × 2400";
    /// Copies the values of the active view.
    CopyValues = "copy-values": Edit, "Copy values", CTRL_SHIFT + V;
    /// Copies code for NumPy that makes the table.
    CopyNumPy = "copy-numpy": Code, Language::NumPy.title();
    /// Copies code for PyTorch that makes the table.
    CopyPyTorch = "copy-pytorch": Code, Language::PyTorch.title();
    /// Copies code for JAX that makes the table.
    CopyJax = "copy-jax": Code, Language::Jax.title();
    /// Copies code in Rust that makes the table.
    CopyRust = "copy-rust": Code, Language::Rust.title();
    /// Chooses the light theme.
    ThemeLight = "theme-light": View, "Light theme";
    /// Chooses the dark theme.
    ThemeDark = "theme-dark": View, "Dark theme";
    /// Follows the theme of the system.
    ThemeSystem = "theme-system": View, "System theme";
    /// Turns animations off or on.
    ReduceMotion = "reduce-motion": View group, "Reduce motion";
    /// Ends the preview for color vision deficiencies.
    SeenFull = "seen-full": Vision, Vision::Full.title();
    /// Previews the window in gray.
    SeenGreyscale = "seen-greyscale": Vision, Vision::Greyscale.title();
    /// Previews the window as seen with protanopia.
    SeenProtanopia = "seen-protanopia": Vision, Vision::Protanopia.title();
    /// Previews the window as seen with deuteranopia.
    SeenDeuteranopia = "seen-deuteranopia": Vision, Vision::Deuteranopia.title();
    /// Previews the window as seen with tritanopia.
    SeenTritanopia = "seen-tritanopia": Vision, Vision::Tritanopia.title();
    /// Enlarges the interface.
    ZoomIn = "zoom-in": View group, "Zoom in", CTRL + Plus;
    /// Shrinks the interface.
    ZoomOut = "zoom-out": View, "Zoom out", CTRL + Minus;
    /// Restores the normal size of the interface.
    ZoomReset = "zoom-reset": View, "Normal size", CTRL + Num0;
    /// Goes back to the part that the active view showed before.
    ShowEarlier = "show-earlier": View group, "Back", ALT + ArrowLeft;
    /// Goes forward again after going back.
    ShowLater = "show-later": View, "Forward", ALT + ArrowRight;
    /// Starts or stops playing positions.
    Play = "play": View group, "Play positions", NONE + Space;
    /// Goes to the previous position.
    StepBack = "step-back": View, "Previous position", NONE + Comma;
    /// Goes to the next position.
    StepOn = "step-on": View, "Next position", NONE + Period;
    /// Starts or stops playing offsets.
    PlayOffset = "play-offset": View, "Play offsets", ALT + Space;
    /// Goes to the previous offset.
    OffsetBack = "offset-back": View, "Previous offset", ALT + Comma;
    /// Goes to the next offset.
    OffsetOn = "offset-on": View, "Next offset", ALT + Period;
    /// Maximizes the active view, or shows all views again.
    Maximize = "maximize": View group, "Maximize view", CTRL + M;
    /// Restores the default arrangement of the tiles.
    ResetLayout = "reset-layout": View, "Reset layout";
    /// Turns full screen on or off.
    FullScreen = "full-screen": View, "Full screen", NONE + F11;
    /// Opens the guide in the browser.
    Guide = "guide": Help, "Guide";
    /// Shows all shortcuts.
    Shortcuts = "shortcuts": Help, "Keyboard shortcuts", NONE + F1;
    /// Shows version and licenses.
    About = "about": Help group, "About Phasor";
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
    /// Submenu of Lessons: sheets on paper.
    Print,
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
            Self::Print => "Print",
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
        self.row().title
    }

    /// Menu that lists the command.
    pub fn menu(self) -> Menu {
        self.row().menu
    }

    /// True if a line separates the entry from the one above.
    pub fn begins_group(self) -> bool {
        self.row().begins_group
    }

    /// Keyboard shortcut.
    pub fn shortcut(self) -> Option<KeyboardShortcut> {
        self.row().shortcut
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
