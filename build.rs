//! Builds the page when needed and packs it into the binary.
//!
//! 1. `web/dist` is there and not older than its sources (a packaged crate carries it): it is taken.
//! 2. Otherwise npm builds it into the build folder.
//! 3. Without Node the build stops and says so; `ACP_SCOPE_SKIP_WEB=1` builds without the page.

use std::ffi::OsStr;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

const SOURCES: [&str; 4] = ["src", "index.html", "package-lock.json", "vite.config.ts"];

fn main() {
    println!("cargo::rerun-if-env-changed=ACP_SCOPE_SKIP_WEB");
    let root = PathBuf::from(env("CARGO_MANIFEST_DIR"));
    let out = PathBuf::from(env("OUT_DIR"));
    let web = root.join("web");
    for source in SOURCES.map(|s| web.join(s)).iter().filter(|s| s.exists()) {
        println!("cargo::rerun-if-changed={}", source.display());
    }
    let code = if std::env::var_os("ACP_SCOPE_SKIP_WEB").is_some_and(|v| v == "1") {
        pack(&placeholder(&out), &out)
    } else {
        pack(&page(&web, &out), &out)
    };
    fs::write(out.join("assets.rs"), code).expect("the build folder can be written");
}

fn env(name: &str) -> String {
    std::env::var(name).unwrap_or_else(|_| panic!("cargo sets {name}"))
}

/// The folder with the built page.
fn page(web: &Path, out: &Path) -> PathBuf {
    let dist = web.join("dist");
    let newest = SOURCES.iter().map(|s| modified(&web.join(s))).max().flatten();
    let built = modified(&dist.join("index.html"));
    if built.is_some() && built >= newest {
        return dist;
    }
    let npm = if cfg!(windows) { "npm.cmd" } else { "npm" };
    if !web.join("package.json").exists() || Command::new(npm).arg("--version").output().is_err() {
        stop(
            "the page is not built: `npm` was not found: install Node.js 20.19 or newer, \
             or set ACP_SCOPE_SKIP_WEB=1 to build without the page",
        );
    }
    let lock = modified(&web.join("package-lock.json"));
    if modified(&web.join("node_modules/.package-lock.json")) < lock {
        npm_runs(npm, web, &["ci", "--no-audit", "--no-fund"]);
    }
    let target = out.join("web");
    let target_text = target.to_string_lossy();
    npm_runs(npm, web, &["run", "build", "--", "--outDir", &target_text, "--emptyOutDir"]);
    target
}

/// When a file, or the newest file of a folder, was changed.
fn modified(path: &Path) -> Option<SystemTime> {
    let meta = fs::metadata(path).ok()?;
    if !meta.is_dir() {
        return meta.modified().ok();
    }
    let entries = fs::read_dir(path).ok()?;
    entries.flatten().filter_map(|e| modified(&e.path())).max()
}

fn npm_runs(npm: &str, web: &Path, args: &[&str]) {
    let output = Command::new(npm).args(args).current_dir(web).output();
    match output {
        Ok(output) if output.status.success() => {}
        Ok(output) => stop(&format!(
            "the page could not be built: `npm {}` in web/ failed:\n{}{}",
            args.join(" "),
            String::from_utf8_lossy(&output.stdout),
            String::from_utf8_lossy(&output.stderr)
        )),
        Err(e) => stop(&format!("the page could not be built: npm: {e}")),
    }
}

fn stop(why: &str) -> ! {
    for line in why.lines() {
        println!("cargo::error={line}");
    }
    std::process::exit(1)
}

fn placeholder(out: &Path) -> PathBuf {
    let folder = out.join("no-web");
    fs::create_dir_all(&folder).expect("the build folder can be written");
    let html = "<!doctype html><title>acp-scope</title><p>This acp-scope was built without its page \
                (ACP_SCOPE_SKIP_WEB=1).</p>";
    fs::write(folder.join("index.html"), html).expect("the build folder can be written");
    folder
}

/// Rust code with all files of a folder, each also compressed where that is worth it.
fn pack(folder: &Path, out: &Path) -> String {
    let mut files = Vec::new();
    collect(folder, &mut files);
    files.sort();
    let packed = out.join("packed");
    let _ = fs::remove_dir_all(&packed);
    fs::create_dir_all(&packed).expect("the build folder can be written");
    let mut code = String::from("static ASSETS: &[Asset] = &[\n");
    for (i, file) in files.iter().enumerate() {
        let path =
            file.strip_prefix(folder).expect("found below it").to_string_lossy().replace('\\', "/");
        let bytes = fs::read(file).expect("the built page can be read");
        let mut small = Vec::new();
        let params = brotli::enc::BrotliEncoderParams { quality: 9, ..Default::default() };
        brotli::BrotliCompress(&mut &bytes[..], &mut small, &params).expect("memory does not fail");
        let compressed = if small.len() * 10 < bytes.len() * 9 {
            let name = packed.join(format!("{i}.br"));
            fs::write(&name, &small).expect("the build folder can be written");
            format!("Some(include_bytes!({:?}))", name.display())
        } else {
            "None".to_owned()
        };
        writeln!(
            code,
            "    Asset {{ path: {path:?}, mime: {:?}, etag: \"\\\"{:016x}\\\"\", bytes: include_bytes!({:?}), brotli: {compressed} }},",
            mime(file.extension()),
            fnv(&bytes),
            file.display(),
        )
        .expect("memory does not fail");
    }
    code.push_str("];\n");
    code
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the built page can be read").flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension() != Some(OsStr::new("map")) {
            files.push(path);
        }
    }
}

fn mime(extension: Option<&OsStr>) -> &'static str {
    match extension.and_then(OsStr::to_str) {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("woff2") => "font/woff2",
        Some("json") => "application/json",
        _ => "application/octet-stream",
    }
}

/// FNV-1a: tells one build's files from another's.
fn fnv(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &b| {
        (hash ^ u64::from(b)).wrapping_mul(0x0100_0000_01b3)
    })
}
