//! Move expressions of the tables, read and compiled.

use super::*;
use crate::types::Direction;
use crate::variant::movement::{DirectionSet, Mode};

fn targets(text: &str) -> Vec<(i8, i8)> {
    let spec = compile(text).unwrap();
    let mut targets: Vec<_> = spec.leaps.iter().map(|l| (l.right, l.forward)).collect();
    for slide in &spec.slides {
        let (right, forward) = slide.direction.delta();
        targets.extend((1..=slide.max.min(4) as i8).map(|n| (right as i8 * n, forward as i8 * n)));
    }
    targets.sort_unstable();
    targets.dedup();
    targets
}

fn fault(text: &str) -> (BetzaFault, String, usize) {
    let error = compile(text).unwrap_err();
    (error.fault, error.token, error.column)
}

#[test]
fn prefixes_name_the_owners_directions() {
    assert_eq!(targets("fW"), [(0, 1)]);
    assert_eq!(targets("fsbW"), [(-1, 0), (0, -1), (0, 1), (1, 0)]);
    assert_eq!(targets("rbfFlW"), [(-1, 0), (-1, 1), (1, -1), (1, 1)]);
    assert_eq!(targets("blfFrW"), targets("lbfFrW"));
    assert_eq!(targets("lbfFrW"), [(-1, -1), (-1, 1), (1, 0), (1, 1)]);
    assert_eq!(targets("lfrbF"), [(-1, 1), (1, -1)]);
    assert_eq!(targets("ffN"), [(-1, 2), (1, 2)]);
    assert_eq!(targets("fsN"), [(-2, 1), (2, 1)]);
    assert_eq!(targets("fN").len(), 4);
    assert_eq!(targets("flN"), [(-1, 2)]);
    assert_eq!(targets("lfN"), [(-2, 1)]);
    assert_eq!(targets("vN").len(), 4);
    assert_eq!(targets("fF2bW2"), [(-2, 2), (-1, 1), (0, -2), (0, -1), (1, 1), (2, 2)]);
}

#[test]
fn modalities_stay_apart() {
    let spec = compile("mWcF").unwrap();
    assert!(spec.leaps.iter().filter(|l| l.mode == Mode::MOVE).count() == 4);
    assert!(spec.leaps.iter().filter(|l| l.mode == Mode::CAPTURE).count() == 4);
    assert_eq!(compile("mWcW").unwrap(), compile("W").unwrap());
}

#[test]
fn chains_become_powers() {
    let lion = compile("KNADcaKmabK").unwrap();
    assert!(lion.powers.lion && lion.leaps.len() == 24);
    assert_eq!(lion.powers.passes, DirectionSet::ALL);
    assert_eq!(sorted("lion"), sorted("KNADcaKmabK"));
    let dog = compile("KADmabKcavKmcpafmcpavK").unwrap();
    assert_eq!(dog.powers.long_lines, DirectionSet::ALL);
    assert!(dog.powers.lines.is_empty() && dog.leaps.len() == 24);
    assert_eq!(sorted("lion_dog"), sorted("KADmabKcavKmcpafmcpavK"));
    let falcon = compile("BsbRfWfDfcavWfmabW").unwrap();
    let north = DirectionSet::NONE.with(Direction::North);
    assert_eq!((falcon.powers.lines, falcon.powers.passes), (north, north));
    let eagle = compile("RbBfFfAfcavFfmabF").unwrap();
    let forward = DirectionSet::NONE.with(Direction::NorthEast).with(Direction::NorthWest);
    assert_eq!((eagle.powers.lines, eagle.powers.passes), (forward, forward));
    assert!(compile("RmasR").unwrap().powers.hook.orthogonal);
    assert!(compile("BmasB").unwrap().powers.hook.diagonal);
    assert_eq!(sorted("hook_diagonal"), sorted("BmasB"));
    assert!(compile("U").unwrap().powers.universal);
    let fiend = compile("KNADcaKmabK + KADmabKcavKmcpafmcpavK").unwrap();
    assert!(fiend.powers.lion && fiend.powers.long_lines == DirectionSet::ALL);
    assert_eq!(fiend.leaps.len(), 32);
    let teaching_king = compile("QADmabKcavKmcpafmcpavK").unwrap();
    assert_eq!((teaching_king.slides.len(), teaching_king.leaps.len()), (8, 24));
}

#[test]
fn powers_of_generals_and_area_movers() {
    let general = compile("Q cppQ").unwrap();
    assert_eq!(general.powers.over_ranks, DirectionSet::ALL);
    assert!(general.slides.len() == 8 && general.slides.iter().all(|s| s.mode == Mode::MOVE));
    assert_eq!(compile("BsR + area3").unwrap().powers.area, 3);
    let tetrarch = compile("jB jvR jsR3 cabK").unwrap();
    assert_eq!(tetrarch.powers.skips, [64, 64, 3, 64, 64, 64, 3, 64]);
    assert_eq!(tetrarch.powers.igui, DirectionSet::ALL);
    assert!(tetrarch.leaps.is_empty() && tetrarch.slides.is_empty());
    let eagle = compile("QDAcaFmabF").unwrap();
    assert!(eagle.powers.diagonal_lion && !eagle.powers.lion);
    assert_eq!(eagle.powers.passes.iter().count(), 4);
}

fn sorted(text: &str) -> MovementSpec {
    let mut spec = compile(text).unwrap();
    spec.leaps.sort_unstable();
    spec.slides.sort_unstable();
    spec
}

#[test]
fn faults_name_token_and_column() {
    use BetzaFault as F;
    let cases: [(&str, BetzaFault, &str, usize); 28] = [
        ("", F::Empty, "", 1),
        ("W?", F::UnknownLetter, "?", 2),
        ("WxF", F::UnknownLetter, "x", 2),
        ("WY", F::UnknownLetter, "Y", 2),
        ("Wéf", F::UnknownLetter, "é", 2),
        ("Wfs", F::MissingAtom, "fs", 2),
        ("W + tiger", F::UnknownPower, "tiger", 5),
        ("+W", F::MissingTerm, "+", 1),
        ("W+", F::MissingTerm, "+", 2),
        ("W0", F::BadRange, "0", 2),
        ("FW37", F::BadRange, "37", 3),
        ("W99999999999999999999", F::BadRange, "99999999999999999999", 2),
        ("3W", F::MisplacedRange, "3", 1),
        ("WN2", F::RepeatedJump, "2", 3),
        ("WfK", F::DirectedKing, "f", 2),
        ("KNADcalK", F::BadTurn, "l", 7),
        ("WaF", F::MissingModality, "aF", 2),
        ("WcapF", F::EndsInHop, "p", 4),
        ("WcppF2", F::UnknownChain, "cppF2", 2),
        ("B + area", F::BadArea, "area", 5),
        ("area4", F::BadArea, "4", 5),
        ("WjF", F::BadSkip, "j", 2),
        ("BcaF", F::MissingEnds, "caF", 2),
        ("FAcaF", F::MissingEnds, "caF", 3),
        ("KcaK", F::MissingEnds, "caK", 2),
        ("masR", F::MissingSlides, "masR", 1),
        ("WmafW", F::UnknownChain, "mafW", 2),
        ("KNADcaKmcamcamcaK", F::UnknownChain, "mcamcamcaK", 8),
    ];
    for (text, kind, token, column) in cases {
        assert_eq!(fault(text), (kind, token.to_owned(), column), "{text}");
    }
    assert_eq!(fault(&"W".repeat(300)).0, F::TooLong);
}
