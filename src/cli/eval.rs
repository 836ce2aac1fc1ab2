//! `rung eval`: the expression language as a calculator.

#![expect(clippy::disallowed_methods, reason = "a command reads its site's libraries")]

use std::fs;
use std::io;
use std::io::BufRead;
use std::io::Write;
use std::path::Path;

use rustyline::DefaultEditor;
use rustyline::error::ReadlineError;
use serde_json::json;

use crate::cli::Ending;
use crate::cli::Failure;
use crate::cli::Shell;
use crate::cli::arguments::Eval;
use crate::cli::arguments::Format;
use crate::cli::report::json;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::Sink;
use crate::diagnostics::Sources;
use crate::diagnostics::Span;
use crate::diagnostics::render::render;
use crate::language::Definitions;
use crate::language::Evaluator;
use crate::language::Expression;
use crate::language::Library;
use crate::language::Scope;
use crate::language::writing;

/// Evaluates an expression, one a line of standard input, or what is typed at a prompt.
///
/// # Errors
///
/// If a library cannot be read, or there is no such library.
pub fn run(
    arguments: &Eval,
    format: Format,
    root: Option<&Path>,
    shell: &mut Shell,
) -> Result<Ending, Failure> {
    let calculator = Calculator::new(arguments, root, shell)?;
    if format == Format::Json {
        return objects(&calculator, arguments.expression.as_deref(), shell);
    }
    match arguments.expression.as_deref() {
        Some("-") => lines(&calculator, shell),
        Some(text) => match calculator.answer(text) {
            Ok(value) => {
                writeln!(shell.out, "{value}")?;
                Ok(Ending::Holds)
            }
            Err(wrong) => {
                write!(shell.err, "{}", wrong.text(shell))?;
                Ok(wrong.ending())
            }
        },
        None => prompt(&calculator, shell),
    }
}

/// Answers with an object a line: the `value` in the notation of the language, or the `errors`.
///
/// Without an expression the lines come from standard input, as with `-`: a prompt is for a person.
fn objects(
    calculator: &Calculator,
    expression: Option<&str>,
    shell: &mut Shell,
) -> Result<Ending, Failure> {
    let mut ending = Ending::Holds;
    let mut answer = |line: &str| -> Result<(), Failure> {
        let object = match calculator.answer(line) {
            Ok(value) => json!({ "value": value }),
            Err(wrong) => {
                if ending != Ending::Withheld {
                    ending = wrong.ending();
                }
                let errors = wrong.diagnostics.iter();
                let errors: Vec<_> = errors.map(|one| json::object(one, &wrong.sources)).collect();
                json!({ "errors": errors })
            }
        };
        writeln!(shell.out, "{object}")?;
        Ok(shell.out.flush()?)
    };
    match expression {
        Some(text) if text != "-" => answer(text)?,
        _ => {
            for line in io::stdin().lock().lines() {
                answer(&line?)?;
            }
        }
    }
    Ok(ending)
}

/// Answers one line each; an error is a line too.
fn lines(calculator: &Calculator, shell: &mut Shell) -> Result<Ending, Failure> {
    let mut ending = Ending::Holds;
    for line in io::stdin().lock().lines() {
        let line = line?;
        match calculator.answer(&line) {
            Ok(value) => writeln!(shell.out, "{value}")?,
            Err(wrong) => {
                let message = wrong.diagnostics.first().map_or("", |one| one.message.as_str());
                writeln!(shell.out, "error: {message}")?;
                if ending != Ending::Withheld {
                    ending = wrong.ending();
                }
            }
        }
        shell.out.flush()?;
    }
    Ok(ending)
}

/// A prompt with history, until the end of input.
fn prompt(calculator: &Calculator, shell: &mut Shell) -> Result<Ending, Failure> {
    let other = |error: ReadlineError| Failure::usage(error.to_string());
    let mut editor = DefaultEditor::new().map_err(other)?;
    loop {
        match editor.readline("> ") {
            Ok(line) if line.trim().is_empty() => {}
            Ok(line) => {
                // A history that cannot grow is no reason to stop calculating.
                let _ = editor.add_history_entry(&line);
                match calculator.answer(&line) {
                    Ok(value) => writeln!(shell.out, "{value}")?,
                    Err(wrong) => write!(shell.out, "{}", wrong.text(shell))?,
                }
            }
            Err(ReadlineError::Eof | ReadlineError::Interrupted) => return Ok(Ending::Holds),
            Err(error) => return Err(other(error)),
        }
    }
}

/// What an expression may name, and how much it may take.
struct Calculator {
    scope: Scope,
    budget: u64,
}

/// Why a line has no value.
struct Wrong {
    diagnostics: Vec<Diagnostic>,
    sources: Sources,
}

impl Wrong {
    fn text(&self, shell: &Shell) -> String {
        let all = self.diagnostics.iter();
        all.map(|one| format!("{}\n", render(one, &self.sources, shell.style))).collect()
    }

    fn ending(&self) -> Ending {
        if self.diagnostics.iter().all(|one| one.undecided) {
            Ending::Undecided
        } else {
            Ending::Withheld
        }
    }
}

impl Calculator {
    fn new(arguments: &Eval, root: Option<&Path>, shell: &mut Shell) -> Result<Self, Failure> {
        let mut sources = Sources::default();
        let mut sink = Sink::default();
        let mut libraries = Vec::new();
        for (name, text) in libraries_under(root)? {
            if !arguments.uses.is_empty() && !arguments.uses.contains(&name) {
                continue;
            }
            let id = sources.add(format!("content/lib/{name}.def"), text.as_str());
            let definitions = Definitions::parse(&text, Span::new(id, 0..text.len()), &mut sink);
            libraries.push(Library::new(&name, definitions, &mut sink));
        }
        if let Some(missing) = arguments
            .uses
            .iter()
            .find(|name| libraries.iter().all(|own| own.name() != name.as_str()))
        {
            return Err(Failure::usage(format!("there is no library content/lib/{missing}.def")));
        }
        for one in sink.into_sorted() {
            writeln!(shell.err, "{}", render(&one, &sources, shell.style))?;
        }
        Ok(Self { scope: Scope::bare(&libraries), budget: arguments.budget })
    }

    /// The value of `line` as text.
    fn answer(&self, line: &str) -> Result<String, Box<Wrong>> {
        let mut sources = Sources::default();
        let id = sources.add("expression", line);
        let trimmed = line.trim();
        let start = line.len() - line.trim_start().len();
        let at = Span::new(id, start..start + trimmed.len());
        let mut sink = Sink::default();
        if let Some(expression) = Expression::parse(trimmed, at, &mut sink) {
            match Evaluator::new(&self.scope, self.budget).evaluate(&expression) {
                Ok(value) => return Ok(writing::plain(&value)),
                Err(failure) => sink.push(failure.into_diagnostic()),
            }
        }
        Err(Box::new(Wrong { diagnostics: sink.into_sorted(), sources }))
    }
}

/// The libraries of the site, by name; none without a site.
fn libraries_under(root: Option<&Path>) -> Result<Vec<(String, String)>, Failure> {
    let Some(folder) = root.map(|root| root.join("content/lib")).filter(|folder| folder.is_dir())
    else {
        return Ok(Vec::new());
    };
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_stem().and_then(|stem| stem.to_str()).map(str::to_owned);
        if let (Some(name), Some("def"), true) =
            (name, path.extension().and_then(|own| own.to_str()), path.is_file())
        {
            let text = fs::read_to_string(&path)
                .map_err(|error| Failure::usage(format!("{}: {error}", path.display())))?;
            found.push((name, text));
        }
    }
    found.sort();
    Ok(found)
}
