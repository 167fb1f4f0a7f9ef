//! Files that a Linux desktop wants of a program: menu entry, icon, file types, completions, manual pages.

use std::{
    env, fs, io,
    path::{Path, PathBuf},
    process,
};

use clap_complete::Shell;
use phasor::cli;

/// Folders whose caches the desktop keeps, with the programs that renew them.
const CACHES: [(&str, &str); 2] =
    [("applications", "update-desktop-database"), ("mime", "update-mime-database")];

/// Menu entry, which names the program.
const ENTRY: &str = include_str!("../../../packaging/linux/phasor.desktop");

/// A file below a folder `share`.
struct File {
    path: PathBuf,
    bytes: Vec<u8>,
}

/// Adds all files below a prefix, or below the user's folder, and returns their paths; removes them instead on wish.
pub(crate) fn install(prefix: Option<&Path>, is_removed: bool) -> io::Result<Vec<PathBuf>> {
    let (share, command) = match prefix {
        Some(prefix) => (prefix.join("share"), "phasor".to_owned()),
        None => (user_share()?, quoted(&env::current_exe()?)),
    };
    let mut changed = Vec::new();
    for File { path, bytes } in files(&command)? {
        let path = share.join(path);
        if is_removed {
            match fs::remove_file(&path) {
                Ok(()) => {}
                Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
                Err(error) => return Err(named(&path, &error)),
            }
        } else {
            let folder = path.parent().unwrap_or(&share);
            fs::create_dir_all(folder).map_err(|error| named(folder, &error))?;
            fs::write(&path, bytes).map_err(|error| named(&path, &error))?;
        }
        changed.push(path);
    }
    if prefix.is_none() {
        for (folder, program) in CACHES {
            // A desktop without the program reads the folder itself.
            drop(process::Command::new(program).arg(share.join(folder)).output());
        }
    }
    Ok(changed)
}

/// Everything that is installed; the menu entry runs `command`.
fn files(command: &str) -> io::Result<Vec<File>> {
    let file = |path: &str, bytes: &[u8]| File { path: path.into(), bytes: bytes.to_owned() };
    let entry = ENTRY.replace("Exec=phasor", &format!("Exec={command}"));
    let mut files = vec![
        file("applications/phasor.desktop", entry.as_bytes()),
        file(
            "icons/hicolor/scalable/apps/phasor.svg",
            include_bytes!("../../../assets/phasor.svg"),
        ),
        file("icons/hicolor/256x256/apps/phasor.png", include_bytes!("../../../assets/phasor.png")),
        file("mime/packages/phasor.xml", include_bytes!("../../../packaging/linux/phasor.xml")),
        file(
            "metainfo/org.phasor.Phasor.metainfo.xml",
            include_bytes!("../../../packaging/linux/org.phasor.Phasor.metainfo.xml"),
        ),
    ];
    for (shell, path) in [
        (Shell::Bash, "bash-completion/completions/phasor"),
        (Shell::Zsh, "zsh/site-functions/_phasor"),
        (Shell::Fish, "fish/vendor_completions.d/phasor.fish"),
    ] {
        let mut bytes = Vec::new();
        clap_complete::generate(shell, &mut cli::command(), "phasor", &mut bytes);
        files.push(File { path: path.into(), bytes });
    }
    files.push(file("man/man1/phasor.1", cli::manual(None)?.as_bytes()));
    for own in cli::command().get_subcommands() {
        let name = own.get_name();
        let page = cli::manual(Some(name))?;
        files.push(file(&format!("man/man1/phasor-{name}.1"), page.as_bytes()));
    }
    Ok(files)
}

/// The user's folder for data.
fn user_share() -> io::Result<PathBuf> {
    let chosen = env::var_os("XDG_DATA_HOME").map(PathBuf::from).filter(|it| it.is_absolute());
    let home = || Some(PathBuf::from(env::var_os("HOME")?).join(".local/share"));
    chosen
        .or_else(home)
        .ok_or_else(|| io::Error::other("there is no home folder: name one with --prefix"))
}

/// Path as a desktop entry quotes it.
fn quoted(path: &Path) -> String {
    let mut quoted = String::from("\"");
    for letter in path.to_string_lossy().chars() {
        match letter {
            '"' | '`' | '$' => quoted.extend(['\\', '\\', letter]),
            '\\' => quoted.push_str("\\\\\\\\"),
            '%' => quoted.push_str("%%"),
            letter => quoted.push(letter),
        }
    }
    quoted + "\""
}

fn named(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}
