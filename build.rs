//! Tells the program which commit it was built from, and gives it an icon on Windows.

use std::{env, path::Path, process::Command};

/// Files that change when another commit is checked out or made.
const HEADS: [&str; 2] = [".git/HEAD", ".git/logs/HEAD"];

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=PHASOR_COMMIT");
    for head in HEADS.into_iter().filter(|head| Path::new(head).exists()) {
        println!("cargo::rerun-if-changed={head}");
    }
    let version = env::var("CARGO_PKG_VERSION").unwrap_or_default();
    // A packager without a repository may say the commit.
    let commit = env::var("PHASOR_COMMIT").ok().or_else(commit);
    let version = match commit.filter(|it| !it.is_empty()) {
        Some(commit) => format!("{version} ({commit})"),
        None => version,
    };
    println!("cargo::rustc-env=PHASOR_VERSION={version}");
    #[cfg(windows)]
    resource();
}

/// Commit that is checked out; `None` without a repository of its own.
fn commit() -> Option<String> {
    if !Path::new(".git").exists() {
        return None;
    }
    let output = Command::new("git").args(["rev-parse", "--short=10", "HEAD"]).output().ok()?;
    let commit = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| commit.trim().to_owned())
}

/// Icon and version of the program's file.
#[cfg(windows)]
fn resource() {
    let mut resource = winresource::WindowsResource::new();
    resource.set_icon("packaging/windows/phasor.ico");
    if let Err(error) = resource.compile() {
        println!("cargo::warning=the program has no icon: {error}");
    }
}
