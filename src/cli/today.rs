//! The day, for what an author begins today. No build asks for it.

#![expect(clippy::disallowed_methods, reason = "a new essay bears the day on which it is begun")]

use std::time::SystemTime;
use std::time::UNIX_EPOCH;

use jiff::Timestamp;
use jiff::tz::TimeZone;

/// Today's date by Greenwich, as the front matter has it: `2026-11-30`.
#[must_use]
pub fn today() -> String {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let seconds = i64::try_from(since.as_secs()).unwrap_or_default();
    let now = Timestamp::from_second(seconds).unwrap_or(Timestamp::UNIX_EPOCH);
    now.to_zoned(TimeZone::UTC).date().to_string()
}
