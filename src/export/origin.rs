//! Reads the scene out of an exported file.

use std::{
    io::{self, BufReader, Read as _},
    path::{Path, PathBuf},
};

use memchr::memmem;
use serde::Deserialize;
use thiserror::Error;

use super::figure::{PNG_FRAME, PNG_SCENE, SCENE_PREFIX, SVG_SOURCE};
use crate::{regular_file, sanitize};

/// Start of an array of NumPy, in an npz and elsewhere.
const NPY_MAGIC: &[u8] = b"\x93NUMPY\x01\x00";

/// Largest number of bytes that are read: a scene stands at the beginning of a file, or the file is small.
const MOST_READ: u64 = 64 << 20;
/// Largest number of bytes of a scene. The longest sentence takes less, whatever its letters.
const LONGEST_SCENE: usize = 2 << 20;

/// Failure to read a scene out of a file.
#[derive(Debug, Error)]
pub enum OriginError {
    /// The system refused the file.
    #[error("cannot read {}: {source}", sanitize::path(path))]
    File {
        /// Path of the file.
        path: PathBuf,
        /// Reason given by the system.
        source: io::Error,
    },
    /// The file holds no scene.
    #[error(
        "{} contains no scene: expected a png, apng, gif, svg, pdf, json, npz, safetensors, md, tex or txt file \
         written by Phasor",
        .0.display()
    )]
    None(PathBuf),
}

/// Reads the text of the scene that a file was made from.
pub fn scene_in_file(path: &Path) -> Result<String, OriginError> {
    let failed = |source| OriginError::File { path: path.to_owned(), source };
    let mut bytes = Vec::new();
    let file = regular_file::open(path).map_err(failed)?;
    file.take(MOST_READ).read_to_end(&mut bytes).map_err(failed)?;
    scene_in(&bytes).ok_or_else(|| OriginError::None(path.to_owned()))
}

/// Finds the text of the scene in the bytes of a file, whatever its name.
pub fn scene_in(bytes: &[u8]) -> Option<String> {
    let scene = if bytes.starts_with(b"\x89PNG") {
        scene_in_png(bytes)
    } else if bytes.starts_with(b"GIF8") {
        scene_in_gif(bytes)
    } else if bytes.starts_with(b"%PDF") {
        scene_in_pdf(bytes)
    } else if bytes.starts_with(b"PK") {
        scene_in_npz(bytes)
    } else if bytes.starts_with(b"{") {
        scene_in_json(bytes)
    } else if bytes.get(8) == Some(&b'{') {
        let length = u64::from_le_bytes(*bytes.first_chunk()?);
        let header = bytes.get(8..)?.get(..usize::try_from(length).ok()?)?;
        let header: SafetensorsHeader = serde_json::from_slice(header).ok()?;
        header.metadata?.scene
    } else if let Some(element) = after(bytes, SVG_SOURCE.as_bytes(), b">") {
        after(element.as_bytes(), b" scene=\"", b"\"").map(|scene| unescaped(&scene))
    } else {
        // Comments of Markdown and LaTeX.
        after(bytes, b"\nscene: ", b"\n").or_else(|| after(bytes, b"\n% scene: ", b"\n"))
    };
    scene.map(|scene| scene.trim().to_owned())
}

/// True for a png that this program has marked as a frame of a film. Only what precedes its pixels is read.
pub(super) fn is_frame(path: &Path) -> bool {
    let is_link = path.is_symlink();
    let Some(file) = (!is_link).then(|| regular_file::open(path).ok()).flatten() else {
        return false;
    };
    let reader = png::Decoder::new(BufReader::new(file)).read_info();
    reader.is_ok_and(|reader| reader.info().utf8_text.iter().any(|text| text.keyword == PNG_FRAME))
}

/// Text between two byte strings.
fn after(bytes: &[u8], begin: &[u8], end: &[u8]) -> Option<String> {
    let rest = &bytes[memmem::find(bytes, begin)? + begin.len()..];
    text(&rest[..memmem::find(rest, end)?])
}

fn text(bytes: &[u8]) -> Option<String> {
    Some(std::str::from_utf8(bytes).ok()?.to_owned())
}

/// Text chunk of a png. In an animated png it precedes the pixels, too.
fn scene_in_png(bytes: &[u8]) -> Option<String> {
    let reader = png::Decoder::new(io::Cursor::new(bytes)).read_info().ok()?;
    let texts = &reader.info().utf8_text;
    let mut scene = texts.iter().find(|text| text.keyword == PNG_SCENE)?.clone();
    // A compressed text may inflate a thousandfold.
    scene.decompress_text_with_limit(LONGEST_SCENE).ok()?;
    scene.get_text().ok()
}

/// Comment of a gif, found by walking over its blocks.
fn scene_in_gif(bytes: &[u8]) -> Option<String> {
    /// Signature, and description of the screen.
    const HEADER: usize = 13;
    const IMAGE_HEADER: usize = 10;
    const EXTENSION: u8 = 0x21;
    const COMMENT: u8 = 0xfe;
    const IMAGE: u8 = 0x2c;
    // Size in bytes of a table of colors, if the flags say that there is one.
    let colors = |flags: u8| if flags & 0x80 == 0 { 0 } else { 6 << (flags & 7) };
    let mut at = HEADER + colors(*bytes.get(10)?);
    loop {
        match *bytes.get(at)? {
            EXTENSION => {
                let is_comment = *bytes.get(at + 1)? == COMMENT;
                let (data, end) = gif_blocks(bytes, at + 2, is_comment)?;
                if let Some(scene) =
                    text(&data).as_deref().and_then(|it| it.strip_prefix(SCENE_PREFIX))
                {
                    return Some(scene.to_owned());
                }
                at = end;
            }
            IMAGE => {
                // A byte for the size of codes precedes the blocks of an image.
                let data = at + IMAGE_HEADER + colors(*bytes.get(at + 9)?) + 1;
                at = gif_blocks(bytes, data, false)?.1;
            }
            _ => return None,
        }
    }
}

/// Data of a run of blocks of up to 255 bytes, each after its length, and the place after the run. The data are
/// collected only if they are kept, and no further than a scene is long.
fn gif_blocks(bytes: &[u8], mut at: usize, is_kept: bool) -> Option<(Vec<u8>, usize)> {
    let mut data = Vec::new();
    loop {
        let length = usize::from(*bytes.get(at)?);
        let block = bytes.get(at + 1..at + 1 + length)?;
        at += 1 + length;
        if length == 0 {
            return Some((data, at));
        }
        if is_kept && data.len() < LONGEST_SCENE {
            data.extend(block);
        }
    }
}

/// Keyword of a PDF document. Except for characters outside ASCII, no character of a scene is escaped in a PDF
/// string.
fn scene_in_pdf(bytes: &[u8]) -> Option<String> {
    let begin = format!("({SCENE_PREFIX}");
    let rest = &bytes[memmem::find(bytes, begin.as_bytes())? + begin.len()..];
    let mut scene = Vec::new();
    let mut letters = rest.iter().copied();
    loop {
        match letters.next()? {
            b')' => return text(&scene),
            // A backslash before itself or a parenthesis; scenes have no other special characters.
            b'\\' => scene.push(letters.next()?),
            letter => scene.push(letter),
        }
        if scene.len() > LONGEST_SCENE {
            return None;
        }
    }
}

/// Array `scene` of an npz: one text with 32 bits per character, after a header.
fn scene_in_npz(bytes: &[u8]) -> Option<String> {
    let rest = &bytes[memmem::find(bytes, b"scene.npy")?..];
    let rest = &rest[memmem::find(rest, NPY_MAGIC)? + NPY_MAGIC.len()..];
    let length = u16::from_le_bytes(*rest.first_chunk()?);
    let (header, rest) = rest.get(2..)?.split_at_checked(usize::from(length))?;
    let letters: usize = after(header, b"<U", b"'")?.parse().ok()?;
    let letters = rest.get(..letters.checked_mul(4)?)?.as_chunks().0;
    let letters = letters.iter().map(|&bytes| char::from_u32(u32::from_le_bytes(bytes)));
    letters.take_while(|letter| *letter != Some('\0')).collect()
}

/// Metadata of a JSON file. An exported file has it in the first line, which gigabytes may follow.
fn scene_in_json(bytes: &[u8]) -> Option<String> {
    let first = &bytes[..memchr::memchr(b'\n', bytes).unwrap_or(bytes.len())];
    let first = [first.strip_suffix(b",").unwrap_or(first), b"}"].concat();
    let file: Result<JsonFile, _> = serde_json::from_slice(&first);
    let file = file.or_else(|_not_ours| serde_json::from_slice(bytes)).ok()?;
    file.metadata?.scene
}

/// Parts of a JSON file that matter here. All others are skipped, and take no memory.
#[derive(Deserialize)]
struct JsonFile {
    metadata: Option<Metadata>,
}

/// Parts of the header of a safetensors file that matter here.
#[derive(Deserialize)]
struct SafetensorsHeader {
    #[serde(rename = "__metadata__")]
    metadata: Option<Metadata>,
}

#[derive(Deserialize)]
struct Metadata {
    scene: Option<String>,
}

fn unescaped(text: &str) -> String {
    text.replace("&quot;", "\"").replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn foreign_bytes_hold_no_scene() {
        let whole: &[&[u8]] = &[
            b"",
            b"{",
            b"{}",
            b"PK\x03\x04scene.npy",
            b"PK\x03\x04scene.npy\x93NUMPY\x01\x00\xff\xff<U99999999999999999999'",
            b"GIF89a\x21\xfe\xffshort",
            b"%PDF-1.7 (scene:",
            b"\x89PNG\r\n\x1a\n",
            b"\xff\xff\xff\xff\xff\xff\xff\xff{",
            b"<svg><phasor:source ",
            b"position,0,1",
        ];
        for bytes in whole {
            assert_eq!(scene_in(bytes), None, "{:?}", String::from_utf8_lossy(bytes));
        }
    }

    /// A png whose scene is compressed.
    fn png_with_scene(scene: String) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut writer = png::Encoder::new(&mut bytes, 1, 1).write_header().unwrap();
        let mut chunk = png::text_metadata::ITXtChunk::new(PNG_SCENE, scene);
        chunk.compressed = true;
        chunk.compress_text().unwrap();
        writer.write_text_chunk(&chunk).unwrap();
        writer.write_image_data(&[0]).unwrap();
        writer.finish().unwrap();
        bytes
    }

    #[test]
    fn inflating_text_is_bounded() {
        let scene = "d_model=64".to_owned();
        assert_eq!(scene_in(&png_with_scene(scene.clone())), Some(scene), "a compressed scene");
        let bomb = png_with_scene("\0".repeat(64 << 20));
        assert!(bomb.len() < 1 << 20, "small: {}", bomb.len());
        assert_eq!(scene_in(&bomb), None, "a bomb is not inflated");
    }

    #[test]
    fn walks_take_linear_time() {
        let comments = [&b"GIF89a\x01\x00\x01\x00\x00\x00\x00"[..], &b"\x21\xfe".repeat(2 << 20)];
        let nested = [&b"{\"x\": "[..], &b"[0,".repeat(100), &b"0".repeat(16 << 20)];
        let many = [&b"{"[..], &b"\"x\":{\"y\":[0]},".repeat(1 << 20), b"\"z\":0}"];
        for bytes in [comments.concat(), nested.concat(), many.concat()] {
            let started = std::time::Instant::now();
            assert_eq!(scene_in(&bytes), None, "no scene");
            let took = started.elapsed();
            assert!(took.as_secs_f64() < 5.0, "{} bytes take {took:?}", bytes.len());
        }
    }

    proptest! {
        #[test]
        fn random_bytes_do_not_panic(
            start in prop::sample::select(vec![
                &b"\x89PNG\r\n\x1a\n"[..], b"GIF89a\x21\xfe", b"%PDF-(scene:", b"PK\x03\x04scene.npy\x93NUMPY\x01\x00",
                b"{\"metadata\": ", b"12345678{", b"<phasor:source scene=\"", b"\nscene: ",
            ]),
            rest in prop::collection::vec(any::<u8>(), 0..200),
        ) {
            let _scene_or_none = scene_in(&[start, &rest[..]].concat());
        }
    }
}
