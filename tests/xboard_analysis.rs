//! Analysis in XBoard's protocol with the real binary: how soon it answers, and how many lines.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may panic")]

#[path = "support/cecp.rs"]
#[expect(dead_code, reason = "these tests use a part of the client")]
mod cecp;

use std::time::{Duration, Instant};

use cecp::{Client, is_result};

/// What a user may wait for an answer.
const LIMIT: Duration = Duration::from_millis(100);

/// Board changes that leave the game as it was.
const CHANGES: [&str; 8] = [
    "usermove g5g6",
    "undo",
    "usermove i5i6",
    "undo",
    "usermove c5c6",
    "usermove c11c10",
    "undo",
    "undo",
];

fn analyze(lines: u32) -> Client {
    let mut client = Client::start(&["xboard"]);
    client.ask("variant dai");
    client.ask(&format!("option MultiPV={lines}"));
    client.ask("force");
    client.send("analyze");
    client.wait(|l| l.starts_with("2 "));
    client
}

/// Changes the board and asks at once; gives the time to the answer of `.`, and to the first line
/// about the new position.
fn change(client: &mut Client, command: &str) -> [Duration; 2] {
    let answer = |l: &str| l.starts_with("stat01: ");
    // The search before was deeper already.
    let first = |l: &str| l.starts_with("1 ");
    let begun = Instant::now();
    client.send(&format!("{command}\n."));
    let (line, _) = client.wait(|l| answer(l) || first(l));
    let one = begun.elapsed();
    if answer(&line) {
        client.wait(first);
    } else {
        client.wait(answer);
    }
    let other = begun.elapsed();
    client.wait(|l| l.starts_with("2 "));
    if answer(&line) { [one, other] } else { [other, one] }
}

/// The median of every round is strict. The slowest answer of all may fall into a pause of a busy
/// machine, but not in each of three rounds.
#[test]
fn answers_and_new_moves_come_within_a_tenth_of_a_second() {
    let mut client = analyze(3);
    let mut slowest = Vec::new();
    for _ in 0..3 {
        let mut times: Vec<Duration> =
            CHANGES.iter().flat_map(|c| change(&mut client, c)).collect();
        // Without a change, too.
        let begun = Instant::now();
        client.send(".");
        client.wait(|l| l.starts_with("stat01: "));
        times.push(begun.elapsed());
        times.sort_unstable();
        assert!(times[times.len() / 2] < LIMIT, "{times:?}");
        slowest.extend(times.last().copied());
    }
    assert!(slowest.iter().any(|time| *time < LIMIT), "{slowest:?}");
    let said = client.ask("exit");
    assert!(!said.iter().any(|l| l.starts_with("move") || is_result(l)), "{said:?}");
    client.send("hint");
    client.wait(|l| l.starts_with("Hint: "));
    client.quit();
}

/// The first moves of the lines of depth 2, once depth 3 is begun.
fn first_moves(client: &mut Client) -> Vec<String> {
    client.wait(|l| l.starts_with("1 "));
    let (_, before) = client.wait(|l| l.starts_with("3 "));
    let lines = before.iter().filter(|l| l.starts_with("2 "));
    // Depth, score, time, nodes, line.
    lines.map(|l| l.split_whitespace().nth(4).unwrap().to_owned()).collect()
}

#[test]
fn analysis_shows_as_many_lines_as_asked_for_each_with_its_own_move() {
    let mut client = analyze(1);
    for count in [3, 5, 1] {
        client.send(&format!("option MultiPV={count}"));
        let mut moves = first_moves(&mut client);
        assert_eq!(moves.len(), count, "{moves:?}");
        moves.sort_unstable();
        moves.dedup();
        assert_eq!(moves.len(), count, "{moves:?}");
    }
    // The lines go on after a move, and are those of the other side.
    client.send("option MultiPV=2");
    first_moves(&mut client);
    client.send("usermove g5g6");
    let moves = first_moves(&mut client);
    assert_eq!(moves.len(), 2, "{moves:?}");
    client.ask("exit");
    let legal = client.ask("legal");
    for text in moves {
        assert!(legal[0].split(' ').any(|m| m == text), "{text} in {legal:?}");
    }
    client.quit();
}
