//! Small per-piece facts that make and unmake read, compiled once per variant.

use crate::types::{Color, Piece, PieceType};
use crate::variant::Variant;

/// The marks of one piece that matter while moves are made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Traits(u16);

impl Traits {
    const ROYAL: u16 = 1;
    const LION: u16 = 2;
    const JUMPER: u16 = 4;
    const HOOK: u16 = 8;
    const UNIVERSAL: u16 = 16;
    const CONTAGIOUS: u16 = 32;
    const PROMOTED: u16 = 64;
    const MINOR: u16 = 128;
    const PROMOTES: u16 = 256;
    const IMMUNE: u16 = 512;

    fn of(variant: &Variant, piece: Piece) -> Self {
        let kind = variant.kind_of(piece);
        let powers = &kind.movement.powers;
        let marks = [
            (kind.royal, Self::ROYAL),
            (kind.lion, Self::LION),
            (variant.tables.jump_set(piece) != 0, Self::JUMPER),
            (powers.hook.any(), Self::HOOK),
            (powers.universal, Self::UNIVERSAL),
            (kind.contagion.is_some(), Self::CONTAGIOUS),
            (kind.promoted, Self::PROMOTED),
            (kind.minor, Self::MINOR),
            (kind.promotes_to.is_some(), Self::PROMOTES),
            (kind.contagion_immune, Self::IMMUNE),
        ];
        Self(marks.iter().filter(|(set, _)| *set).fold(0, |all, (_, bit)| all | bit))
    }

    const fn has(self, bit: u16) -> bool {
        self.0 & bit != 0
    }

    /// Losing the last such piece loses the game.
    #[inline]
    pub const fn royal(self) -> bool {
        self.has(Self::ROYAL)
    }

    /// Bound by lion trading.
    #[inline]
    pub const fn lion(self) -> bool {
        self.has(Self::LION)
    }

    /// Has a capturing jump.
    #[inline]
    pub const fn jumper(self) -> bool {
        self.has(Self::JUMPER)
    }

    /// Turns corners.
    #[inline]
    pub const fn hook(self) -> bool {
        self.has(Self::HOOK)
    }

    /// Goes anywhere.
    #[inline]
    pub const fn universal(self) -> bool {
        self.has(Self::UNIVERSAL)
    }

    /// Changes its capturer.
    #[inline]
    pub const fn contagious(self) -> bool {
        self.has(Self::CONTAGIOUS)
    }

    /// A promoted form.
    #[inline]
    pub const fn promoted(self) -> bool {
        self.has(Self::PROMOTED)
    }

    /// Has a promoted form.
    #[inline]
    pub const fn promotes(self) -> bool {
        self.has(Self::PROMOTES)
    }

    /// Not changed by contagion.
    #[inline]
    pub const fn immune(self) -> bool {
        self.has(Self::IMMUNE)
    }

    /// A pawn or go-between.
    #[inline]
    pub const fn minor(self) -> bool {
        self.has(Self::MINOR)
    }

    /// Needs a look of its own when attacks are asked for.
    const fn special(self) -> bool {
        self.has(Self::ROYAL | Self::HOOK | Self::UNIVERSAL)
    }
}

/// [`Traits`] of every piece, and which types may become special in the course of a game.
#[derive(Clone, Debug)]
pub(super) struct TraitTable {
    traits: Box<[Traits]>,
    may_be_special: Box<[bool]>,
    any_contagion: bool,
}

impl TraitTable {
    pub(super) fn new(variant: &Variant) -> Self {
        let count = variant.kinds.len();
        let mut traits = vec![Traits::default(); 2 * count];
        for (kind, _) in variant.types() {
            for color in Color::ALL {
                let piece = Piece::new(kind, color);
                traits[piece.index()] = Traits::of(variant, piece);
            }
        }
        let special = |kind: PieceType| traits[Piece::new(kind, Color::Black).index()].special();
        let contagion_is_special = variant.types().filter_map(|(_, k)| k.contagion).any(special);
        let may_be_special = (0..count)
            .map(|i| {
                let (kind, entry) = (PieceType::from_index(i), &variant.kinds[i]);
                i > 0
                    && (special(kind)
                        || entry.promotes_to.is_some_and(special)
                        || contagion_is_special && !entry.contagion_immune)
            })
            .collect();
        let any_contagion = traits.iter().any(|t| t.contagious());
        Self { traits: traits.into(), may_be_special, any_contagion }
    }

    #[inline]
    pub(super) fn get(&self, piece: Piece) -> Traits {
        self.traits[piece.index()]
    }

    /// True when any piece of the game changes its capturer.
    #[inline]
    pub(super) const fn any_contagion(&self) -> bool {
        self.any_contagion
    }

    /// True when a piece of this type is or can become royal, a hook mover or universal.
    pub(super) fn may_be_special(&self, kind: PieceType) -> bool {
        self.may_be_special[kind.index()]
    }
}
