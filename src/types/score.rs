//! Scores of the search.

/// A score in centipawns of the game's own pawn, or a mate distance, from the side to move.
///
/// 32 bits, because the material of the largest games passes 32,767.
pub type Score = i32;

/// Larger than every score.
pub const INFINITE: Score = 2_000_000;
/// The score of having captured the last royal now; `MATE - n` is capturing it in `n` plies.
pub const MATE: Score = 1_000_000;
/// Scores from here on are forced wins; no evaluation reaches it.
pub const MATE_BOUND: Score = MATE - MAX_PLY as Score;
/// The deepest line that a search follows, in plies.
pub const MAX_PLY: usize = 192;

/// The signed number of plies to the capture of the last royal, if the score is a forced end:
/// positive when the side to move captures it (1 = with this move), negative when it loses its own.
pub const fn mate_distance(score: Score) -> Option<i32> {
    if score >= MATE_BOUND {
        Some(MATE - score)
    } else if score <= -MATE_BOUND {
        Some(-MATE - score)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mate_distances_are_signed() {
        assert_eq!(mate_distance(MATE - 1), Some(1));
        assert_eq!(mate_distance(-(MATE - 2)), Some(-2));
        assert_eq!(mate_distance(300), None);
    }
}
