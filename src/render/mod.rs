//! From judged essays to the bytes of a site.
//!
//! Values, verdicts and figures arrive as the plain structs of [`model`]; pages, feeds and the
//! register leave as [`Output`]s. Nothing here reads a file, a clock or the network.
//!
//! **Invariant.** What the author wrote is escaped on the way out, exactly once.
//!
//! **Not here.** Judging: whether a number is right, a link leads somewhere or a claim holds was
//! decided before, or is decided on the finished pages by `site`.

pub mod address;
mod bibtex;
mod card;
pub mod escape;
mod feed;
pub mod html;
pub mod katex_assets;
pub mod math;
mod metadata;
pub mod model;
mod pages;
#[cfg(test)]
pub(crate) mod sample;
mod search;
mod sitemap;
pub mod templates;
pub mod text;
pub mod theme;
pub mod words;

pub use model::Output;
pub use model::PageInput;
pub use model::PageKind;
pub use model::Site;
pub use model::SiteInput;
pub use pages::Memory;
pub use pages::math_renderer;
pub use pages::render;
