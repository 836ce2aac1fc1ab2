//! What an expression may name: definitions, libraries, findings, other essays.
//!
//! [`Site`] says what every essay may name of the others and holds their findings as they come in;
//! a [`Library`] is compiled once for all essays; a [`Scope`] is what one essay sees. All three are
//! cheap to clone and may be used from several threads.

use std::collections::BTreeMap;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::OnceLock;
use std::sync::PoisonError;
use std::sync::RwLock;

use crate::arithmetic::Number;
use crate::diagnostics::Code;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::Sink;
use crate::diagnostics::Span;
use crate::diagnostics::nearest;
use crate::language::builtins::Builtin;
use crate::language::builtins::FIXED;
use crate::language::compile;
use crate::language::failure::Failure;
use crate::language::program::Program;
use crate::language::record::Record;
use crate::language::shared::Shared;
use crate::language::syntax::Definition;
use crate::language::syntax::Definitions;
use crate::language::syntax::Gathering;
use crate::language::syntax::Name;
use crate::language::value::Value;
use crate::language::writing::Style;

/// The most definitions of a block or library, and the most libraries of an essay.
const MAX_DEFINITIONS: usize = 30_000;
const MAX_LIBRARIES: usize = 200;

/// What one essay offers to the others.
#[derive(Clone, Debug, Default)]
pub struct Outline {
    /// Its place on the ladder.
    pub rung: Option<u32>,
    /// Its claims, figures and tables, each with the place of its id.
    pub ids: BTreeMap<Name, Span>,
}

/// What is found about a claim or figure, once it is.
#[derive(Clone, Debug)]
enum Found {
    Record(Arc<Record>),
    /// It could not be evaluated; that is reported where it stands.
    Failed,
}

/// All essays of a site, by their names in expressions (hyphens as underscores), with the findings
/// that have come in. Cheap to clone; clones share the findings.
#[derive(Clone, Debug, Default)]
pub struct Site {
    essays: Arc<BTreeMap<Name, Outline>>,
    findings: Arc<RwLock<BTreeMap<Name, BTreeMap<Name, Found>>>>,
    /// The findings that were asked for through this clone.
    asked: Arc<Mutex<BTreeSet<(Name, Name)>>>,
    shared: Shared,
}

impl Site {
    /// A site of these essays, without findings yet.
    #[must_use]
    pub fn new(essays: BTreeMap<Name, Outline>) -> Self {
        Self { essays: Arc::new(essays), ..Self::default() }
    }

    /// The same site, which writes the numbers in texts in this style.
    #[must_use]
    pub fn written(self, style: &Style) -> Self {
        self.shared.write_like(style.clone());
        self
    }

    /// The same site, which takes note by itself of what it is asked.
    #[must_use]
    pub fn asked_apart(&self) -> Self {
        Self { asked: Arc::default(), ..self.clone() }
    }

    /// The findings that were asked for, each as its essay and id, whether they were there or not.
    #[must_use]
    pub fn asked(&self) -> BTreeSet<(Name, Name)> {
        self.asked.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The essays.
    #[must_use]
    pub fn essays(&self) -> &BTreeMap<Name, Outline> {
        &self.essays
    }

    /// What the blocks of the site look up in common.
    pub(crate) fn shared(&self) -> &Shared {
        &self.shared
    }

    /// How many essays stand on the ladder.
    #[must_use]
    pub fn rungs(&self) -> usize {
        self.essays.values().filter(|essay| essay.rung.is_some()).count()
    }

    /// Takes note of what was found about `id` of `essay`; absent if it could not be evaluated.
    pub fn record(&self, essay: &str, id: &str, record: Option<Arc<Record>>) {
        let found = record.map_or(Found::Failed, Found::Record);
        if let Ok(mut findings) = self.findings.write() {
            findings.entry(essay.into()).or_default().insert(id.into(), found);
        }
    }

    /// What was found about `id` of `essay`, if it was evaluated.
    #[must_use]
    pub fn finding(&self, essay: &str, id: &str) -> Option<Arc<Record>> {
        let findings = self.findings.read().ok()?;
        match findings.get(essay)?.get(id)? {
            Found::Record(record) => Some(Arc::clone(record)),
            Found::Failed => None,
        }
    }

    /// The same for an expression, which depends on it from now on.
    pub(crate) fn ask(&self, essay: &Name, id: &Name) -> Option<Arc<Record>> {
        let asked = (Arc::clone(essay), Arc::clone(id));
        self.asked.lock().unwrap_or_else(PoisonError::into_inner).insert(asked);
        self.finding(essay, id)
    }
}

/// Definitions in the form in which they run.
#[derive(Debug, Default)]
pub(crate) struct Module {
    pub(crate) definitions: Definitions,
    pub(crate) programs: Vec<Result<Program, Failure>>,
    /// The values of definitions without parameters, each worked out by itself.
    pub(crate) constants: Vec<OnceLock<Worked>>,
}

/// A definition without parameters, worked out from nothing.
#[derive(Clone, Debug)]
pub(crate) struct Worked {
    pub(crate) result: Result<Value, Failure>,
    /// What that took, without the definitions it needed.
    pub(crate) spent: u64,
    /// Those definitions, by module as the essay counts them and index.
    pub(crate) needed: Vec<(u8, u16)>,
    /// The budget it was worked out under.
    pub(crate) limit: u64,
}

impl Module {
    pub(crate) fn find(&self, name: &str) -> Option<u16> {
        let index = self.definitions.items.iter().position(|own| *own.name == *name)?;
        u16::try_from(index).ok()
    }

    pub(crate) fn definition(&self, index: u16) -> Option<&Definition> {
        self.definitions.items.get(usize::from(index))
    }
}

/// A library of definitions, `content/lib/NAME.def`. It sees only itself and the language. Cheap to
/// clone.
#[derive(Clone, Debug)]
pub struct Library {
    name: Name,
    module: Arc<Module>,
}

impl Library {
    /// The library `name` with these definitions. Mistakes in them, used or not, go to `sink`.
    #[must_use]
    pub fn new(name: &str, definitions: Definitions, sink: &mut Sink) -> Self {
        let definitions = distinct(definitions, &[], sink);
        let alone = Scope(Arc::new(Inner {
            essay: None,
            own: Arc::new(Module { definitions, ..Module::default() }),
            libraries: Vec::new(),
            site: Site::default(),
        }));
        Self { name: name.into(), module: Arc::new(compile::module(&alone, sink)) }
    }

    /// Its name, as `use:` lists it.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its definitions.
    #[must_use]
    pub fn definitions(&self) -> &Definitions {
        &self.module.definitions
    }
}

/// What one essay sees. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Scope(pub(crate) Arc<Inner>);

#[derive(Debug)]
pub(crate) struct Inner {
    pub(crate) essay: Option<Name>,
    pub(crate) own: Arc<Module>,
    pub(crate) libraries: Vec<Library>,
    pub(crate) site: Site,
}

/// What a name that no variable bears stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// A definition.
    Definition(DefinitionId),
    /// A claim, figure or table of this or another essay.
    Finding {
        /// The essay.
        essay: Name,
        /// The id.
        id: Name,
    },
    /// An essay of the site.
    Essay(Name),
    /// `LEFT` or `RIGHT`.
    Fixed(&'static str),
    /// `here`, the essay itself.
    Here,
    /// `ladder`, the whole of it.
    Ladder,
}

/// Which definition: of the essay (module 0) or a library (from 1, in the order of use).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DefinitionId {
    /// The module.
    pub(crate) module: u8,
    /// The place in it.
    pub(crate) index: u16,
}

impl Scope {
    /// The scope of an essay with these definitions that uses these libraries. Mistakes in the
    /// definitions, used or not, go to `sink`.
    #[must_use]
    pub fn new(
        essay: &str,
        definitions: Definitions,
        libraries: &[Library],
        site: &Site,
        sink: &mut Sink,
    ) -> Self {
        let libraries: Vec<Library> = libraries.iter().take(MAX_LIBRARIES).cloned().collect();
        clashes_of_libraries(&libraries, sink);
        let definitions = distinct(definitions, &libraries, sink);
        if let Some(outline) = site.essays.get(essay) {
            for definition in &*definitions.items {
                if let Some(id) = outline.ids.get(&definition.name) {
                    let message = format!("`{}` is both a definition and an id", definition.name);
                    sink.push(
                        Diagnostic::error(Code::DefinitionTwice, message)
                            .label(definition.name_at, "defined here")
                            .label(*id, "an id here")
                            .help("give one of them another name"),
                    );
                }
            }
        }
        let inner = |own| Inner {
            essay: Some(essay.into()),
            own: Arc::new(own),
            libraries: libraries.clone(),
            site: site.clone(),
        };
        let unready = Self(Arc::new(inner(Module { definitions, ..Module::default() })));
        Self(Arc::new(inner(compile::module(&unready, sink))))
    }

    /// The scope of the calculator: these libraries and nothing else.
    #[must_use]
    pub fn bare(libraries: &[Library]) -> Self {
        Self(Arc::new(Inner {
            essay: None,
            own: Arc::default(),
            libraries: libraries.iter().take(MAX_LIBRARIES).cloned().collect(),
            site: Site::default(),
        }))
    }

    /// The essay's name in expressions; absent for the calculator.
    #[must_use]
    pub fn essay(&self) -> Option<&str> {
        self.0.essay.as_deref()
    }

    /// The site.
    #[must_use]
    pub fn site(&self) -> &Site {
        &self.0.site
    }

    pub(crate) fn module(&self, module: u8) -> Option<&Module> {
        match module {
            0 => Some(&self.0.own),
            _ => self.0.libraries.get(usize::from(module) - 1).map(|library| &*library.module),
        }
    }

    /// The definition, with its place and text.
    #[must_use]
    pub fn definition(&self, which: DefinitionId) -> Option<&Definition> {
        self.module(which.module)?.definition(which.index)
    }

    /// Whether a definition is of the essay itself, not of a library.
    #[must_use]
    pub fn is_own(&self, which: DefinitionId) -> bool {
        which.module == 0
    }

    /// What `name` stands for where no variable bears it.
    #[must_use]
    pub fn meaning(&self, name: &str) -> Option<Meaning> {
        if let Some((_, value)) = FIXED.iter().find(|(own, _)| *own == name) {
            return Some(Meaning::Fixed(value));
        }
        let modules = u8::try_from(self.0.libraries.len()).unwrap_or(u8::MAX);
        for module in 0..=modules {
            if let Some(index) = self.module(module).and_then(|own| own.find(name)) {
                return Some(Meaning::Definition(DefinitionId { module, index }));
            }
        }
        if let Some(essay) = &self.0.essay {
            let outline = self.0.site.essays.get(essay);
            if let Some((id, _)) = outline.and_then(|outline| outline.ids.get_key_value(name)) {
                return Some(Meaning::Finding { essay: Arc::clone(essay), id: Arc::clone(id) });
            }
            if name == "here" {
                return Some(Meaning::Here);
            }
        }
        if name == "ladder" && !self.0.site.essays.is_empty() {
            return Some(Meaning::Ladder);
        }
        let (own, _) = self.0.site.essays.get_key_value(name)?;
        Some(Meaning::Essay(Arc::clone(own)))
    }

    /// The name nearest to `name` that means something here, functions included.
    pub(crate) fn nearest_name(
        &self,
        name: &str,
        variables: &[&str],
        called: bool,
    ) -> Option<String> {
        let mut names: Vec<&str> = Vec::new();
        if called {
            names.extend(Builtin::NAMED.iter().map(|(name, _)| *name));
            names.extend(Gathering::NAMED.iter().map(|(name, _)| *name));
        } else {
            names.extend(variables);
            names.extend(FIXED.iter().map(|(name, _)| *name));
            names.extend(self.0.site.essays.keys().map(|name| &**name));
            let own = self.0.essay.as_ref().and_then(|essay| self.0.site.essays.get(essay));
            names.extend(own.iter().flat_map(|outline| outline.ids.keys()).map(|id| &**id));
        }
        let modules = std::iter::once(&*self.0.own)
            .chain(self.0.libraries.iter().map(|library| &*library.module));
        for module in modules {
            let own = module.definitions.items.iter();
            names
                .extend(own.filter(|own| own.parameters.is_some() == called).map(|own| &*own.name));
        }
        nearest(name, names).map(str::to_owned)
    }

    /// The number that `rung` behind an essay's name stands for.
    pub(crate) fn rung(&self, essay: &str) -> Option<Number> {
        let rung = self.0.site.essays.get(essay)?.rung?;
        Some(Number::from(i64::from(rung)))
    }

    /// Whether findings were looked for and could not be made.
    pub(crate) fn failed(&self, essay: &Name, id: &Name) -> bool {
        let findings = self.0.site.findings.read();
        findings.is_ok_and(|findings| {
            matches!(findings.get(essay).and_then(|own| own.get(id)), Some(Found::Failed))
        })
    }
}

/// The definitions without those whose name is taken, each of which is reported.
fn distinct(definitions: Definitions, libraries: &[Library], sink: &mut Sink) -> Definitions {
    let mut kept: Vec<Definition> = Vec::new();
    for definition in definitions.items.iter() {
        let name = &*definition.name;
        let error = |message: String| {
            Diagnostic::error(Code::DefinitionTwice, message)
                .label(definition.name_at, "defined here")
        };
        let is_function = Builtin::named(name).is_some() || Gathering::named(name).is_some();
        let is_reserved =
            FIXED.iter().any(|(own, _)| *own == name) || matches!(name, "here" | "ladder" | "this");
        if is_function || is_reserved {
            sink.push(
                error(format!("`{name}` belongs to the language")).help("give it another name"),
            );
            continue;
        }
        let earlier = kept.iter().find(|own| *own.name == *name).or_else(|| {
            libraries.iter().find_map(|library| {
                let module = &library.module;
                module.definition(module.find(name)?)
            })
        });
        if let Some(earlier) = earlier {
            sink.push(
                error(format!("`{name}` is defined twice"))
                    .label(earlier.name_at, "and here")
                    .help("give one of them another name"),
            );
        } else if kept.len() == MAX_DEFINITIONS {
            sink.push(error(format!("there are more than {MAX_DEFINITIONS} definitions")));
            break;
        } else {
            kept.push(definition.clone());
        }
    }
    Definitions { items: kept.into() }
}

fn clashes_of_libraries(libraries: &[Library], sink: &mut Sink) {
    for (index, library) in libraries.iter().enumerate() {
        for definition in &*library.module.definitions.items {
            let name = &definition.name;
            let earlier = libraries.iter().take(index).find_map(|other| {
                let module = &other.module;
                module.definition(module.find(name)?)
            });
            if let Some(earlier) = earlier {
                sink.push(
                    Diagnostic::error(
                        Code::DefinitionTwice,
                        format!("`{name}` is defined in two libraries that are used together"),
                    )
                    .label(definition.name_at, "defined here")
                    .label(earlier.name_at, "and here"),
                );
            }
        }
    }
}
