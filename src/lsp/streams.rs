//! Messages of the protocol on two streams, with limits.
//!
//! Each message is a head, lines that end with an empty one, and as many bytes of JSON as the head
//! says. What a head says is believed only up to [`MESSAGE`], and room is made as the bytes come, so
//! that no head can take the memory of the machine. Where a head cannot be trusted nobody knows where
//! the next one begins: the conversation ends with an error.

use std::io;
use std::io::BufRead;
use std::io::BufReader;
use std::io::Read;
use std::io::Write;
use std::thread;
use std::thread::JoinHandle;

use lsp_server::Connection;
use lsp_server::Message;

/// Bytes that a message may have: a book, escaped twice, has fewer.
const MESSAGE: usize = 64 << 20;

/// Bytes that a head may have.
const HEAD: usize = 8 << 10;

/// The two threads between a conversation and the streams.
pub(crate) struct Threads {
    reader: JoinHandle<io::Result<()>>,
    writer: JoinHandle<io::Result<()>>,
}

impl Threads {
    /// Waits until both streams are done with.
    ///
    /// # Errors
    ///
    /// What stopped one of them before its end.
    pub(crate) fn join(self) -> io::Result<()> {
        let broken = || Err(io::Error::other("a thread of the connection broke"));
        self.reader.join().unwrap_or_else(|_| broken())?;
        self.writer.join().unwrap_or_else(|_| broken())
    }
}

/// A conversation over standard input and output.
///
/// # Errors
///
/// If the threads cannot be begun.
pub(crate) fn stdio() -> io::Result<(Connection, Threads)> {
    let (server, editor) = Connection::memory();
    let Connection { sender, receiver } = editor;
    let reader = thread::Builder::new().spawn(move || {
        let mut input = BufReader::new(io::stdin());
        while let Some(message) = read(&mut input)? {
            let is_exit = matches!(&message, Message::Notification(one) if one.method == "exit");
            if sender.send(message).is_err() || is_exit {
                break;
            }
        }
        Ok(())
    })?;
    let writer = thread::Builder::new().spawn(move || {
        let mut output = io::stdout().lock();
        for message in receiver {
            message.write(&mut output)?;
            output.flush()?;
        }
        Ok(())
    })?;
    Ok((server, Threads { reader, writer }))
}

/// The next message, or `None` at the end of the stream.
///
/// # Errors
///
/// If the stream cannot be read, ends within a message, or does not hold one.
fn read(input: &mut impl BufRead) -> io::Result<Option<Message>> {
    let Some(size) = head(input)? else { return Ok(None) };
    let mut body = Vec::new();
    input.take(size as u64).read_to_end(&mut body)?;
    if body.len() < size {
        return Err(invalid(format!(
            "a message of {size} bytes was announced, and {} came",
            body.len()
        )));
    }
    let message = serde_json::from_slice(&body)
        .map_err(|error| invalid(format!("a message is not one of the protocol: {error}")))?;
    Ok(Some(message))
}

/// The number of bytes that the next head announces, or `None` at the end of the stream.
fn head(input: &mut impl BufRead) -> io::Result<Option<usize>> {
    let mut size = None;
    let mut left = HEAD;
    let mut begun = false;
    loop {
        let mut line = Vec::new();
        input.by_ref().take(left as u64).read_until(b'\n', &mut line)?;
        left -= line.len();
        if line.is_empty() && !begun && left > 0 {
            return Ok(None);
        }
        begun = true;
        if line.pop() != Some(b'\n') {
            return Err(invalid(String::from(match left {
                0 => "the head of a message has no end",
                _ => "the input ends within the head of a message",
            })));
        }
        let line = String::from_utf8_lossy(&line);
        let line = line.trim_end_matches('\r');
        if line.is_empty() {
            break;
        }
        let Some((name, value)) = line.split_once(':') else {
            return Err(invalid(format!("`{line}` is no line of a head, `Content-Length: 12`")));
        };
        if name.trim().eq_ignore_ascii_case("content-length") {
            let value = value.trim();
            let number = value.parse().ok().filter(|size| *size <= MESSAGE);
            size = Some(number.ok_or_else(|| {
                invalid(format!(
                    "`Content-Length: {value}` is no number of bytes between 0 and {MESSAGE}"
                ))
            })?);
        }
    }
    size.map(Some).ok_or_else(|| invalid(String::from("a message has no `Content-Length`")))
}

fn invalid(message: String) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, message)
}

#[cfg(test)]
mod tests {
    use super::HEAD;
    use super::read;

    /// What is read from `bytes`: how many messages, and what is wrong with the one behind them.
    fn count(mut bytes: &[u8]) -> (usize, Option<String>) {
        let mut messages = 0;
        loop {
            match read(&mut bytes) {
                Ok(Some(_)) => messages += 1,
                Ok(None) => return (messages, None),
                Err(error) => return (messages, Some(error.to_string())),
            }
        }
    }

    #[test]
    fn messages_follow_each_other_to_the_end() {
        let text = r#"{"jsonrpc":"2.0","method":"exit"}"#;
        let one = format!("content-length: {}\r\nContent-Type: x\r\n\r\n{text}", text.len());
        assert_eq!(count(b""), (0, None));
        assert_eq!(count(format!("{one}{one}").as_bytes()), (2, None));
    }

    #[test]
    fn a_head_is_believed_only_so_far() {
        let endless = "x".repeat(HEAD + 1);
        for (input, said) in [
            ("Content-Length: 1000000000000\r\n\r\n{}", "is no number of bytes"),
            ("Content-Length: -5\r\n\r\n{}", "`Content-Length: -5`"),
            ("Content-Length: 99999999999999999999999999\r\n\r\n{}", "is no number of bytes"),
            ("Content-Length: x\r\n\r\n{}", "`Content-Length: x`"),
            ("Content-Type: x\r\n\r\n{}", "a message has no `Content-Length`"),
            ("\r\n\r\n{}", "a message has no `Content-Length`"),
            ("Content-Length: 60000000\r\n\r\n{}", "and 2 came"),
            ("Content-Length: 2\r\n\r\n{}", "not one of the protocol"),
            ("Content-Length: 2\r\n", "ends within the head"),
            ("Content-Length", "ends within the head"),
            ("nonsense\r\n\r\n", "`nonsense` is no line of a head"),
            (endless.as_str(), "has no end"),
        ] {
            let (messages, error) = count(input.as_bytes());
            assert_eq!(messages, 0, "{input}");
            assert!(error.as_ref().is_some_and(|error| error.contains(said)), "{input}: {error:?}");
        }
    }
}
