//! What is wrong with a game file: every finding with its place, shown with a caret.

use std::fmt;
use std::ops::Range;

use unicode_width::UnicodeWidthStr as _;

/// One fault of a game file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What is wrong, in one line.
    pub message: String,
    /// The offending bytes of the file.
    pub span: Range<usize>,
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
}

/// All faults of one game file, in the order of the file. Its display is a report for people:
/// file, line, column and message, the line itself, and a caret under the fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Findings {
    /// The file as the user knows it.
    pub file: String,
    /// The text of the file.
    source: String,
    /// The faults; never empty in a value that is handed out as an error.
    pub list: Vec<Finding>,
}

impl Findings {
    /// No findings yet on the file called `file` with this text.
    pub fn new(file: impl Into<String>, source: impl Into<String>) -> Self {
        Self { file: file.into(), source: source.into(), list: Vec::new() }
    }

    /// Adds a fault at these bytes of the file; places outside the text count as its end.
    pub fn add(&mut self, span: Range<usize>, message: impl Into<String>) {
        let start = floor_boundary(&self.source, span.start);
        let end = floor_boundary(&self.source, span.end).max(start);
        let before = self.source.get(..start).unwrap_or_default();
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        let message = message.into();
        self.list.push(Finding { message, span: start..end, line, column });
    }

    /// The part of a string literal at `span` that starts at character `column` (from 1) of its
    /// value and reads `token`; the whole literal when escapes make that uncertain.
    pub(super) fn inside(&self, span: &Range<usize>, column: usize, token: &str) -> Range<usize> {
        let literal = self.source.get(span.clone()).unwrap_or_default();
        let plain = literal.len() > 2 && !literal.contains('\\') && !literal.contains('\n');
        let Some(inner) = literal.get(1..literal.len().saturating_sub(1)).filter(|_| plain) else {
            return span.clone();
        };
        let skip = inner.char_indices().nth(column - 1).map_or(inner.len(), |(at, _)| at);
        let start = span.start + 1 + skip;
        if inner.get(skip..).is_some_and(|rest| rest.starts_with(token)) {
            start..start + token.len()
        } else {
            span.clone()
        }
    }

    /// Sorts the findings by place; an error when there are any.
    pub(super) fn into_result(mut self) -> Result<(), Self> {
        if self.list.is_empty() {
            return Ok(());
        }
        self.list.sort_by_key(|f| (f.span.start, f.span.end));
        self.list.dedup();
        Err(self)
    }
}

fn floor_boundary(text: &str, at: usize) -> usize {
    let at = at.min(text.len());
    (0..=at).rev().find(|&i| text.is_char_boundary(i)).unwrap_or(0)
}

impl fmt::Display for Findings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, finding) in self.list.iter().enumerate() {
            if number > 0 {
                writeln!(f)?;
            }
            let Finding { message, span, line, column } = finding;
            writeln!(f, "{}:{line}:{column}: {message}", self.file)?;
            let text = self.source.lines().nth(line - 1).unwrap_or_default();
            let before: String = text.chars().take(column - 1).collect();
            let shown = text.replace('\t', " ");
            let length = self.source.get(span.clone()).unwrap_or_default();
            let length = length.lines().next().unwrap_or_default().width().max(1);
            let gutter = line.to_string();
            let blank = " ".repeat(gutter.len());
            writeln!(f, "{blank} |")?;
            writeln!(f, "{gutter} | {shown}")?;
            let indent = " ".repeat(before.replace('\t', " ").width());
            writeln!(f, "{blank} | {indent}{}", "^".repeat(length))?;
        }
        Ok(())
    }
}

impl std::error::Error for Findings {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn report_points_at_the_fault() {
        let mut findings = Findings::new("x.toml", "id = \"x\"\nkanji = \"将\" # y\n");
        findings.add(18..23, "bad kanji");
        let report = findings.to_string();
        let lines: Vec<&str> = report.lines().collect();
        assert_eq!(lines[0], "x.toml:2:10: bad kanji");
        assert_eq!(lines[2..], ["2 | kanji = \"将\" # y", "  |          ^^^^"]);
        assert_eq!((findings.list[0].line, findings.list[0].column), (2, 10));
    }

    #[test]
    fn places_outside_the_text_are_its_end() {
        let mut findings = Findings::new("x", "é");
        findings.add(1..9, "inside a character");
        findings.add(50..60, "beyond");
        assert_eq!(findings.list[0].span, 0..2);
        assert_eq!(findings.list[1].span, 2..2);
        let _ = findings.to_string();
    }
}
