//! Under what people start agents with: shells, `npx`, `uvx`. All of it without a network.
#![allow(missing_docs, clippy::unwrap_used)]

mod support;

use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use support::{BIN, Home};

fn there_is(program: &str) -> bool {
    let found = Command::new(program).arg("--version").stdout(Stdio::null()).status();
    if found.is_err() {
        eprintln!("not tested: there is no {program}");
    }
    found.is_ok()
}

fn write(path: &Path, text: &str) {
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, text).unwrap();
}

/// Talks to what a command starts, and gives exit code, answer and stderr.
fn talk(mut command: Command) -> (Option<i32>, String, String) {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(b"{\"id\":1}\nlast, without a line feed").unwrap();
    let output = child.wait_with_output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

const ANSWER: &str = "agent here\n{\"id\":1}\nlast, without a line feed";

/// A package with an agent in it, and one that is started in the agent's place.
fn npm_package(home: &Home) -> PathBuf {
    let package = home.path("package");
    write(
        &package.join("package.json"),
        r#"{"name":"an-agent","version":"1.0.0","bin":{"an-agent":"agent.js"}}"#,
    );
    let script = "#!/usr/bin/env node\nprocess.stdout.write('agent here\\n');\n\
                  process.stdin.pipe(process.stdout);\nprocess.stdin.on('end', () => { process.exitCode = 7; });\n";
    write(&package.join("agent.js"), script);
    std::fs::set_permissions(package.join("agent.js"), std::fs::Permissions::from_mode(0o755))
        .unwrap();
    package
}

#[test]
fn around_npx_and_within_npx() {
    if !there_is("npx") {
        return;
    }
    let home = Home::new();
    let package = npm_package(&home);
    let npx = |command: &mut Command| {
        command.env("npm_config_cache", home.path("cache")).env("npm_config_offline", "true");
        command.env("npm_config_update_notifier", "false").current_dir(home.dir.path());
    };
    let spec = format!("file:{}", package.display());
    // acp-scope run -- npx AGENT
    let mut around = home.command(["run", "--", "npx", "-y", "--package", &spec, "an-agent"]);
    npx(&mut around);
    let (code, stdout, stderr) = talk(around);
    assert_eq!((code, stdout.as_str()), (Some(7), ANSWER), "{stderr}");
    assert_eq!(String::from_utf8(home.recorded().a2c).unwrap(), ANSWER);
    // npx -c 'acp-scope run -- AGENT'
    let mut within = Command::new("npx");
    let db = home.db();
    let line = format!("'{BIN}' --db '{}' run -- an-agent", db.display());
    within.args(["-y", "--package", &spec, "-c", &line]);
    npx(&mut within);
    let (code, stdout, stderr) = talk(within);
    assert_eq!((code, stdout.as_str()), (Some(7), ANSWER), "{stderr}");
    let recorded = home.recorded();
    assert_eq!(String::from_utf8(recorded.a2c).unwrap(), ANSWER);
    assert_eq!(String::from_utf8(recorded.c2a).unwrap(), ANSWER["agent here\n".len()..]);
}

#[test]
fn around_uvx() {
    if !there_is("uvx") {
        return;
    }
    let home = Home::new();
    let package = home.path("package");
    // A package that needs nothing to be built with: the backend is a file in it.
    write(
        &package.join("pyproject.toml"),
        "[project]\nname = \"an-agent\"\nversion = \"1.0\"\nscripts = { an-agent = \"an_agent:main\" }\n\
         [build-system]\nrequires = []\nbuild-backend = \"backend\"\nbackend-path = [\".\"]\n",
    );
    write(
        &package.join("backend.py"),
        "import zipfile\n\
         def build_wheel(folder, config_settings=None, metadata_directory=None):\n\
         \x20   name = 'an_agent-1.0-py3-none-any.whl'\n\
         \x20   info = 'an_agent-1.0.dist-info/'\n\
         \x20   with zipfile.ZipFile(folder + '/' + name, 'w') as z:\n\
         \x20       z.write('an_agent.py')\n\
         \x20       z.writestr(info + 'METADATA', 'Metadata-Version: 2.1\\nName: an-agent\\nVersion: 1.0\\n')\n\
         \x20       z.writestr(info + 'WHEEL', 'Wheel-Version: 1.0\\nGenerator: x\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n')\n\
         \x20       z.writestr(info + 'entry_points.txt', '[console_scripts]\\nan-agent = an_agent:main\\n')\n\
         \x20       z.writestr(info + 'RECORD', '')\n\
         \x20   return name\n",
    );
    write(
        &package.join("an_agent.py"),
        "import sys\n\
         def main():\n\
         \x20   print('agent here', flush=True)\n\
         \x20   sys.stdout.buffer.write(sys.stdin.buffer.read())\n\
         \x20   sys.stdout.flush()\n\
         \x20   sys.exit(7)\n",
    );
    let from = package.to_string_lossy().into_owned();
    let mut command = home.command(["run", "--", "uvx", "--offline", "--from", &from, "an-agent"]);
    command.env("UV_CACHE_DIR", home.path("cache"));
    let (code, stdout, stderr) = talk(command);
    assert_eq!((code, stdout.as_str()), (Some(7), ANSWER), "{stderr}");
    assert_eq!(String::from_utf8(home.recorded().a2c).unwrap(), ANSWER);
}

#[test]
fn in_shells() {
    for shell in ["sh", "bash", "dash", "zsh", "fish", "busybox"] {
        if !there_is(shell) && shell != "sh" && shell != "dash" {
            continue;
        }
        if Command::new(shell).arg("-c").arg("true").status().is_err() {
            continue;
        }
        let home = Home::new();
        let mut command = Command::new(shell);
        if shell == "busybox" {
            command.arg("sh");
        }
        let agent = "echo agent here; cat; exit 7";
        command.args([
            "-c",
            &format!("'{BIN}' --db '{}' run -- sh -c '{agent}'", home.db().display()),
        ]);
        let (code, stdout, stderr) = talk(command);
        assert_eq!((code, stdout.as_str(), stderr.as_str()), (Some(7), ANSWER, ""), "{shell}");
        assert_eq!(String::from_utf8(home.recorded().a2c).unwrap(), ANSWER);
        eprintln!("in {shell}");
    }
}

/// In a container the proxy is the first process: nobody else reaps, and signals without a handler are ignored.
#[test]
fn as_the_first_process_of_a_container() {
    let home = Home::new();
    let mut command = Command::new("unshare");
    command.args(["--pid", "--fork", "--mount-proc", BIN, "--db"]).arg(home.db());
    command.args(["run", "--", "sh", "-c", "echo agent here; cat; exit 7"]);
    let tried = Command::new("unshare").args(["--pid", "--fork", "--mount-proc", "true"]).status();
    if !tried.is_ok_and(|s| s.success()) {
        eprintln!("not tested: processes of their own need more rights");
        return;
    }
    let (code, stdout, stderr) = talk(command);
    assert_eq!((code, stdout.as_str(), stderr.as_str()), (Some(7), ANSWER, ""));
    assert_eq!(String::from_utf8(home.recorded().a2c).unwrap(), ANSWER);
}
