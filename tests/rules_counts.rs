//! Check numbers of the rules: first moves by piece, lone pieces on an empty board, the moves of
//! the rule sets `seed-literal` and `tsa`, the symmetric array.

#![allow(clippy::unwrap_used, missing_docs, reason = "a test may panic")]

#[path = "support/boards.rs"]
mod boards;

use std::collections::{BTreeMap, BTreeSet};

use boards::{place, start, texts, variant};
use daiban::movegen::perft::{LastPly, perft};
use daiban::position::Position;
use daiban::types::{Color, Square};

/// `AB 7, BB 4` as a map.
fn table(text: &str) -> BTreeMap<String, usize> {
    let entry = |e: &str| {
        let (code, count) = e.trim().split_once(' ').unwrap();
        (code.to_owned(), count.parse().unwrap())
    };
    text.split([',', ';']).map(entry).collect()
}

fn first_moves(position: &Position) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    for &m in &position.moves() {
        let kind = position.variant().kind_of(position.at(m.from()));
        *counts.entry(kind.full_code()).or_default() += 1;
    }
    counts
}

/// Moves without promotion of a lone piece; the enemy king stands where few pieces come.
fn lone(id: &str, options: &str, code: &str, square: &str, king: &str) -> usize {
    let men = format!("{code}@{square} ki@{king}");
    let position = place(&variant(id, options), Color::Black, &men);
    position.moves().iter().filter(|m| !m.is_promotion()).count()
}

const WA_LONE: &str = "CK 8, CE 20, TF 12, FF 21, SW 12, RR 10, VW 6, VS 5, FG 4, CM 4, BD 5, FC 4, \
    LH 7, OC 5, SC 3, SO 3, SP 1; +FF 32, +SW 20, +RR 12, +VW 8, +VS 7, +FG 12, +CM 5, +BD 6, \
    +FC 14, +LH 4, +OC 8, +SC 21, +SO 20, +SP 6";
const MAKA_LONE: &str = "KI 8, DV 4, DS 4, GG 6, SG 5, CG 4, IG 3, TG 3, ST 2, EG 2, LN 9, RC 18, \
    CT 4, CC 5, CO 4, FL 6, BT 7, DE 7, RD 6, BM 5, OR 6, AB 4, BB 13, EW 5, KR 8, LI 25, PH 8, \
    DY 4, KN 2, VO 8, FY 8, BV 9, WR 14, LD 25, GD 14, SD 28, RK 36, LC 28, SM 20, SF 22, VM 20, \
    BI 36, DH 40, DK 40, CP 180, FK 72, HM 360, RT 28, PW 1, GB 2; +KI 360, +DE 8, +DV 73, \
    +DS 81, +GG 54, +SG 45, +CG 36, +IG 27, +TG 27, +ST 18, +EG 18, +CT 36, +CC 46, +CO 36, \
    +FL 54, +BT 63, +RD 54, +BM 46, +OR 27, +AB 54, +BB 54, +EW 45, +KR 34, +LI 33, +PH 34, \
    +GB 18, +RK 6, +PW 6, +HM 6";
const DAI_LONE: &str = "KI 8, FK 56, LI 25, DK 32, DH 32, RK 28, BI 28, KR 8, PH 8, DE 7, BT 7, \
    FL 6, GG 6, SG 5, CG 4, VM 16, SM 16, RC 14, LN 7, PW 1, GB 2, IG 3, ST 2, KN 2, EW 5, AB 4, \
    CT 4, VO 8, FY 8; +DE 8, +DK 47, +DH 52, +RK 32, +BI 32, +KR 25, +PH 56, +BT 20, +FL 28, \
    +GG 28, +SG 16, +CG 16, +VM 42, +SM 42, +RC 28, +LN 28, +PW 6, +GB 7, +IG 6, +FY 6";
const TENJIKU_LONE: &str = "KI 8, DE 7, GG 6, SG 5, CG 4, IG 3, FL 6, BT 7, DG 3, PW 1, KN 2, LN 7, \
    RC 15, SM 17, VM 17, VT 12, SS 18, BI 29, RK 30, DH 33, DK 34, KR 8, PH 8, LI 25, FK 59, WB 48, \
    CS 48, HF 55, SE 50, BG 29, RG 30, VG 66, GR 59, FE 60, LW 46, FD 75; +DE 8, +GG 30, +SG 17, \
    +CG 17, +IG 12, +FL 29, +BT 21, +DG 22, +PW 6, +KN 18, +LN 29, +RC 30, +SM 44, +VM 44, +VT 48, \
    +SS 48, +BI 33, +RK 34, +DH 55, +DK 50, +KR 25, +LI 46, +PH 59, +FK 60, +WB 75, +CS 42, \
    +HF 29, +SE 30, +BG 66, +RG 59";

#[test]
fn lone_pieces_of_wa() {
    for (code, count) in table(WA_LONE) {
        let position = place(&variant("wa", ""), Color::Black, &format!("{code}@6f ck@1b"));
        // On the last rank some must promote.
        let ends: BTreeSet<Square> = position.moves().iter().map(|m| m.to()).collect();
        assert_eq!(ends.len(), count, "wa {code}");
    }
}

#[test]
fn lone_pieces() {
    for (code, count) in table(TENJIKU_LONE) {
        assert_eq!(lone("tenjiku", "DeadPromotion=optional", &code, "8h", "1b"), count, "{code}");
    }
    for (code, count) in table(MAKA_LONE) {
        assert_eq!(lone("maka", "", &code, "10j", "1b"), count, "maka {code}");
    }
    for (code, count) in table(DAI_LONE) {
        assert_eq!(lone("dai", "", &code, "8h", "1b"), count, "dai {code}");
    }
}

#[test]
fn first_moves_of_maka() {
    let seed = start(&variant("maka", ""));
    assert_eq!(
        first_moves(&seed),
        table(
            "AB 7, BB 4, BI 2, CC 2, CG 2, CO 1, DH 4, DK 1, DY 1, EG 2, EW 3, FL 2, FY 3, GB 2, \
             IG 4, KR 1, LC 1, LD 4, OR 3, PW 17, RC 2, RD 2, RT 1, SD 3, SF 2, SG 2, SM 1, ST 4, \
             VM 2, VO 5"
        )
    );
    let mut symmetric = start(&variant("maka", "StartPosition=symmetric"));
    assert_eq!(
        first_moves(&symmetric),
        table(
            "AB 8, BB 2, CC 2, CG 2, CO 1, DH 6, DY 2, EG 2, EW 2, FL 2, GB 2, IG 4, KR 1, LC 1, \
             LD 3, OR 2, PW 17, RC 2, RD 2, RT 1, SD 2, SG 2, ST 4, VO 6"
        )
    );
    assert_eq!(seed.moves().len(), 90);
    assert_eq!(perft(&mut symmetric, 1, LastPly::Counted), 78);
    assert_eq!(perft(&mut symmetric, 2, LastPly::Counted), 6084);
    // The rule set of the leaflet begins from it as well; only the lion dog moves otherwise.
    let tsa = start(&variant("maka", "RuleSet=tsa"));
    assert_eq!(tsa.sfen(), symmetric.sfen());
}

#[test]
fn first_moves_of_dai() {
    assert_eq!(
        first_moves(&start(&variant("dai", ""))),
        table(
            "AB 6, BT 2, CG 4, DH 4, EW 2, FL 2, FY 6, GB 2, GG 2, IG 2, KN 4, KR 2, LI 2, PW 13, \
             RC 2, RK 2, SG 2, SM 2, ST 4, VO 6"
        )
    );
}

#[test]
fn first_moves_of_tenjiku() {
    let start = start(&variant("tenjiku", ""));
    assert_eq!(
        first_moves(&start),
        table(
            "BG 12, BI 2, BT 2, CG 2, CS 4, DG 2, DH 2, DK 2, FL 2, GR 6, HF 2, IG 2, KR 1, PW 14, \
             RG 6, SE 4, SG 2, VG 1, VT 2, WB 2"
        )
    );
}

#[test]
fn the_literal_moves_of_the_seed() {
    let moves = |code: &str| {
        let men = format!("{code}@10j ki@1b");
        texts(&place(&variant("maka", "RuleSet=seed-literal"), Color::Black, &men), "10j")
    };
    assert_eq!(moves("DV"), ["10j11i", "10j11j", "10j9i", "10j9j"]);
    assert_eq!(moves("AB"), ["10j11j", "10j9j"]);
    assert_eq!(moves("OR"), ["10j10l", "10j12h", "10j8h"]);
    assert_eq!(moves("FY"), ["10j12h", "10j12l", "10j8h", "10j8l"]);
    assert_eq!(moves("DY"), ["10j10h", "10j10l", "10j11j", "10j12j", "10j8j", "10j9j"]);
    for (code, count) in [("SD", 24), ("WR", 12), ("SF", 22)] {
        assert_eq!(moves(code).len(), count, "{code}");
    }
    // Everything else moves as ever, and the rules are the default ones.
    let changed = ["DV", "AB", "OR", "FY", "SD", "WR", "DY", "SF"];
    let (literal, default) = (variant("maka", "RuleSet=seed-literal"), variant("maka", ""));
    assert_eq!(literal.rules, default.rules);
    for ((_, a), (_, b)) in literal.types().zip(default.types()) {
        let other = changed.contains(&a.full_code().as_str());
        assert_eq!(a.movement != b.movement, other, "{}", a.full_code());
    }
}

#[test]
fn the_moves_of_the_leaflet() {
    for (code, count) in
        [("LD", 24), ("+DV", 72), ("+LI", 33), ("+RD", 30), ("+EW", 64), ("+BB", 54), ("LI", 25)]
    {
        assert_eq!(lone("maka", "RuleSet=tsa", code, "10j", "1b"), count, "{code}");
    }
    // The bear jumps where it could not slide.
    let men = "+BB@10j PW@9i PW@11i PW@11k PW@9k KI@19s ki@1b";
    let bear = place(&variant("maka", "RuleSet=tsa"), Color::Black, men);
    let ends = texts(&bear, "10j");
    assert!(ends.contains(&"10j8h".to_owned()) && ends.contains(&"10j12h".to_owned()));
    assert_eq!(ends.len(), 18 + 2);
}
