//! The course of games against a slow model: legal moves, ends and verdicts of repetition, bare
//! kings and move limits, ply by ply in small endings that come back to themselves.

#![allow(clippy::unwrap_used, clippy::panic, missing_docs, reason = "a test may panic")]

#[path = "support/boards.rs"]
mod boards;
#[path = "support/reference/mod.rs"]
mod reference;

use std::collections::BTreeMap;

use boards::{Random, random_hands, scaled, start, variant};
use daiban::game::{EndReason, Game, Judgement, MoveError, Outcome, Status};
use daiban::position::{Position, Setup};
use daiban::types::{Color, Move, Piece, PieceType};
use reference::history::History;
use reference::{MoveKey, RefMove, Reference, engine_key};

/// A few pieces a side in a corner of the board, so that they meet.
fn ending(like: &Position, random: &mut Random) -> Position {
    let variant = like.variant();
    let of = |wanted: &dyn Fn(PieceType) -> bool| -> Vec<PieceType> {
        variant.types().map(|(kind, _)| kind).filter(|&k| wanted(k)).collect()
    };
    let royals = of(&|k| variant.kind(k).royal && !variant.kind(k).movement.powers.universal);
    let others = of(&|k| !variant.kind(k).royal);
    let lions = of(&|k| variant.kind(k).lion || variant.kind(k).movement.powers.lion);
    let minors = of(&|k| variant.kind(k).minor);
    let ranks = like.geometry().ranks();
    let (low, wide) = (if random.below(2) == 0 { 0 } else { ranks - 5 }, 4 + random.below(3));
    let mut squares: Vec<_> = like
        .geometry()
        .squares()
        .filter(|&s| {
            let (file, rank) = like.geometry().coordinates(s);
            (file as usize) < wide && (low..low + 5).contains(&rank)
        })
        .collect();
    let mut pieces = Vec::new();
    for color in Color::ALL {
        let mut kinds = vec![*random.pick(&royals)];
        if random.below(5) == 0 {
            kinds.push(*random.pick(&royals));
        }
        for _ in 0..random.below(3) {
            kinds.push(match random.below(4) {
                0 if !lions.is_empty() => *random.pick(&lions),
                1 => *random.pick(&minors),
                _ => *random.pick(&others),
            });
        }
        for kind in kinds {
            let square = squares.swap_remove(random.below(squares.len()));
            pieces.push((square, Piece::new(kind, color)));
        }
    }
    let side = *random.pick(&Color::ALL);
    like.with_setup(&Setup {
        pieces,
        hands: random_hands(like, random),
        side,
        lion_capture: None,
        number: 1,
    })
    .unwrap()
}

fn by_key(moves: Vec<RefMove>) -> BTreeMap<MoveKey, RefMove> {
    moves.into_iter().map(|m| (m.key(), m)).collect()
}

/// The moves that go back where the piece came from, or all.
fn choose(game: &Game, moves: &[Move], random: &mut Random) -> Move {
    let played: Vec<Move> = game.moves_played().collect();
    let back: Vec<Move> = moves
        .iter()
        .copied()
        .filter(|m| {
            m.is_pass()
                || played.len() > 1
                    && played[played.len() - 2].to() == m.from()
                    && played[played.len() - 2].from() == m.to()
        })
        .collect();
    let patient = !back.is_empty() && random.below(6) > 0;
    *random.pick(if patient { &back } else { moves })
}

/// Plays one ending and returns how it stood after the last ply.
fn play_one(like: &Position, reference: &Reference, random: &mut Random) -> Status {
    let position = ending(like, random);
    let mut game = Game::from_position(position);
    let mut history = History::new(reference, reference.state(game.position()));
    for _ in 0..70 {
        let status = game.status();
        assert_eq!(status, history.status(), "{}", trail(&game));
        let legal: Vec<Move> = game.legal_moves().to_vec();
        let wanted = by_key(history.legal());
        let keys: BTreeMap<MoveKey, Move> =
            legal.iter().map(|&m| (engine_key(game.position(), m).0, m)).collect();
        assert!(keys.keys().eq(wanted.keys()), "{} {:?} {:?}", trail(&game), keys, wanted);
        if status != Status::Playing {
            return status;
        }
        let before = game.position().clone();
        for &m in &game.position().moves() {
            game.make_move(m);
            let verdict = game.judge();
            game.unmake_move();
            if game.position().clone().bar(m).is_some() {
                assert!(!legal.contains(&m), "{}", trail(&game));
                continue;
            }
            assert_eq!(verdict == Judgement::Illegal, !legal.contains(&m), "{}", trail(&game));
            if verdict == Judgement::Illegal {
                assert_eq!(game.play(m), Err(MoveError::Repetition));
            }
        }
        assert_eq!(game.position(), &before);
        let m = choose(&game, &legal, random);
        history.play(&wanted[&engine_key(game.position(), m).0]);
        game.play(m).unwrap();
        judgement_fits(&mut game);
    }
    game.status()
}

/// The quick verdict says the same as the full one, but for a side without moves.
fn judgement_fits(game: &mut Game) {
    let stalemate =
        matches!(game.status(), Status::Over(Outcome { reason: EndReason::NoMoves, .. }));
    match (game.judge(), game.status()) {
        (Judgement::Playing, Status::Playing) => {}
        (Judgement::Over(quick), Status::Over(full)) if quick == full => {}
        _ if stalemate => {}
        other => panic!("{other:?} {}", trail(game)),
    }
}

fn trail(game: &Game) -> String {
    let mut position = game.start_position();
    let mut text = format!("sfen {} moves", position.sfen());
    for m in game.moves_played() {
        text = format!("{text} {}", position.move_text(m));
        let _ = position.make_move(m);
    }
    format!("{} {text}", game.variant().id)
}

fn endings_agree(id: &str, options: &[&str], count: usize) {
    let mut reasons: BTreeMap<String, usize> = BTreeMap::new();
    for (number, options) in options.iter().enumerate() {
        let variant = variant(id, options);
        let reference = Reference::new(&variant);
        let like = start(&variant);
        let mut random = Random(number as u64 * 31 + 7);
        for _ in 0..scaled(count) {
            let status = play_one(&like, &reference, &mut random);
            *reasons.entry(status.to_string()).or_default() += 1;
        }
    }
    // The endings are worth something only when they end in many ways.
    assert!(reasons.len() >= 4, "{reasons:?}");
}

#[test]
fn chu_endings_agree_with_the_model() {
    let options = [
        "",
        "RuleSet=jcsa",
        "RuleSet=jcsa RepetitionThreshold=2",
        "RuleSet=hachu",
        "BareKing=on Repetition=fourth",
        "BareKing=on Repetition=draw4 MoveLimit=50",
        "BareKing=off Repetition=lishogi",
        "BareKing=lishogi Repetition=off MoveLimit=30",
        "BareKing=off Repetition=onus RepetitionThreshold=3 DeadPromotion=forced",
    ];
    endings_agree("chu", &options, 20);
}

#[test]
fn dai_endings_agree_with_the_model() {
    let options = [
        "",
        "RuleSet=hachu",
        "BareKing=on LionTrading=always LionScope=any FreshLion=off",
        "Repetition=lishogi BareKing=lishogi",
        "Repetition=onus LionTrading=protected",
    ];
    endings_agree("dai", &options, 20);
}

#[test]
fn tenjiku_endings_agree_with_the_model() {
    let options = [
        "",
        "RuleSet=tsa",
        "Repetition=fourth BareKing=on",
        "Repetition=draw4 GeneralCapture=strict MoveLimit=40",
        "AreaPass=off BareKing=lishogi",
    ];
    endings_agree("tenjiku", &options, 8);
}

#[test]
fn maka_endings_agree_with_the_model() {
    let options = [
        "",
        "RepetitionThreshold=4",
        "BareKing=on Repetition=fourth",
        "BareKing=lishogi Repetition=draw4 RuleSet=tsa",
        "Repetition=strict EmperorCapture=royals-only",
    ];
    endings_agree("maka", &options, 20);
}

#[test]
fn endings_under_the_rule_of_check_agree_with_the_model() {
    let options = [
        "",
        "Repetition=draw4 MoveLimit=40",
        "Repetition=strict BareKing=on",
        "Repetition=fourth CheckRule=capture",
        "Impasse=draw Repetition=onus",
    ];
    endings_agree("wa", &options, 30);
}

#[test]
fn endings_with_drops_agree_with_the_model() {
    let options = [
        "",
        "TwoPawns=on PawnDropMate=on",
        "CheckRule=capture BareKing=on Repetition=draw4",
        "Impasse=draw Repetition=strict BareKing=lishogi",
        "Repetition=onus DeadPromotion=optional MoveLimit=60",
    ];
    endings_agree("shogi", &options, 10);
    endings_agree("wadrops", &options, 4);
}
