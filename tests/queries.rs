//! The queries of docs/queries.md run, and print what the page says that they print.
//!
//! `UPDATE_DOCS=1 cargo test --test queries` writes the outputs anew.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use rusqlite::types::ValueRef;
use rusqlite::{Connection, OpenFlags};

/// The recordings of the page's examples, in the order in which it imports them.
const EXAMPLES: [&str; 4] = [
    "corpus/claude-tools.acp.jsonl",
    "corpus/gemini-tools.acp.jsonl",
    "corpus/ts-agent-errors.acp.jsonl",
    "made/odd-forms.acp.jsonl",
];

/// The page shows the first rows of an output.
const SHOWN: usize = 8;

fn data() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data")
}

fn page_path() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/queries.md")
}

fn examples() -> Vec<PathBuf> {
    EXAMPLES.iter().map(|name| data().join(name)).collect()
}

/// A database with these files, opened as the page tells people to: to read only.
fn import(folder: &Path, files: &[PathBuf]) -> Connection {
    let database = folder.join("example.db");
    let output = Command::new(env!("CARGO_BIN_EXE_acp-scope"))
        .arg("--db")
        .arg(&database)
        .arg("import")
        .args(files)
        .output()
        .expect("acp-scope starts");
    assert!(output.status.success(), "import: {}", String::from_utf8_lossy(&output.stderr));
    Connection::open_with_flags(&database, OpenFlags::SQLITE_OPEN_READ_ONLY)
        .expect("the database opens")
}

/// One question: its heading, its query, and where in the page its output stands.
struct Question {
    heading: String,
    sql: String,
    output: std::ops::Range<usize>,
}

/// The questions of the page: below a heading, an `sql` block and then a `text` block.
fn questions(page: &str) -> Vec<Question> {
    let mut questions = Vec::new();
    let (mut heading, mut sql) = (String::new(), None::<String>);
    let mut block: Option<(&str, usize)> = None;
    let mut at = 0;
    for line in page.split_inclusive('\n') {
        let start = at;
        at += line.len();
        match (block, line.trim_end()) {
            (None, text) => {
                if let Some(title) = text.strip_prefix("## ") {
                    assert!(sql.is_none(), "{heading}: a query without its output");
                    title.clone_into(&mut heading);
                } else if let Some(language) = text.strip_prefix("```") {
                    block = Some((language, at));
                }
            }
            (Some((language, from)), "```") => {
                block = None;
                match language {
                    "sql" => {
                        assert!(sql.is_none(), "{heading}: two queries, one output");
                        sql = Some(page[from..start].to_owned());
                    }
                    "text" => {
                        let sql =
                            sql.take().unwrap_or_else(|| panic!("{heading}: output of no query"));
                        let heading = heading.clone();
                        questions.push(Question { heading, sql, output: from..start });
                    }
                    _ => {}
                }
            }
            _ => {}
        }
    }
    assert!(block.is_none() && sql.is_none(), "{heading}: a block is open at the end of the page");
    questions
}

/// The rows of a query as `sqlite3 -header` prints them, a string each; the first is the header.
fn run(db: &Connection, sql: &str) -> rusqlite::Result<Vec<String>> {
    // SQLite writes numbers with a fraction in a manner of its own, so it writes them here too.
    let mut real = db.prepare("SELECT CAST(?1 AS TEXT)")?;
    let mut statement = db.prepare(sql)?;
    let columns = statement.column_count();
    let mut lines = vec![statement.column_names().collect::<Vec<_>>().join("|")];
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        let mut cells = Vec::new();
        for column in 0..columns {
            cells.push(match row.get_ref(column)? {
                ValueRef::Null => String::new(),
                ValueRef::Integer(number) => number.to_string(),
                ValueRef::Real(number) => real.query_row([number], |row| row.get(0))?,
                ValueRef::Text(bytes) | ValueRef::Blob(bytes) => {
                    String::from_utf8_lossy(bytes).into_owned()
                }
            });
        }
        lines.push(cells.join("|"));
    }
    Ok(lines)
}

/// The rows of a question; it must have some.
fn answer(db: &Connection, question: &Question) -> Vec<String> {
    let heading = &question.heading;
    let lines = run(db, &question.sql).unwrap_or_else(|e| panic!("{heading}: {e}"));
    assert!(lines.len() > 1, "{heading}: no rows");
    lines
}

/// What the page shows of the rows.
fn shown(lines: &[String]) -> String {
    let mut text = String::new();
    for line in lines.iter().take(1 + SHOWN) {
        writeln!(text, "{line}").expect("memory does not fail");
    }
    match lines.len().saturating_sub(1 + SHOWN) {
        0 => {}
        1 => text.push_str("… 1 more row\n"),
        more => writeln!(text, "… {more} more rows").expect("memory does not fail"),
    }
    text
}

#[test]
fn the_page_shows_what_its_queries_print() {
    let folder = tempfile::tempdir().expect("a folder for the database");
    let db = import(folder.path(), &examples());
    let mut page = fs::read_to_string(page_path()).expect("the page is there");
    let update = std::env::var_os("UPDATE_DOCS").is_some_and(|v| v == "1");
    // From the last to the first: what stands before is not moved by what is written.
    for question in questions(&page).iter().rev() {
        let heading = &question.heading;
        let real = shown(&answer(&db, question));
        assert!(!real.contains("```"), "{heading}: the output would end its block");
        if update {
            page.replace_range(question.output.clone(), &real);
        } else {
            let documented = &page[question.output.clone()];
            assert!(
                documented == real,
                "{heading}: the output has changed (UPDATE_DOCS=1 writes it anew)\n\
                 documented:\n{documented}\nreal:\n{real}"
            );
        }
    }
    if update {
        fs::write(page_path(), page).expect("the page can be written");
    }
}

#[test]
fn the_page_has_ten_questions_and_names_its_files() {
    let page = fs::read_to_string(page_path()).expect("the page is there");
    let questions = questions(&page);
    assert_eq!(questions.len(), 10);
    for question in &questions {
        assert!(question.heading.ends_with('?'), "{}: is no question", question.heading);
    }
    let mut from = 0;
    for name in EXAMPLES {
        let at = page[from..].find(name);
        from += at.unwrap_or_else(|| panic!("{name}: not imported by the page, or out of order"));
    }
}

/// What other agents send must not break a query that the examples do not break.
#[test]
fn the_queries_run_over_every_recording() {
    let mut files = examples();
    let mut others: Vec<PathBuf> = fs::read_dir(data().join("corpus"))
        .expect("the recordings are there")
        .map(|entry| entry.expect("the folder can be read").path())
        .filter(|path| !files.contains(path))
        .collect();
    others.sort();
    assert!(others.len() > 20, "recordings are missing");
    files.append(&mut others);
    let folder = tempfile::tempdir().expect("a folder for the database");
    let db = import(folder.path(), &files);
    let page = fs::read_to_string(page_path()).expect("the page is there");
    for question in questions(&page) {
        answer(&db, &question);
        // Queries that look at one recording look at each.
        for number in 1..=files.len() {
            let sql = question.sql.replace("recording = 1", &format!("recording = {number}"));
            run(&db, &sql)
                .unwrap_or_else(|e| panic!("{}: recording {number}: {e}", question.heading));
        }
    }
}
