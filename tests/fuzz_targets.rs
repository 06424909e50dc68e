//! The fuzz targets on any toolchain: every seed, and what becomes of it when it is bent, for a few seconds each.
//!
//! `ACP_SCOPE_FUZZ_SECONDS=300 cargo test --profile slow --test fuzz_targets -- --nocapture` for longer; `fuzz/run` fuzzes
//! them with libFuzzer, which sees where an input leads.
#![allow(missing_docs, unreachable_pub, clippy::expect_used, clippy::unwrap_used)]

#[path = "../fuzz/src/targets.rs"]
mod targets;

use std::path::Path;
use std::time::{Duration, Instant};

use targets::{TARGETS, Target};

/// A generator that gives the same numbers every time.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) as usize % n.max(1)
    }
}

fn seeds(name: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/seeds").join(name);
    let mut files: Vec<_> = std::fs::read_dir(&folder)
        .unwrap_or_else(|e| panic!("{}: {e}", folder.display()))
        .map(|e| e.unwrap().path())
        .collect();
    files.sort();
    files.iter().map(|f| std::fs::read(f).unwrap()).collect()
}

/// One to eight changes: bytes of another value, out, in, twice, out of another seed.
fn bend(bytes: &mut Vec<u8>, all: &[Vec<u8>], dice: &mut Dice) {
    const TELLING: &[u8] = b"\"\\{}[],:\n\0 0-9eE.\xff\xe1\x80u";
    for _ in 0..=dice.below(8) {
        let at = dice.below(bytes.len() + 1);
        match dice.below(7) {
            0 if at < bytes.len() => bytes[at] = dice.below(256) as u8,
            1 if at < bytes.len() => bytes[at] ^= 1 << dice.below(8),
            2 if at < bytes.len() => {
                let end = (at + 1 + dice.below(40)).min(bytes.len());
                bytes.drain(at..end);
            }
            3 => bytes.insert(at, TELLING[dice.below(TELLING.len())]),
            4 => {
                let from = dice.below(bytes.len() + 1);
                let piece = bytes[from..(from + dice.below(60)).min(bytes.len())].to_vec();
                bytes.splice(at..at, piece);
            }
            5 => {
                let other = &all[dice.below(all.len())];
                let from = dice.below(other.len() + 1);
                let piece = other[from..(from + dice.below(200)).min(other.len())].to_vec();
                bytes.splice(at..at, piece);
            }
            _ => bytes.truncate(at),
        }
    }
}

fn run((name, target): Target, time: Duration) -> u64 {
    let seeds = seeds(name);
    assert!(!seeds.is_empty(), "{name} has no seeds");
    seeds.iter().for_each(|seed| target(seed));
    target(&[]);
    let mut dice = Dice(0x9e37_79b9_7f4a_7c15 ^ name.len() as u64);
    let until = Instant::now() + time;
    let mut inputs = seeds.len() as u64;
    while Instant::now() < until {
        let mut bytes = seeds[dice.below(seeds.len())].clone();
        bend(&mut bytes, &seeds, &mut dice);
        let survived = std::panic::catch_unwind(|| target(&bytes));
        if let Err(panic) = survived {
            let file = std::env::temp_dir().join(format!("acp-scope-fuzz-{name}"));
            std::fs::write(&file, &bytes).unwrap();
            eprintln!("{name}: the input is kept in {}", file.display());
            std::panic::resume_unwind(panic);
        }
        inputs += 1;
    }
    inputs
}

#[test]
fn seeds_and_what_they_become_are_survived() {
    let seconds = std::env::var("ACP_SCOPE_FUZZ_SECONDS").ok().and_then(|s| s.parse().ok());
    let time = Duration::from_secs_f64(seconds.unwrap_or(1.0));
    for target in TARGETS {
        let inputs = run(*target, time);
        eprintln!("{}: {inputs} inputs in {time:?}", target.0);
    }
}

#[test]
fn every_target_is_built_by_cargo_fuzz_too() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let manifest = std::fs::read_to_string(root.join("fuzz/Cargo.toml")).unwrap();
    for (name, _) in TARGETS {
        assert!(
            manifest.contains(&format!("name = \"{name}\"")),
            "{name} is not in fuzz/Cargo.toml"
        );
        assert!(root.join(format!("fuzz/fuzz_targets/{name}.rs")).exists(), "{name}");
    }
}
