//! Exchanges that once came out wrong.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::sync::Arc;

use daiban::game::parse_move::find_move;
use daiban::position::Position;
use daiban::position::move_text::MoveText;
use daiban::position::see::ExchangeValues;
use daiban::variant::Registry;

/// A gold takes the bishop on 4b and thereby opens the second leg of a hook mover on 12e, which
/// takes back: the exchange does not lose the bishop.
#[test]
fn a_hook_mover_behind_a_taker_joins_in() {
    let maka = Arc::new(Registry::new().get("maka").unwrap().default_variant().unwrap());
    let sfen = "4[ln]2+[WR]3[ld]2+[rk]3+[VO]/1[IG][sd]3+[KI][LC][gg]1[HM]+[ph]+[GG]+[LC]4[cg]/\
        10[DH]+[KR]3+[rc]3/3+[VO]3[PH]+[DV]5[vm]2[BI][KN]/2+[BI][ST]2[RD][HM]9+[PW]1/\
        [bi][or][RC]4+[bb]5+[EW]1+[BT]2+[wr]/9[GG][DV]1[SM]4[lc][PW]/\
        [CP]5+[rd]+[VO]3+[gg]2[FL][BT]3/+[IG]6[hm]2[VM]5[ab]2/11+[rt]+[sd][sg]5/\
        [bt]2+[cg]9+[DE]2+[fy]+[PH]+[rt]/2+[de]2+[bv]4[SG]2+[kr]+[SM][co]+[lc]2/\
        6[RK]5+[BT]3[sd]1[BV]/1+[gd]+[pw]11[CC]2[KR]+[LC]/7[ld]2[dy]5+[tg][OR]1/\
        [bv]1+[VO]+[ds]1[eg]1+[SF][KR]+[ct]+[CC]8/[KN][tg]7[CP]6+[CP]2/4+[or]4+[sg]9/\
        5+[EG]1[cg]4+[BV]3[co]1+[st] b - 4";
    let position = Position::from_sfen(&maka, sfen).unwrap();
    let count = maka.kinds.len() as i32;
    let worth = |kind: i32| 100 + 7 * kind * (kind % 9 + 1);
    let values = ExchangeValues::new((0..2 * count).map(|i| worth(i / 2)).collect());
    let text = MoveText::parse(&maka.geometry, "2d4b").unwrap();
    let m = find_move(&position, &text).unwrap();
    assert!(position.see_ge(m, 0, &values));
    assert!(!position.see_ge(m, 1, &values));
}
