//! The preview: the site from memory, refreshed on save, with every mistake marked where it stands.

pub mod http;
pub mod watch;
