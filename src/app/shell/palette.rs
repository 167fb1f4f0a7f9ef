//! Command palette: everything that the window can show or do, found by a few letters.

use egui::{Key, RichText, Ui};

use super::{command::Command, workspace_bar};
use crate::{
    action::{Action, Gesture},
    app::{
        look::{focus, style},
        panel::parameter_panel,
        request::Request,
    },
    encoding::{Family, NAMED_STAGES, Stages, rotary::scaling::Rule},
    lesson::{self, BUNDLED},
    model,
    picture::{ColorMap, Face},
    scene::{self, EncodingSetting, Named, PRESETS, Scene, Setting, Side},
    views::{Subject, View, WORKSPACES, Workspace},
};

/// Number of entries that are shown.
const MOST: usize = 12;
/// Width of the palette.
const WIDTH: f32 = 560.0;

/// Effect of an entry.
#[derive(Clone, Debug)]
pub(crate) enum Chosen {
    /// Leads to the control of a key.
    Control(scene::Key),
    /// Runs a command.
    Command(Command),
    /// Changes the scene.
    Action(Action),
    /// Opens a bundled lesson, counted from 0.
    Lesson(usize),
    /// Shows a view that is open as the only one, or all again.
    Request(Request),
}

/// Something that the window can show or do.
struct PaletteEntry {
    /// Kind of thing, as shown at the right.
    kind: &'static str,
    title: String,
    /// Words besides the title by which it is found.
    words: String,
    chosen: Chosen,
}

/// State of the open palette.
#[derive(Default)]
pub(crate) struct Palette {
    /// Everything that can be chosen, made when the palette opens.
    entries: Vec<PaletteEntry>,
    text: String,
    /// Marked entry, counted from the top.
    marked: usize,
    has_been_shown: bool,
}

/// State of the palette after a frame.
pub(crate) enum PaletteOutcome {
    /// Still open.
    Open,
    /// Closed without a choice.
    Closed,
    /// Ended with an entry.
    Chosen(Chosen),
}

impl Palette {
    /// Shows the palette. `is_enabled` tells which commands can run now.
    pub(crate) fn ui(
        &mut self,
        ctx: &egui::Context,
        subject: Subject<'_>,
        is_enabled: impl Fn(Command) -> bool,
    ) -> PaletteOutcome {
        if self.entries.is_empty() {
            self.entries = entries(subject, is_enabled);
        }
        let (mut is_entered, mut clicked) = (false, None);
        let area = egui::Modal::default_area(egui::Id::unique("palette"))
            .anchor(egui::Align2::CENTER_TOP, [0.0, focus::top(ctx, 72.0)]);
        let modal = egui::Modal::new(egui::Id::unique("palette")).area(area).show(ctx, |ui| {
            ui.set_width(WIDTH.min(ctx.content_rect().width() - 40.0));
            let (up, down) = ui.input_mut(|input| {
                let mut pressed = |key| input.count_and_consume_key(egui::Modifiers::NONE, key);
                (pressed(Key::ArrowUp), pressed(Key::ArrowDown))
            });
            let edit = egui::TextEdit::singleline(&mut self.text)
                .desired_width(f32::INFINITY)
                .hint_text("View, convention, preset, model, lesson or command");
            let response = ui.add(edit).accessible_name("Search everything");
            if !self.has_been_shown {
                response.request_focus();
                self.has_been_shown = true;
            }
            is_entered = response.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
            if response.changed() {
                self.marked = 0;
            }
            let found = found(&self.text, &self.entries);
            self.marked =
                (self.marked + down).saturating_sub(up).min(found.len().saturating_sub(1));
            ui.add_space(4.0);
            for (i, entry) in found.iter().enumerate() {
                if entry_ui(ui, subject, entry, i == self.marked) {
                    clicked = Some(entry.chosen.clone());
                }
            }
            if found.is_empty() {
                ui.label(RichText::new("Nothing has these words in its name").weak());
            }
            if is_entered {
                clicked = found.get(self.marked).map(|entry| entry.chosen.clone());
            }
        });
        match clicked {
            Some(chosen) => PaletteOutcome::Chosen(chosen),
            None if modal.should_close() => PaletteOutcome::Closed,
            None => {
                // Enter without a choice leaves the text field, which takes the focus again.
                self.has_been_shown &= !is_entered;
                PaletteOutcome::Open
            }
        }
    }
}

/// Shows an entry with its kind at the right. True if it was clicked.
fn entry_ui(ui: &mut Ui, subject: Subject<'_>, entry: &PaletteEntry, is_marked: bool) -> bool {
    let weak = style::color(subject.theme.weak_text);
    let kind = RichText::new(entry.kind).font(style::font(Face::Regular, 11.0));
    // On the mark, the color is that of the title.
    let kind = if is_marked { kind } else { kind.color(weak) };
    let button = egui::Button::selectable(is_marked, &entry.title)
        .right_text(kind)
        .truncate()
        .min_size(egui::vec2(ui.available_width(), 0.0));
    let response = ui.add(button);
    response.widget_info(|| {
        let name = format!("{}, {}", entry.title, entry.kind);
        egui::WidgetInfo::selected(egui::Role::ListBoxOption, true, is_marked, name)
    });
    response.clicked()
}

/// Everything that can be chosen, the most frequent kinds first.
fn entries(subject: Subject<'_>, is_enabled: impl Fn(Command) -> bool) -> Vec<PaletteEntry> {
    let views = subject.scene.draft().views;
    let entry = |kind, title: &str, words: String, chosen| PaletteEntry {
        kind,
        title: title.trim_end_matches('…').to_owned(),
        words,
        chosen,
    };
    let of_views = View::ALL.iter().map(|&view| {
        let chosen = match views.toggled(view).filter(|_| !views.contains(view)) {
            Some(opened) => Chosen::Action(Action::OpenViews(opened)),
            None => Chosen::Request(Request::ToggleMaximized(view)),
        };
        entry("view", view.title(), view.key().to_owned(), chosen)
    });
    let of_workspaces = WORKSPACES.iter().map(|it| {
        let fits = it.fits(subject);
        let title = if fits { it.title.to_owned() } else { it.title_of_example() };
        let chosen = match workspace_bar::entering(it, fits) {
            Ok(action) => Chosen::Action(action),
            Err(command) => Chosen::Command(command),
        };
        entry("workspace", &title, it.sentence.to_owned(), chosen)
    });
    let of_commands = Command::ALL
        .iter()
        .copied()
        .filter(|&command| command != Command::Palette && is_enabled(command))
        .map(|command| {
            let menu = command.menu();
            let title = if menu.is_submenu() {
                format!("{}: {}", menu.title(), command.title())
            } else {
                command.title().to_owned()
            };
            let words = format!("{} {}", command.key(), menu.title());
            entry("command", &title, words, Chosen::Command(command))
        });
    let of_conventions = Named::all().map(|it| {
        let also = it.family().also_called();
        let words = format!("{} {} {} {} {also}", it.key(), it.group(), it.sentence(), it.source());
        let chosen = Chosen::Action(Action::Edit(it.into(), Gesture::Single));
        entry("convention", it.title(), words, chosen)
    });
    let of_families = Family::choices().map(|family| {
        let chosen =
            Chosen::Action(Action::Edit(EncodingSetting::Family(family).into(), Gesture::Single));
        let words = format!("{} {} {}", family.key(), family.sentence(), family.also_called());
        entry("encoding", family.title(), words, chosen)
    });
    let of_models = model::Preset::all().iter().map(|it| {
        let read = Action::ReadModel { side: Side::A, model: it.name.clone() };
        let words = format!("{} {} {}", it.name, it.source, Family::Rotary.also_called());
        entry("model", &it.title, words, Chosen::Action(read))
    });
    let of_scalings = Rule::ALL.iter().filter(|&&rule| rule != Rule::Default).map(|&rule| {
        let title = format!("Rotary scaled by {}", rule.key());
        let action = if subject.scene.draft().encoding.family.is_rotary() {
            Action::Edit(EncodingSetting::Scaling(rule).into(), Gesture::Single)
        } else {
            Action::LoadScene(format!("encoding=rotary&scaling={}", rule.key()))
        };
        let words =
            "RoPE rope_scaling rope_type context length extrapolation position interpolation"
                .to_owned();
        entry("scaling", &title, words, Chosen::Action(action))
    });
    let of_lessons = BUNDLED.iter().enumerate().map(|(i, text)| {
        let title = format!("{}  {}", i + 1, lesson::title(text));
        entry("lesson", &title, String::new(), Chosen::Lesson(i))
    });
    let of_presets = PRESETS.iter().map(|it| {
        let text = it.text_with_views(views);
        entry("preset", it.title, it.sentence.to_owned(), Chosen::Action(Action::LoadScene(text)))
    });
    let of_controls = parameter_panel::rows(subject).map(|row| {
        let words = format!("{} {} {}", row.key.key(), row.key.help(), row.key.in_code());
        entry("control", row.name, words, Chosen::Control(row.key))
    });
    let of_colors = ColorMap::ALL.iter().map(|&map| {
        let setting = if map.is_diverging() {
            Setting::DivergingMap(Some(map))
        } else {
            Setting::SequentialMap(Some(map))
        };
        let chosen = Chosen::Action(Action::Edit(setting, Gesture::Single));
        entry("colors", map.key(), map.sentence().to_owned(), chosen)
    });
    let of_roundings = NAMED_STAGES.iter().map(|it| {
        let chosen = Chosen::Action(rounded(subject.scene, it.stages));
        entry("rounding", it.title, format!("{} {} precision", it.key, it.source), chosen)
    });
    of_workspaces
        .chain(of_controls)
        .chain(of_views)
        .chain(of_commands)
        .chain(of_lessons)
        .chain(of_presets)
        .chain(of_conventions)
        .chain(of_families)
        .chain(of_models)
        .chain(of_scalings)
        .chain(of_roundings)
        .chain(of_colors)
        .collect()
}

/// Rounds the scene and shows what that does.
fn rounded(scene: &Scene, stages: Stages) -> Action {
    let mut draft = scene.draft().clone();
    draft.encoding.round = stages;
    draft.views = Workspace::named(Workspace::PRECISION)
        .and_then(|it| it.all_views().next())
        .unwrap_or(draft.views);
    match Scene::new(draft) {
        Ok(scene) => Action::Visit(Box::new(scene)),
        Err(_) => Action::Edit(EncodingSetting::Round(stages).into(), Gesture::Single),
    }
}

/// Entries that have all words of a text, the best first.
fn found<'a>(text: &str, entries: &'a [PaletteEntry]) -> Vec<&'a PaletteEntry> {
    let plain = |text: &str| text.to_lowercase().replace(" × ", "x").replace('×', "x");
    let text = plain(text);
    let words: Vec<&str> = text.split_whitespace().collect();
    let rank = |entry: &PaletteEntry| {
        let (title, all) = (plain(&entry.title), plain(&entry.words));
        let of_word = |word: &&str| {
            let begins = |text: &str| {
                text.match_indices(word).any(|(at, _)| {
                    let before = text.get(..at).and_then(|it| it.chars().next_back());
                    before.is_none_or(|it| !it.is_alphanumeric())
                })
            };
            // A part of a name with underscores is no word.
            let is_part_of_name = |it: char| it.is_alphanumeric() || it == '_';
            if title.starts_with(word) {
                Some(0)
            } else if begins(&title) {
                Some(1)
            } else if all.split(|it| !is_part_of_name(it)).any(|it| it == *word) {
                Some(2)
            } else if title.contains(word) || begins(&all) {
                Some(3)
            } else {
                (all.contains(word) || entry.kind.contains(word)).then_some(6)
            }
        };
        let ranks: Option<Vec<i32>> = words.iter().map(of_word).collect();
        // The very name comes first.
        Some((title != text.trim(), ranks?.into_iter().sum::<i32>()))
    };
    let mut ranked: Vec<((bool, i32), &PaletteEntry)> =
        entries.iter().filter_map(|entry| Some((rank(entry)?, entry))).collect();
    ranked.sort_by_key(|&(rank, _)| rank);
    ranked.into_iter().map(|(_, entry)| entry).take(MOST).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{picture::Theme, views::Results};

    /// Titles that a text finds.
    fn titles(text: &str) -> Vec<String> {
        let scene = crate::scene::Scene::default();
        let (table, results) = (scene.table(), Results::default());
        let subject = Subject::new((&scene, &table), None, Theme::LIGHT, &results);
        let all = entries(subject, |_command| true);
        found(text, &all).into_iter().map(|entry| entry.title.clone()).collect()
    }

    #[test]
    fn everything_is_found_by_what_one_would_type() {
        for (text, expected) in [
            ("heatmap", "Heatmap"),
            ("heat", "Heatmap"),
            ("whisper", "Whisper"),
            ("llama 3.1", "Llama 3.1 8B"),
            ("llama-3.1-8b", "Llama 3.1 8B"),
            ("undo", "Undo"),
            ("dark", "Dark theme"),
            ("export", "Export"),
            ("criteria", "Criteria"),
            ("alibi", "ALiBi (BLOOM)"),
            ("right", "10  Is my table right?"),
            ("lesson 14", "14  Why short prompts hide it"),
            ("4x4", "Worked example 4 × 4"),
            ("binary", "Binary digits"),
            ("open table", "Open table"),
            ("rope", "Rotary"),
            ("sinusoidal", "Attention Is All You Need"),
            ("relative bias", "ALiBi (BLOOM)"),
            ("yarn", "Rotary scaled by yarn"),
            ("ntk", "Rotary scaled by ntk"),
            ("rope_scaling yarn", "Rotary scaled by yarn"),
            ("handout", "Save handout"),
            ("quiz", "Save quiz with key"),
            ("base", "Base"),
            ("viridis", "viridis"),
            ("play", "Play positions"),
        ] {
            let found = titles(text);
            let near = &found[..found.len().min(3)];
            assert!(
                near.iter().any(|it| it == expected),
                "{text}: {expected} is not among {near:?}"
            );
        }
        assert_eq!(titles("RoPE")[0], "Rotary", "the family comes first");
        assert!(titles("no such thing").is_empty());
        assert_eq!(titles("").len(), MOST, "without a text, the first");
    }
}
