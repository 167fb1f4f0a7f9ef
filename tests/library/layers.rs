//! Checks the layers of the source on parsed files: which module uses which, and that no uses form a cycle.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
    sync::LazyLock,
};

use syn::{
    Attribute, Item, ItemMod, ItemUse, Macro, UseTree, Visibility,
    buffer::{Cursor, TokenBuffer},
    visit::{self, Visit},
};

/// Each layer with the layers that it may use. All layers may use [`SHARED`] modules.
const LAYERS: &[(&str, &[&str])] = &[
    ("encoding", &[]),
    ("tokens", &["encoding"]),
    ("picture", &["encoding"]),
    ("scene", &["encoding", "model", "tokens", "picture"]),
    ("lesson", &["encoding", "tokens", "picture", "scene"]),
    ("action", &["scene"]),
    ("views", &["encoding", "model", "recognition", "tokens", "picture", "scene", "action"]),
    ("import", &["encoding"]),
    ("export", &["encoding", "tokens", "picture", "scene", "views"]),
    ("model", &["encoding"]),
    ("recognition", &["encoding", "model"]),
    (
        "report",
        &["encoding", "export", "import", "model", "recognition", "picture", "scene", "views"],
    ),
    ("handout", &["export", "lesson", "picture", "scene", "views"]),
    (
        "app",
        &[
            "encoding", "model", "tokens", "picture", "scene", "lesson", "action", "export",
            "handout", "import", "views", "report", "launch",
        ],
    ),
    ("launch", &["scene"]),
    ("no_window", &["launch"]),
    (
        "cli",
        &[
            "encoding", "tokens", "picture", "scene", "lesson", "action", "export", "handout",
            "import", "model", "report", "views",
        ],
    ),
];

/// Modules that every layer may use and that use no other module.
const SHARED: &[&str] = &["gguf", "likeness", "regular_file", "sanitize", "stable_enum"];

/// Crates of the window and the layers that may use them.
const WINDOW: &[(&str, &[&str])] = &[
    ("eframe", &["app"]),
    ("egui", &["app"]),
    ("egui_plot", &["app"]),
    ("egui_tiles", &["app"]),
    ("rfd", &["app"]),
    ("winit", &["app"]),
];

/// Segments of a Rust path, such as `["crate", "scene", "Scene"]`.
type Segments = Vec<String>;

/// Use of a path by a file.
struct Reference {
    /// Absolute path; without `crate` if it belongs to this crate.
    to: Target,
    /// Path as written in the source.
    written: String,
    /// True for a re-export, which only passes a name on; its users are counted instead.
    is_reexport: bool,
    is_test: bool,
}

#[derive(Clone)]
enum Target {
    Ours(Segments),
    Foreign(Segments),
}

/// File below `src`.
#[derive(Default)]
struct File {
    /// Path below `src`.
    path: String,
    module: Segments,
    items: BTreeSet<String>,
    imports: BTreeMap<String, Segments>,
    globs: Vec<Segments>,
    /// Paths as written, with the module in which they occur.
    written: Vec<Written>,
    /// Names of called macros.
    macros: BTreeSet<String>,
}

struct Written {
    segments: Segments,
    scope: Segments,
    is_use: bool,
    is_reexport: bool,
    is_test: bool,
}

/// Collects what a file declares and uses.
struct Collector {
    file: File,
    /// Inline modules around the current item.
    inline: Segments,
    is_test: bool,
}

impl Collector {
    fn scope(&self) -> Segments {
        self.file.module.iter().chain(&self.inline).cloned().collect()
    }

    fn record(&mut self, segments: Segments) {
        let (scope, is_test) = (self.scope(), self.is_test);
        let (is_use, is_reexport) = (false, false);
        self.file.written.push(Written { segments, scope, is_use, is_reexport, is_test });
    }

    fn use_tree(&mut self, tree: &UseTree, prefix: &Segments, is_reexport: bool) {
        let extended = |name: &syn::Ident| {
            let mut path = prefix.clone();
            if name != "self" || path.is_empty() {
                path.push(name.to_string());
            }
            path
        };
        let (name, segments) = match tree {
            UseTree::Path(path) => {
                let prefix = extended(&path.ident);
                return self.use_tree(&path.tree, &prefix, is_reexport);
            }
            UseTree::Group(group) => {
                for item in &group.items {
                    self.use_tree(item, prefix, is_reexport);
                }
                return;
            }
            UseTree::Name(name) => {
                let path = extended(&name.ident);
                (path.last().cloned(), path)
            }
            UseTree::Rename(rename) => (Some(rename.rename.to_string()), extended(&rename.ident)),
            UseTree::Glob(_) => (None, prefix.clone()),
        };
        if !self.is_test {
            match name {
                Some(name) => drop(self.file.imports.insert(name, segments.clone())),
                None => self.file.globs.push(segments.clone()),
            }
        }
        let (scope, is_test) = (self.scope(), self.is_test);
        let is_use = true;
        self.file.written.push(Written { segments, scope, is_use, is_reexport, is_test });
    }

    /// Records the paths in the arguments of a macro, which are unparsed tokens.
    fn tokens(&mut self, mut cursor: Cursor<'_>) {
        while !cursor.eof() {
            if let Some((inner, _, _, rest)) = cursor.any_group() {
                self.tokens(inner);
                cursor = rest;
            } else if let Some((first, rest)) = cursor.ident() {
                let mut segments = vec![first.to_string()];
                cursor = rest;
                while let Some((name, rest)) = after_colons(cursor) {
                    segments.push(name);
                    cursor = rest;
                }
                self.record(segments);
            } else if let Some((_, rest)) = cursor.token_tree() {
                cursor = rest;
            } else {
                break;
            }
        }
    }
}

/// Identifier after `::`.
fn after_colons(cursor: Cursor<'_>) -> Option<(String, Cursor<'_>)> {
    let (first, rest) = cursor.punct()?;
    let (second, rest) = rest.punct()?;
    let (name, rest) = rest.ident()?;
    (first.as_char() == ':' && second.as_char() == ':').then(|| (name.to_string(), rest))
}

fn is_for_tests(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("cfg")
            && attribute.meta.require_list().is_ok_and(|list| list.tokens.to_string() == "test")
    })
}

impl<'ast> Visit<'ast> for Collector {
    fn visit_item(&mut self, item: &'ast Item) {
        let name = match item {
            Item::Const(item) => Some(&item.ident),
            Item::Enum(item) => Some(&item.ident),
            Item::Fn(item) => Some(&item.sig.ident),
            Item::Mod(item) if item.content.is_some() => Some(&item.ident),
            Item::Static(item) => Some(&item.ident),
            Item::Struct(item) => Some(&item.ident),
            Item::Trait(item) => Some(&item.ident),
            Item::Type(item) => Some(&item.ident),
            Item::Macro(item) => item.ident.as_ref(),
            _ => None,
        };
        self.file.items.extend(name.map(ToString::to_string));
        visit::visit_item(self, item);
    }

    fn visit_item_mod(&mut self, item: &'ast ItemMod) {
        let was_test = self.is_test;
        self.is_test |= is_for_tests(&item.attrs);
        self.inline.push(item.ident.to_string());
        visit::visit_item_mod(self, item);
        self.inline.pop();
        self.is_test = was_test;
    }

    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        let is_reexport = !matches!(item.vis, Visibility::Inherited);
        self.use_tree(&item.tree, &Vec::new(), is_reexport);
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let segments: Segments =
            path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        self.record(segments);
        visit::visit_path(self, path);
    }

    fn visit_visibility(&mut self, _: &'ast Visibility) {
        // The path in `pub(in crate::views)` uses nothing.
    }

    fn visit_macro(&mut self, call: &'ast Macro) {
        if let Some(name) = call.path.segments.last() {
            self.file.macros.insert(name.ident.to_string());
        }
        visit::visit_macro(self, call);
        self.tokens(TokenBuffer::new2(call.tokens.clone()).begin());
    }
}

/// All files below `src`, by module.
struct Sources(BTreeMap<Segments, File>);

static SOURCES: LazyLock<Sources> = LazyLock::new(Sources::read);

impl Sources {
    fn read() -> Self {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
        let (mut files, mut pending) = (BTreeMap::new(), vec![root.clone()]);
        while let Some(path) = pending.pop() {
            if path.is_dir() {
                pending.extend(fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path()));
                continue;
            }
            let path_below = path.strip_prefix(&root).unwrap();
            let mut module: Segments = path_below
                .with_extension("")
                .iter()
                .map(|part| part.to_str().unwrap().to_owned())
                .collect();
            if matches!(module.last().map(String::as_str), Some("mod" | "lib")) {
                module.pop();
            }
            let text = fs::read_to_string(&path).unwrap();
            let parsed =
                syn::parse_file(&text).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
            let is_test = module.last().is_some_and(|name| name == "tests");
            let path = path_below.to_str().unwrap().replace('\\', "/");
            let file = File { path, module: module.clone(), ..File::default() };
            let mut collector = Collector { file, inline: Vec::new(), is_test };
            collector.visit_file(&parsed);
            files.insert(module, collector.file);
        }
        assert!(files.len() > 100, "found only {} files below src", files.len());
        Self(files)
    }

    /// Files of the library crate, without the program, which uses it from outside.
    fn library(&self) -> impl Iterator<Item = &File> {
        self.0.values().filter(|file| !file.path.starts_with("bin/"))
    }

    fn is_module(&self, scope: &[String], name: &str) -> bool {
        let mut path = scope.to_vec();
        path.push(name.to_owned());
        self.0.contains_key(&path)
    }

    /// Absolute form of a path in a file.
    fn absolute(&self, file: &File, scope: &[String], path: &[String], is_use: bool) -> Target {
        let first = path[0].as_str();
        match first {
            "crate" => Target::Ours(path[1..].to_vec()),
            "self" | "super" => {
                let mut at = scope.to_vec();
                let rest = path.iter().skip_while(|segment| {
                    if *segment == "super" {
                        at.pop();
                    }
                    matches!(segment.as_str(), "self" | "super")
                });
                let rest: Segments = rest.cloned().collect();
                Target::Ours(at.into_iter().chain(rest).collect())
            }
            _ if scope == file.module && self.is_module(scope, first) => {
                Target::Ours(scope.iter().chain(path).cloned().collect())
            }
            _ => match file.imports.get(first) {
                Some(import) if !is_use && import[0] != first => {
                    let full: Segments = import.iter().chain(&path[1..]).cloned().collect();
                    self.absolute(file, &file.module, &full, true)
                }
                _ => Target::Foreign(path.to_vec()),
            },
        }
    }

    fn references<'a>(&'a self, file: &'a File) -> impl Iterator<Item = Reference> {
        file.written.iter().map(|written| Reference {
            to: self.absolute(file, &written.scope, &written.segments, written.is_use),
            written: written.segments.join("::"),
            is_reexport: written.is_reexport,
            is_test: written.is_test,
        })
    }

    /// File that declares what a path names, resolved through re-exports. `None` for other crates.
    fn declaring(&self, path: &[String], depth: usize) -> Option<&File> {
        let known = (0..=path.len()).rev().find(|&end| self.0.contains_key(&path[..end]))?;
        let file = &self.0[&path[..known]];
        let Some(name) = path.get(known) else { return Some(file) };
        if file.items.contains(name) || depth == 0 {
            return Some(file);
        }
        let follow = |source: &Segments, rest: &[String]| match self.absolute(
            file,
            &file.module,
            source,
            true,
        ) {
            Target::Ours(path) => {
                let path: Segments = path.iter().chain(rest).cloned().collect();
                Some(path)
            }
            Target::Foreign(_) => None,
        };
        if let Some(import) = file.imports.get(name) {
            return self.declaring(&follow(import, &path[known + 1..])?, depth - 1);
        }
        let globbed =
            file.globs.iter().filter_map(|glob| follow(glob, &path[known..])).find_map(|path| {
                let target = self.declaring(&path, depth - 1)?;
                target.items.contains(name).then_some(target)
            });
        Some(globbed.unwrap_or(file))
    }

    /// Files that each file uses outside its tests, each with a path by which it is used.
    fn uses(&self) -> Graph {
        let mut graph = Graph::new();
        for file in self.library() {
            let uses = graph.entry(file.path.clone()).or_default();
            for reference in self.references(file) {
                let Target::Ours(path) = &reference.to else { continue };
                if reference.is_reexport || reference.is_test {
                    continue;
                }
                if let Some(used) = self.declaring(path, 8).filter(|used| used.path != file.path) {
                    uses.entry(used.path.clone()).or_insert(reference.written);
                }
            }
        }
        graph
    }
}

/// Nodes that each node uses, with the path by which it does.
type Graph = BTreeMap<String, BTreeMap<String, String>>;

/// Nodes that a node uses, directly or not.
fn reached<'a>(graph: &'a Graph, from: &str) -> BTreeSet<&'a str> {
    let mut found = BTreeSet::new();
    let mut pending = vec![from];
    while let Some(node) = pending.pop() {
        for next in graph.get(node).into_iter().flat_map(BTreeMap::keys) {
            if found.insert(next.as_str()) {
                pending.push(graph.get_key_value(next).map_or("", |(key, _)| key));
            }
        }
    }
    found
}

/// Largest sets of nodes that all use each other (strongly connected components).
fn cycles(graph: &Graph) -> BTreeSet<BTreeSet<&str>> {
    let reach: BTreeMap<&str, BTreeSet<&str>> =
        graph.keys().map(|node| (node.as_str(), reached(graph, node))).collect();
    reach
        .iter()
        .filter(|(node, reached)| reached.contains(*node))
        .map(|(node, reached)| {
            reached.iter().copied().filter(|other| reach[other].contains(node)).collect()
        })
        .collect()
}

#[track_caller]
fn check_no_cycles(graph: &Graph) {
    let mut faults = Vec::new();
    for cycle in cycles(graph) {
        faults.push(format!("cycle between {cycle:?}:"));
        for (from, uses) in graph.iter().filter(|(from, _)| cycle.contains(from.as_str())) {
            for (to, path) in uses.iter().filter(|(to, _)| cycle.contains(to.as_str())) {
                faults.push(format!("    {from} uses {to} by {path}"));
            }
        }
    }
    check_none(&faults);
}

#[track_caller]
fn check_none(faults: &[String]) {
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Top-level module of a file; empty for `lib.rs`.
fn layer(file: &File) -> &str {
    file.module.first().map_or("", String::as_str)
}

#[test]
fn every_module_is_a_layer() {
    let mut missing: BTreeSet<&str> = SOURCES.library().map(layer).collect();
    missing.remove("");
    for name in LAYERS.iter().map(|(name, _)| name).chain(SHARED) {
        assert!(missing.remove(name), "{name} is in the table but not below src");
    }
    assert!(missing.is_empty(), "not in the table of layers: {missing:?}");
}

#[test]
fn layers_use_only_layers_below() {
    let mut faults = Vec::new();
    for file in SOURCES.library().filter(|file| !file.module.is_empty()) {
        let own = layer(file);
        let allowed = LAYERS.iter().find(|(name, _)| *name == own).map_or(&[][..], |(_, to)| to);
        for reference in SOURCES.references(file) {
            let Target::Ours(path) = reference.to else { continue };
            let Some(used) = path.first() else { continue };
            // A name in lib.rs itself belongs to the module that declares it.
            let used = SOURCES.declaring(&path, 8).map_or(used.as_str(), layer);
            if used != own && !allowed.contains(&used) && !SHARED.contains(&used) {
                faults.push(format!("{} uses {used} by {}", file.path, reference.written));
            }
        }
    }
    check_none(&faults);
}

#[test]
fn cycles_are_found() {
    let graph: Graph = [("a", "b"), ("b", "c"), ("c", "b"), ("d", "a")]
        .map(|(from, to)| (from.to_owned(), BTreeMap::from([(to.to_owned(), String::new())])))
        .into();
    assert_eq!(cycles(&graph), BTreeSet::from([BTreeSet::from(["b", "c"])]), "b and c only");
    let uses = SOURCES.uses();
    assert!(uses["views/pair.rs"].contains_key("encoding/rotation.rs"), "by a re-export");
}

#[test]
fn files_have_no_cycles() {
    check_no_cycles(&SOURCES.uses());
}

/// Compares each folder with the folders beside it.
#[test]
fn folders_have_no_cycles() {
    let mut graph = Graph::new();
    for (from, uses) in SOURCES.uses() {
        for (to, path) in uses {
            let from: Vec<&str> = from.split('/').collect();
            let to: Vec<&str> = to.split('/').collect();
            let shared = from.iter().zip(&to).take_while(|(a, b)| a == b).count();
            if shared + 1 < from.len() && shared + 1 < to.len() {
                let [from, to] = [from, to].map(|parts| parts[..=shared].join("/"));
                graph.entry(to.clone()).or_default();
                graph.entry(from).or_default().entry(to).or_insert(path);
            }
        }
    }
    check_no_cycles(&graph);
}

#[test]
fn window_crates_are_used_only_in_the_window() {
    let mut faults = Vec::new();
    for file in SOURCES.library() {
        for reference in SOURCES.references(file) {
            let Target::Foreign(path) = reference.to else { continue };
            for (_, allowed) in WINDOW.iter().filter(|(name, _)| *name == path[0]) {
                // A path of one segment is a variable.
                if path.len() > 1 && !allowed.contains(&layer(file)) {
                    faults.push(format!("{} uses {}", file.path, reference.written));
                }
            }
        }
    }
    check_none(&faults);
}

#[test]
fn only_main_prints() {
    const MACROS: [&str; 5] = ["print", "println", "eprint", "eprintln", "dbg"];
    let mut faults = Vec::new();
    for file in SOURCES.library() {
        let printing = file.macros.iter().filter(|name| MACROS.contains(&name.as_str()));
        faults.extend(printing.map(|name| format!("{} calls {name}!", file.path)));
        for reference in SOURCES.references(file) {
            let Target::Foreign(path) = reference.to else { continue };
            if path
                .windows(2)
                .any(|pair| pair[0] == "io" && matches!(pair[1].as_str(), "stdout" | "stderr"))
            {
                faults.push(format!("{} uses {}", file.path, path.join("::")));
            }
        }
    }
    check_none(&faults);
}
