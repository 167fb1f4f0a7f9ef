//! Parser from Markdown to the steps of a lesson.

use std::ops::Range;

use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag, TagEnd};

use super::{
    Block, Highlight, Inline, Lesson, LessonError, Link, Run, Step,
    inline::{LinkTarget, Style},
};
use crate::{
    picture::typeset,
    sanitize,
    scene::{Scene, SceneDraft},
};

impl Lesson {
    /// Parses a lesson.
    pub fn new(text: &str) -> Self {
        lesson(text)
    }
}

/// Parses a lesson; each part that cannot be read becomes an error in its place.
fn lesson(text: &str) -> Lesson {
    let mut reader = LessonParser::new(text);
    reader.read();
    reader.finished()
}

/// Part of a lesson that a piece of text belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TextPlace {
    Title,
    StepTitle,
    Heading,
    Text,
}

struct LessonParser<'a> {
    text: &'a str,
    /// Byte offsets of the line ends, to find the line of an offset.
    line_ends: Vec<usize>,
    lesson: Lesson,
    /// Draft shared by all scenes of the lesson; `base` is that of the current step.
    common: SceneDraft,
    base: SceneDraft,
    place: TextPlace,
    /// Inline text that is being read.
    inline: Inline,
    style: Style,
    /// Index of the goal of the open link.
    link_target: Option<usize>,
    /// Address of a heading's link, with its byte offset.
    heading_link: Option<(String, usize)>,
    /// Next number of each open list; `None` for a bulleted list.
    lists: Vec<Option<u64>>,
    /// Marker of the list item that begins.
    marker: Option<String>,
    /// True if the answer that is being read is right; `None` for other text.
    choice: Option<bool>,
    num_asides: usize,
    code: Option<String>,
    /// HTML that is being read.
    html: Option<String>,
    /// First run of text that is of no use on paper, while such text is read.
    window_from: Option<usize>,
    /// True if text of no use on paper begins or ends here: the next run is another.
    is_at_mark: bool,
    /// True if this paragraph has a formula without an end, which is reported once.
    has_open_formula: bool,
    /// True if a step has begun.
    has_step: bool,
    /// Depth inside an element that is skipped.
    skipped: usize,
}

impl<'a> LessonParser<'a> {
    fn new(text: &'a str) -> Self {
        Self {
            text,
            line_ends: text.match_indices('\n').map(|(at, _)| at).collect(),
            lesson: Lesson {
                title: String::new(),
                notes: Vec::new(),
                steps: Vec::new(),
                errors: Vec::new(),
            },
            common: SceneDraft::default(),
            base: SceneDraft::default(),
            place: TextPlace::Text,
            inline: Inline::default(),
            style: Style::default(),
            link_target: None,
            heading_link: None,
            lists: Vec::new(),
            marker: None,
            choice: None,
            num_asides: 0,
            code: None,
            html: None,
            window_from: None,
            is_at_mark: false,
            has_open_formula: false,
            has_step: false,
            skipped: 0,
        }
    }

    fn read(&mut self) {
        // Tables are recognized in order to report that they are not shown.
        let options = Options::ENABLE_MATH | Options::ENABLE_TABLES | Options::ENABLE_TASKLISTS;
        for (event, range) in Parser::new_ext(self.text, options).into_offset_iter() {
            self.take(event, &range);
            // What is beyond the limit is refused: it needs no memory.
            if self.lesson.steps.len() > Lesson::MOST_STEPS {
                break;
            }
        }
    }

    fn line(&self, at: usize) -> usize {
        self.line_ends.partition_point(|&end| end < at) + 1
    }

    fn error(&mut self, at: usize, reason: impl Into<String>) -> LessonError {
        let reason = sanitize::sentence(&reason.into());
        let error = LessonError { line: self.line(at), reason };
        self.lesson.errors.push(error.clone());
        error
    }

    fn take(&mut self, event: Event<'_>, range: &Range<usize>) {
        match event {
            Event::Start(tag) => self.start(tag, range),
            Event::End(tag) => self.end(tag, range),
            _ if self.skipped > 0 => {}
            Event::Text(text) => match &mut self.code {
                Some(code) => code.push_str(&text),
                None if self.text[range.start..].starts_with("$$") && !self.has_open_formula => {
                    self.has_open_formula = true;
                    self.inline_error(range, "the formula does not end: brackets { } must be even");
                }
                None => self.run(Run::Words(text.to_string(), self.style)),
            },
            Event::Code(text) => self.run(Run::Code(text.to_string())),
            Event::InlineMath(text) => match typeset::formula(&text) {
                Ok(formula) => self.run(Run::Formula(formula)),
                Err(reason) => self.inline_error(range, &reason),
            },
            Event::DisplayMath(text) => {
                self.flush();
                match typeset::formula(&text) {
                    Ok(formula) => self.block(Block::Formula(formula)),
                    Err(reason) => {
                        let error = self.error(range.start, reason);
                        self.block(Block::Error(error));
                    }
                }
            }
            Event::SoftBreak => self.run(Run::Words(" ".to_owned(), self.style)),
            Event::HardBreak => self.run(Run::Break),
            Event::Html(text) => match &mut self.html {
                Some(html) => html.push_str(&text),
                None => self.html(&text, range),
            },
            Event::InlineHtml(text) => self.html(&text, range),
            Event::TaskListMarker(is_right) => self.choice = Some(is_right),
            Event::Rule | Event::FootnoteReference(_) => {}
        }
    }

    fn start(&mut self, tag: Tag<'_>, range: &Range<usize>) {
        if self.skipped > 0 {
            self.skipped += 1;
            return;
        }
        match tag {
            Tag::Heading { level, .. } => {
                self.flush();
                self.heading_link = None;
                self.place = match level {
                    HeadingLevel::H1 => TextPlace::Title,
                    HeadingLevel::H2 => TextPlace::StepTitle,
                    _ => TextPlace::Heading,
                };
            }
            Tag::BlockQuote(_) => {
                self.flush();
                self.num_asides += 1;
            }
            Tag::CodeBlock(_) => {
                self.flush();
                self.code = Some(String::new());
            }
            Tag::List(first) => {
                self.flush();
                self.lists.push(first);
            }
            Tag::Item => {
                self.flush();
                self.marker = Some(match self.lists.last_mut() {
                    Some(Some(number)) => {
                        *number += 1;
                        format!("{}.", *number - 1)
                    }
                    _ => "•".to_owned(),
                });
            }
            Tag::Emphasis => self.style.is_emphasized = true,
            Tag::Strong => self.style.is_strong = true,
            Tag::Link { dest_url, .. } => self.link(&dest_url, range),
            Tag::Table(_) => {
                self.flush();
                let error = self.error(range.start, "tables are not shown: a scene draws them");
                self.block(Block::Error(error));
                self.skipped = 1;
            }
            Tag::HtmlBlock => {
                self.flush();
                self.html = Some(String::new());
            }
            Tag::Image { .. } => {
                self.inline_error(range, "pictures are not shown: a scene draws them");
                self.skipped = 1;
            }
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd, range: &Range<usize>) {
        if self.skipped > 0 {
            self.skipped -= 1;
            return;
        }
        match tag {
            TagEnd::Heading(_) => self.heading(range),
            TagEnd::Paragraph | TagEnd::Item => self.flush(),
            TagEnd::HtmlBlock => {
                if let Some(html) = self.html.take() {
                    self.html(&html, range);
                }
                self.flush();
            }
            TagEnd::BlockQuote(_) => {
                self.flush();
                self.num_asides = self.num_asides.saturating_sub(1);
            }
            TagEnd::CodeBlock => {
                if let Some(code) = self.code.take() {
                    self.block(Block::Code(code.trim_end().to_owned()));
                }
            }
            TagEnd::List(_) => {
                self.flush();
                self.lists.pop();
            }
            TagEnd::Emphasis => self.style.is_emphasized = false,
            TagEnd::Strong => self.style.is_strong = false,
            TagEnd::Link => self.link_target = None,
            _ => {}
        }
    }

    fn run(&mut self, run: Run) {
        // Markdown divides words at every bracket: in one style they are one run.
        if let (Run::Words(more, style), Some((Run::Words(text, own), target))) =
            (&run, self.inline.runs.last_mut())
            && *own == *style
            && *target == self.link_target
            && !self.is_at_mark
        {
            text.push_str(more);
            return;
        }
        self.is_at_mark = false;
        self.inline.runs.push((run, self.link_target));
    }

    /// Records an error in inline text and shows it in its place.
    fn inline_error(&mut self, range: &Range<usize>, reason: &str) {
        /// Longest text that is shown in place of what cannot be read.
        const LONGEST: usize = 200;
        let error = self.error(range.start, reason);
        let written = self.text.get(range.clone()).unwrap_or_default();
        let written = sanitize::truncated(written, LONGEST);
        self.inline.link_targets.push(LinkTarget::Error(error));
        let link_target = self.inline.link_targets.len() - 1;
        self.inline.runs.push((Run::Words(written, self.style), Some(link_target)));
    }

    fn link(&mut self, address: &str, range: &Range<usize>) {
        if matches!(self.place, TextPlace::Title | TextPlace::StepTitle) {
            self.heading_link = Some((address.to_owned(), range.start));
            return;
        }
        let link_target = if address.starts_with("https://") || address.starts_with("http://") {
            LinkTarget::Page(address.to_owned())
        } else {
            match link(address, &self.base) {
                Ok(link) => LinkTarget::Scene(link),
                Err(reason) => LinkTarget::Error(self.error(range.start, reason)),
            }
        };
        self.inline.link_targets.push(link_target);
        self.link_target = Some(self.inline.link_targets.len() - 1);
    }

    fn heading(&mut self, range: &Range<usize>) {
        let inline = std::mem::take(&mut self.inline);
        let title = inline.plain_text().trim().to_owned();
        let place = std::mem::replace(&mut self.place, TextPlace::Text);
        if place == TextPlace::Heading {
            let runs = inline.runs.into_iter().map(|(run, link_target)| match run {
                Run::Words(text, style) => {
                    (Run::Words(text, Style { is_strong: true, ..style }), link_target)
                }
                other => (other, link_target),
            });
            let inline = Inline { runs: runs.collect(), ..inline };
            self.block(Block::Paragraph(inline));
            return;
        }
        let mut link_error = None;
        let has_scene = self.heading_link.is_some() || self.common != SceneDraft::default();
        let (address, at) =
            self.heading_link.take().unwrap_or_else(|| ("scene:".to_owned(), range.start));
        let base =
            if place == TextPlace::Title { SceneDraft::default() } else { self.common.clone() };
        let link = link(&address, &base).unwrap_or_else(|reason| {
            link_error = Some(self.error(at, reason));
            Link { scene: Box::new(Scene::new(base.clone()).unwrap_or_default()), target: None }
        });
        if place == TextPlace::Title {
            if !self.lesson.title.is_empty() {
                let error = self.error(range.start, "a second title: steps begin with ##");
                self.block(Block::Error(error));
                return;
            }
            self.lesson.title = title;
            self.common = link.scene.draft().clone();
            self.base = self.common.clone();
        } else {
            self.base = link.scene.draft().clone();
            self.lesson.steps.push(Step::new(title, link, has_scene));
            self.has_step = true;
        }
        if let Some(error) = link_error {
            self.block(Block::Error(error));
        }
    }

    /// Ends the paragraph that is being read and adds it as a block.
    fn flush(&mut self) {
        if matches!(self.place, TextPlace::Title | TextPlace::StepTitle | TextPlace::Heading) {
            return;
        }
        let mut inline = std::mem::take(&mut self.inline);
        self.link_target = None;
        self.has_open_formula = false;
        // A formula on a line of its own leaves white space around it.
        let is_empty = |run: &(Run, Option<usize>)| matches!(&run.0, Run::Words(text, _) if text.trim().is_empty());
        while inline.runs.last().is_some_and(is_empty) {
            inline.runs.pop();
        }
        let first = inline.runs.iter().position(|run| !is_empty(run)).unwrap_or(inline.runs.len());
        inline.runs.drain(..first);
        self.window_only(&mut inline, first);
        if inline.runs.is_empty() {
            return;
        }
        if let Some(is_right) = self.choice.take() {
            self.marker = None;
            self.block(Block::Choice(is_right, inline));
        } else if self.num_asides > 0 {
            self.block(Block::Aside(inline));
        } else if self.lists.is_empty() {
            self.block(Block::Paragraph(inline));
        } else {
            let marker = self.marker.take().unwrap_or_default();
            self.block(Block::Point(self.lists.len() - 1, marker, inline));
        }
    }

    fn block(&mut self, block: Block) {
        if !self.has_step {
            // Text before the first step becomes a step by itself.
            let scene = Box::new(Scene::new(self.base.clone()).unwrap_or_default());
            let link = Link { scene, target: None };
            let title = self.lesson.title.clone();
            let has_scene = self.common != SceneDraft::default();
            self.lesson.steps.push(Step::new(title, link, has_scene));
            self.has_step = true;
        }
        if let Some(step) = self.lesson.steps.last_mut() {
            step.blocks.push(block);
        }
    }

    fn finished(mut self) -> Lesson {
        self.flush();
        if self.lesson.title.is_empty() {
            "Lesson without a title".clone_into(&mut self.lesson.title);
            let error = self.error(0, "expected a title at the beginning: # Title");
            self.block(Block::Error(error));
        }
        if self.lesson.steps.is_empty() {
            let error = self.error(self.text.len(), "expected at least one step: ## Step");
            self.block(Block::Error(error));
        }
        self.lesson
    }
}

/// Parses `scene:KEY=VALUE&…#TARGET` as changes of a base scene.
fn link(address: &str, base: &SceneDraft) -> Result<Link, String> {
    let text = address.strip_prefix("scene:").ok_or_else(|| {
        let shown: String = address.chars().take(40).collect();
        format!("invalid link {shown:?}: expected scene:KEY=VALUE&… or https://…")
    })?;
    let (text, target) =
        text.split_once('#').map_or((text, None), |(text, target)| (text, Some(target)));
    let mut draft = base.clone();
    draft.read(text).map_err(|error| error.to_string())?;
    let scene = Scene::new(draft).map_err(|error| error.to_string())?;
    let target = target.map(|target| Highlight::parse(target, &scene)).transpose()?;
    Ok(Link { scene: Box::new(scene), target })
}

mod directives;
#[cfg(test)]
mod tests;
