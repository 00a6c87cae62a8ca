//! The padded board: size, squares, directions, names of squares.

use std::fmt::Write as _;

use super::{Color, Direction, Square};

/// The largest number of files or ranks.
pub const MAX_SIDE: u8 = 36;
/// The smallest number of files or ranks.
pub const MIN_SIDE: u8 = 3;
/// The widest padding that keeps the largest board below [`Square::LIMIT`] squares.
pub const MAX_PAD: u8 = 8;

/// The shape of a padded mailbox.
///
/// File 0 is Black's right edge (USI file 1), rank 0 the far side (USI rank `a`). Rows share their
/// side padding: behind the last file of a row come `pad` padding entries that are also the left
/// padding of the next row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Geometry {
    files: u8,
    ranks: u8,
    pad: u8,
    stride: u16,
    origin: u16,
    offsets: [i16; 8],
    /// (file, rank) of every mailbox entry, (255, 255) for padding.
    coordinates: Box<[(u8, u8)]>,
}

impl Geometry {
    /// A board of `files` x `ranks` squares with `pad` padding entries around it.
    ///
    /// Returns `None` when a side is outside [`MIN_SIDE`]..=[`MAX_SIDE`] or the padded board would
    /// not fit [`Square::LIMIT`].
    pub fn new(files: u8, ranks: u8, pad: u8) -> Option<Self> {
        let sides = MIN_SIDE..=MAX_SIDE;
        if !sides.contains(&files) || !sides.contains(&ranks) || pad == 0 || pad > MAX_PAD {
            return None;
        }
        let stride = u16::from(files) + u16::from(pad);
        let origin = u16::from(pad) * stride + u16::from(pad);
        let size = stride as usize * (ranks as usize + 2 * pad as usize) + 2 * pad as usize;
        if size > Square::LIMIT {
            return None;
        }
        let mut coordinates = vec![(u8::MAX, u8::MAX); size].into_boxed_slice();
        for rank in 0..ranks {
            for file in 0..files {
                let index = origin + u16::from(rank) * stride + u16::from(file);
                coordinates[index as usize] = (file, rank);
            }
        }
        let mut offsets = [0; 8];
        for direction in Direction::ALL {
            let (right, forward) = direction.delta();
            offsets[direction.index()] = (-right - forward * i32::from(stride)) as i16;
        }
        Some(Self { files, ranks, pad, stride, origin, offsets, coordinates })
    }

    /// Number of files.
    pub const fn files(&self) -> u8 {
        self.files
    }

    /// Number of ranks.
    pub const fn ranks(&self) -> u8 {
        self.ranks
    }

    /// Width of the padding, at least the longest leap of the game.
    pub const fn pad(&self) -> u8 {
        self.pad
    }

    /// Number of mailbox entries, padding included.
    #[expect(clippy::len_without_is_empty, reason = "a board is never empty")]
    pub fn len(&self) -> usize {
        self.coordinates.len()
    }

    /// Number of squares of the board.
    pub const fn area(&self) -> usize {
        self.files as usize * self.ranks as usize
    }

    /// The square on `file` and `rank`, both from 0, or `None` off the board.
    pub fn square(&self, file: i32, rank: i32) -> Option<Square> {
        if file < 0 || rank < 0 || file >= i32::from(self.files) || rank >= i32::from(self.ranks) {
            return None;
        }
        let index = i32::from(self.origin) + rank * i32::from(self.stride) + file;
        Some(Square::from_index(index as usize))
    }

    /// File (0 = Black's right edge) and rank (0 = far side) of a square of the board.
    #[inline]
    pub fn coordinates(&self, square: Square) -> (u8, u8) {
        self.coordinates[square.index()]
    }

    /// True when the square is on the board and not padding.
    #[inline]
    pub fn contains(&self, square: Square) -> bool {
        self.coordinates.get(square.index()).is_some_and(|&(file, _)| file != u8::MAX)
    }

    /// The mailbox offset of one step in a direction.
    #[inline]
    pub const fn offset(&self, direction: Direction) -> i16 {
        self.offsets[direction.index()]
    }

    /// The mailbox offset of a step given as (right, forward) as `color` sees it.
    pub const fn delta_offset(&self, right: i32, forward: i32, color: Color) -> i16 {
        let black = -right - forward * self.stride as i32;
        match color {
            Color::Black => black as i16,
            Color::White => -black as i16,
        }
    }

    /// Steps from the square to the far edge as `color` sees it: 0 on its last rank.
    #[inline]
    pub fn ranks_ahead(&self, square: Square, color: Color) -> u8 {
        let (_, rank) = self.coordinates(square);
        match color {
            Color::Black => rank,
            Color::White => self.ranks - 1 - rank,
        }
    }

    /// Greatest of file and rank distance (a king's number of steps).
    pub fn distance(&self, a: Square, b: Square) -> u8 {
        let ((af, ar), (bf, br)) = (self.coordinates(a), self.coordinates(b));
        af.abs_diff(bf).max(ar.abs_diff(br))
    }

    /// The direction and the number of king steps from `a` to `b`, if they stand on one line.
    #[inline]
    pub fn line(&self, a: Square, b: Square) -> Option<(Direction, u8)> {
        /// By the signs of the differences of rank and file, plus 1 each.
        const DIRECTIONS: [[Direction; 3]; 3] = [
            [Direction::NorthEast, Direction::North, Direction::NorthWest],
            [Direction::East, Direction::North, Direction::West],
            [Direction::SouthEast, Direction::South, Direction::SouthWest],
        ];
        let ((af, ar), (bf, br)) = (self.coordinates(a), self.coordinates(b));
        let (files, ranks) = (i32::from(bf) - i32::from(af), i32::from(br) - i32::from(ar));
        if a == b || files != 0 && ranks != 0 && files.abs() != ranks.abs() {
            return None;
        }
        let direction = DIRECTIONS[(ranks.signum() + 1) as usize][(files.signum() + 1) as usize];
        Some((direction, files.abs().max(ranks.abs()) as u8))
    }

    /// The square seen from the other side: the board turned by 180 degrees.
    pub fn rotate(&self, square: Square) -> Square {
        let (file, rank) = self.coordinates(square);
        let file = i32::from(self.files - 1 - file);
        self.square(file, i32::from(self.ranks - 1 - rank)).unwrap_or(Square::NONE)
    }

    /// The square on the other wing: files swapped.
    pub fn mirror(&self, square: Square) -> Square {
        let (file, rank) = self.coordinates(square);
        self.square(i32::from(self.files - 1 - file), i32::from(rank)).unwrap_or(Square::NONE)
    }

    /// All squares by rank from the far side, in each rank from file 1.
    pub fn squares(&self) -> impl Iterator<Item = Square> + '_ {
        (0..i32::from(self.ranks))
            .flat_map(move |rank| (0..i32::from(self.files)).map(move |file| (file, rank)))
            .filter_map(|(file, rank)| self.square(file, rank))
    }

    /// The USI name of a square: file number and rank letters, `12l`, `36aj`.
    pub fn name(&self, square: Square) -> String {
        let (file, rank) = self.coordinates(square);
        let mut text = String::new();
        let _ = write!(text, "{}{}", u32::from(file) + 1, rank_name(rank));
        text
    }

    /// Reads a USI square name; `None` when it is malformed or off the board.
    pub fn parse(&self, text: &str) -> Option<Square> {
        let split = text.find(|c: char| !c.is_ascii_digit())?;
        let (file, rank) = text.split_at(split);
        if file.is_empty() || file.starts_with('0') {
            return None;
        }
        let file: u32 = file.parse().ok()?;
        let rank = parse_rank(rank)?;
        self.square(i32::try_from(file).ok()? - 1, rank)
    }
}

/// The letters of a rank counted from 0 at the far side: `a` .. `z`, `aa`, `ab` ...
pub fn rank_name(rank: u8) -> String {
    let letter = |n: u8| char::from(b'a' + n);
    if rank < 26 {
        letter(rank).to_string()
    } else {
        format!("{}{}", letter(rank / 26 - 1), letter(rank % 26))
    }
}

fn parse_rank(text: &str) -> Option<i32> {
    let digit = |b: u8| b.is_ascii_lowercase().then(|| i32::from(b - b'a'));
    match *text.as_bytes() {
        [a] => digit(a),
        [a, b] => Some((digit(a)? + 1) * 26 + digit(b)?),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_square_has_a_name_that_reads_back() {
        for (files, ranks) in [(12, 12), (19, 19), (36, 36), (3, 7)] {
            let board = Geometry::new(files, ranks, 3).unwrap();
            assert_eq!(board.squares().count(), board.area());
            for square in board.squares() {
                assert_eq!(board.parse(&board.name(square)), Some(square));
                assert_eq!(board.rotate(board.rotate(square)), square);
            }
        }
    }

    #[test]
    fn names_follow_usi() {
        let board = Geometry::new(36, 36, 3).unwrap();
        assert_eq!(board.name(board.square(35, 35).unwrap()), "36aj");
        assert_eq!(board.parse("37a"), None);
        assert_eq!(board.parse("01a"), None);
        assert_eq!(board.parse("1"), None);
        assert_eq!(board.parse("1ak"), None);
    }

    #[test]
    fn directions_follow_the_mover() {
        let board = Geometry::new(9, 9, 3).unwrap();
        let middle = board.parse("5e").unwrap();
        let step = |d, c: Color| {
            let offset = board.offset(Direction::relative_to(d, c));
            board.name(middle.offset(offset))
        };
        assert_eq!(step(Direction::North, Color::Black), "5d");
        assert_eq!(step(Direction::North, Color::White), "5f");
        assert_eq!(step(Direction::East, Color::Black), "4e");
        assert_eq!(
            board.delta_offset(1, 2, Color::Black),
            board.offset(Direction::North) * 2 + board.offset(Direction::East)
        );
    }
}
