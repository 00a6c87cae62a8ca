//! Small per-piece facts that make and unmake read, compiled once per variant.

use crate::types::{Color, Piece, PieceType};
use crate::variant::{PieceKind, Variant};

/// The marks of one piece that matter while moves are made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Traits(u32);

impl Traits {
    const ROYAL: u32 = 1;
    const LION: u32 = 2;
    const JUMPER: u32 = 4;
    const HOOK: u32 = 8;
    const UNIVERSAL: u32 = 16;
    const CONTAGIOUS: u32 = 32;
    const PROMOTED: u32 = 64;
    const MINOR: u32 = 128;
    const PROMOTES: u32 = 256;
    const IMMUNE: u32 = 512;
    const OUTFLANKS: u32 = 1 << 10;
    const BURNS: u32 = 1 << 11;
    const KINDLES: u32 = 1 << 12;
    /// The rank stands in the bits from here on.
    const RANK_SHIFT: u32 = 24;

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
            (powers.outflanks(), Self::OUTFLANKS),
            (kind.burns, Self::BURNS),
            (may_burn(variant, kind), Self::KINDLES),
        ];
        let rank = u32::from(kind.rank) << Self::RANK_SHIFT;
        Self(marks.iter().filter(|(set, _)| *set).fold(rank, |all, (_, bit)| all | bit))
    }

    const fn has(self, bit: u32) -> bool {
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

    /// Jumps by rank, moves within an area or skips squares.
    #[inline]
    pub const fn outflanks(self) -> bool {
        self.has(Self::OUTFLANKS)
    }

    /// Burns its enemies next to it.
    #[inline]
    pub const fn burns(self) -> bool {
        self.has(Self::BURNS)
    }

    /// May burn enemies with its next move: it burns, or may become a type that does.
    #[inline]
    pub const fn fiery(self) -> bool {
        self.has(Self::BURNS | Self::KINDLES)
    }

    /// The rank among pieces that jump by rank.
    #[inline]
    pub const fn rank(self) -> u8 {
        (self.0 >> Self::RANK_SHIFT) as u8
    }

    /// Needs a look of its own when attacks are asked for.
    pub(super) const fn special(self) -> bool {
        const SPECIAL: u32 = Traits::ROYAL | Traits::HOOK | Traits::UNIVERSAL;
        self.has(SPECIAL | Self::OUTFLANKS | Self::BURNS | Self::KINDLES)
    }
}

/// True when a piece that does not burn may become one that does.
fn may_burn(variant: &Variant, kind: &PieceKind) -> bool {
    let burns = |target: PieceType| variant.kind(target).burns;
    let caught = || variant.kinds.iter().filter_map(|k| k.contagion).any(burns);
    kind.promotes_to.is_some_and(burns) || !kind.contagion_immune && caught()
}

/// [`Traits`] of every piece, and which types may become special in the course of a game.
#[derive(Clone, Debug)]
pub(super) struct TraitTable {
    traits: Box<[Traits]>,
    may_be_special: Box<[bool]>,
    any_contagion: bool,
    any_fire: bool,
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
        let any_fire = traits.iter().any(|t| t.burns());
        Self { traits: traits.into(), may_be_special, any_contagion, any_fire }
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

    /// True when any piece of the game burns its neighbours.
    #[inline]
    pub(super) const fn any_fire(&self) -> bool {
        self.any_fire
    }

    /// True when a piece of this type is or can become royal, a hook mover or universal.
    pub(super) fn may_be_special(&self, kind: PieceType) -> bool {
        self.may_be_special[kind.index()]
    }
}
