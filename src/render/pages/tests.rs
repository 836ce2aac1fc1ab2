//! A small site, drawn whole.
