//! Tables, the plot, and where they go: between marks in docs/performance.md.

use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

use crate::Result;

/// A part of the page: its text, and a picture that goes with it.
pub struct Part {
    pub text: String,
    pub picture: Option<(&'static str, String)>,
}

pub struct Table {
    head: Vec<&'static str>,
    pub rows: Vec<Row>,
}

/// A line of a table. Without a target, `figure` is not a number.
pub struct Row {
    pub cells: Vec<String>,
    pub figure: f64,
    pub must: f64,
    pub ambitious: f64,
    /// More is better.
    pub more: bool,
}

impl Row {
    /// A line without targets.
    pub fn plain(cells: Vec<String>) -> Row {
        Row { cells, figure: f64::NAN, must: f64::NAN, ambitious: f64::NAN, more: false }
    }
}

impl Table {
    pub fn new(head: &[&'static str]) -> Table {
        Table { head: head.to_vec(), rows: Vec::new() }
    }

    /// As Markdown, under a line that says where and when.
    pub fn part(&self) -> Part {
        let mut text = format!(
            "{}\n\n| {} |\n|{}\n",
            setting(),
            self.head.join(" | "),
            "---|".repeat(self.head.len())
        );
        for row in &self.rows {
            let mut cells = row.cells.clone();
            if row.figure.is_finite() {
                let holds =
                    |bound: f64| if row.more { row.figure >= bound } else { row.figure <= bound };
                let mark = if holds(row.ambitious) {
                    "✓✓"
                } else if holds(row.must) {
                    "✓"
                } else {
                    "✗"
                };
                cells.push(format!("**{}** {mark}", number(row.figure)));
                cells.extend([number(row.must), number(row.ambitious)]);
            }
            cells.resize(self.head.len(), String::new());
            let _ = writeln!(text, "| {} |", cells.join(" | "));
        }
        Part { text, picture: None }
    }
}

/// The machine, the date and the versions.
pub fn setting() -> String {
    let said = |program: &str, args: &[&str]| {
        let out = Command::new(program).args(args).output().ok();
        out.map(|o| String::from_utf8_lossy(&o.stdout).trim().to_owned()).unwrap_or_default()
    };
    let cpu = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = cpu.lines().find_map(|l| l.strip_prefix("model name")).unwrap_or("");
    let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    format!(
        "{}; {} × {}; Linux {}; {}; commit {}; load at the end {}.",
        said("date", &["-u", "+%Y-%m-%d %H:%M"]),
        std::thread::available_parallelism().map_or(0, usize::from),
        model.trim_start_matches([' ', '\t', ':']),
        said("uname", &["-r"]),
        said("rustc", &["--version"]),
        said("git", &["rev-parse", "--short", "HEAD"]),
        load.split(' ').next().unwrap_or("?"),
    )
}

/// The middle one.
pub fn median(figures: &mut [f64]) -> f64 {
    figures.sort_by(f64::total_cmp);
    match figures.len() {
        0 => f64::NAN,
        n if n % 2 == 1 => figures[n / 2],
        n => (figures[n / 2 - 1] + figures[n / 2]) / 2.0,
    }
}

/// Three digits that matter, thousands apart.
pub fn number(figure: f64) -> String {
    let text = match figure.abs() {
        _ if figure.is_nan() => return "–".to_owned(),
        0.0 => "0".to_owned(),
        a if a < 10.0 => format!("{figure:.2}"),
        a if a < 100.0 => format!("{figure:.1}"),
        _ => format!("{figure:.0}"),
    };
    let (whole, rest) = text.split_at(text.find('.').unwrap_or(text.len()));
    let mut out = String::new();
    for (i, digit) in whole.chars().enumerate() {
        if i > 0 && (whole.len() - i).is_multiple_of(3) && !out.ends_with('-') {
            out.push(',');
        }
        out.push(digit);
    }
    out + rest
}

/// Puts a part between its marks, and its picture beside the page.
pub fn put(docs: &Path, name: &str, part: &Part) -> Result<()> {
    let page = docs.join("performance.md");
    let text = std::fs::read_to_string(&page)?;
    let (begin, end) =
        (format!("<!-- {name}: measured by bench/run -->\n"), format!("<!-- {name}: end -->"));
    let from =
        text.find(&begin).ok_or(format!("{}: no mark {begin}", page.display()))? + begin.len();
    let to = from + text[from..].find(&end).ok_or(format!("{}: no mark {end}", page.display()))?;
    std::fs::write(&page, format!("{}\n{}\n{}", &text[..from], part.text.trim_end(), &text[to..]))?;
    if let Some((file, picture)) = &part.picture {
        std::fs::write(docs.join(file), picture)?;
    }
    Ok(())
}

/// Lines over the number of frames, both axes by powers of ten. A cost that grows with the frames, and no
/// faster, is level in it.
pub fn plot(title: &str, lines: &[(String, Vec<(f64, f64)>)]) -> String {
    const COLOURS: [&str; 6] = ["#3b6fd4", "#c2571a", "#2c8a57", "#8d4bbb", "#b03060", "#5c6b7a"];
    let points = || lines.iter().flat_map(|(_, points)| points.iter());
    let low = points().map(|p| p.1.log10().floor()).fold(f64::MAX, f64::min);
    let high = points().map(|p| p.1.log10().ceil()).fold(f64::MIN, f64::max);
    let (left, right) = (3.0, 6.0);
    let x = |frames: f64| 60.0 + (frames.log10() - left) / (right - left) * 420.0;
    let y = |cost: f64| 300.0 - (cost.log10() - low) / (high - low).max(1.0) * 250.0;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 660 340\" font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"660\" height=\"340\" fill=\"#fff\"/>\n<text x=\"60\" y=\"28\" font-size=\"14\">{title}</text>\n"
    );
    for power in low as i32..=high as i32 {
        let at = y(10f64.powi(power));
        let _ = writeln!(
            out,
            "<path d=\"M60 {at:.1}H480\" stroke=\"#ddd\"/><text x=\"54\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
            at + 4.0,
            10f64.powi(power)
        );
    }
    for (power, label) in [(3, "1 k"), (4, "10 k"), (5, "100 k"), (6, "1 M")] {
        let at = x(10f64.powi(power));
        let _ = writeln!(
            out,
            "<text x=\"{at:.1}\" y=\"320\" text-anchor=\"middle\">{label} frames</text>"
        );
    }
    for (i, (name, points)) in lines.iter().enumerate() {
        let colour = COLOURS[i % COLOURS.len()];
        let path: Vec<String> =
            points.iter().map(|p| format!("{:.1} {:.1}", x(p.0), y(p.1))).collect();
        let _ = writeln!(
            out,
            "<path d=\"M{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/><text x=\"492\" y=\"{}\" fill=\"{colour}\">{name}</text>",
            path.join("L"),
            60 + i * 18
        );
    }
    out + "</svg>\n"
}
