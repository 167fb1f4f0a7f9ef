//! The guide: its pages as files for the browser.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use pulldown_cmark::{CowStr, Event, Options, Parser, Tag, html};

/// Pages of the guide, the contents first.
const PAGES: [(&str, &str); 15] = [
    ("README", include_str!("../../../docs/README.md")),
    ("explore", include_str!("../../../docs/explore.md")),
    ("teach", include_str!("../../../docs/teach.md")),
    ("write-a-lesson", include_str!("../../../docs/write-a-lesson.md")),
    ("export", include_str!("../../../docs/export.md")),
    ("compare", include_str!("../../../docs/compare.md")),
    ("identify", include_str!("../../../docs/identify.md")),
    ("models", include_str!("../../../docs/models.md")),
    ("python", include_str!("../../../docs/python.md")),
    ("is-my-table-right", include_str!("../../../docs/is-my-table-right.md")),
    ("precision", include_str!("../../../docs/precision.md")),
    ("grids-biases-learned", include_str!("../../../docs/grids-biases-learned.md")),
    ("library", include_str!("../../../docs/library.md")),
    ("install", include_str!("../../../docs/install.md")),
    ("reference", include_str!("../../../docs/reference.md")),
];

/// Pictures of the guide.
const PICTURES: [(&str, &[u8]); 9] = [
    ("explore", include_bytes!("../../../docs/pictures/explore.png")),
    ("lesson", include_bytes!("../../../docs/pictures/lesson.png")),
    ("compare", include_bytes!("../../../docs/pictures/compare.png")),
    ("identify", include_bytes!("../../../docs/pictures/identify.png")),
    ("models", include_bytes!("../../../docs/pictures/models.png")),
    ("precision", include_bytes!("../../../docs/pictures/precision.png")),
    ("grids", include_bytes!("../../../docs/pictures/grids.png")),
    ("learned", include_bytes!("../../../docs/pictures/learned.png")),
    ("is-my-table-right", include_bytes!("../../../docs/pictures/is-my-table-right.png")),
];

/// Appearance of the pages, light or dark as the browser is.
const STYLE: &str = "body{max-width:52rem;margin:2rem auto;padding:0 1rem;font:17px/1.55 Inter,system-ui,sans-serif}\
    pre{padding:.8rem 1rem;overflow-x:auto;border-radius:6px}pre,code{background:#8881;font-size:.92em}\
    table{border-collapse:collapse}td,th{padding:.3rem .7rem;border-bottom:1px solid #8884;text-align:left;vertical-align:top}\
    img{max-width:100%}:root{color-scheme:light dark}";

/// User's folder for files that the program can write again.
pub(super) fn caches() -> PathBuf {
    match directories::ProjectDirs::from("", "", "phasor") {
        Some(folders) => folders.cache_dir().to_owned(),
        None => std::env::temp_dir().join("phasor"),
    }
}

/// Writes the guide into the user's folder for caches, and returns its first page.
pub(super) fn write() -> io::Result<PathBuf> {
    let folder = caches().join("guide");
    fs::create_dir_all(folder.join("pictures"))?;
    for (name, text) in PAGES {
        fs::write(folder.join(format!("{name}.html")), page(text))?;
    }
    for (name, bytes) in PICTURES {
        fs::write(folder.join("pictures").join(format!("{name}.png")), bytes)?;
    }
    Ok(folder.join("README.html"))
}

/// Result of opening the guide. Without a browser, the error names the file, which any other program may open.
pub(super) fn opened(path: &Path, result: io::Result<()>) -> Result<(), String> {
    result.map_err(|_no_browser| {
        format!("No browser opens the guide: its first page is {}", path.display())
    })
}

/// Page in HTML. Links to other pages lead to these in HTML, too.
fn page(text: &str) -> String {
    let title = text.lines().next().unwrap_or_default().trim_start_matches(['#', ' ']);
    let events = Parser::new_ext(text, Options::ENABLE_TABLES).map(|event| match event {
        Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
            let dest_url = match dest_url.strip_suffix(".md") {
                Some(page) => CowStr::from(format!("{page}.html")),
                None => dest_url,
            };
            Event::Start(Tag::Link { link_type, dest_url, title, id })
        }
        event => event,
    });
    let mut all = format!(
        "<!DOCTYPE html><html lang=\"en\"><meta charset=\"utf-8\"><title>{title} · Phasor</title><style>{STYLE}</style>"
    );
    if title != "Guide" {
        all.push_str("<p><a href=\"README.html\">Guide</a></p>");
    }
    html::push_html(&mut all, events);
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_a_browser_the_file_is_named() {
        let path = Path::new("/guide/README.html");
        let failed = io::Error::other("Launcher \"gio\" failed with ExitStatus(512)");
        let message = opened(path, Err(failed)).unwrap_err();
        assert!(message.ends_with("/guide/README.html"), "{message}");
        assert!(!message.contains("gio"), "the launcher helps nobody: {message}");
        assert_eq!(opened(path, Ok(())), Ok(()), "a browser has opened it");
    }

    #[test]
    fn links_of_all_pages_lead_to_pages_and_pictures() {
        for (name, text) in PAGES {
            let page = page(text);
            for link in page.split("href=\"").skip(1).chain(page.split("src=\"").skip(1)) {
                let target = link.split('"').next().unwrap();
                let is_page = PAGES.iter().any(|it| format!("{}.html", it.0) == target);
                let is_picture =
                    PICTURES.iter().any(|it| format!("pictures/{}.png", it.0) == target);
                assert!(
                    is_page || is_picture || target.starts_with("https://"),
                    "{name}: {target} leads nowhere"
                );
            }
        }
    }
}
