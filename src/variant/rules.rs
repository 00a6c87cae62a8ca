//! The rules of a game beyond the moves of its pieces: small closed choices.

/// When a piece may promote.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum PromotionRule {
    /// Never.
    #[default]
    Never,
    /// On entering the zone, or by capture with departure or arrival in the zone (`like-chu`).
    LikeChu,
    /// On every move that begins or ends in the zone (`like-shogi`).
    LikeShogi,
    /// By any capture, at choice; forced when a victim was promoted (`optional`).
    CaptureOptional,
    /// By any capture, always (`compulsory`).
    CaptureCompulsory,
}

impl PromotionRule {
    /// True when capture promotes and there is no zone.
    #[inline]
    pub const fn is_by_capture(self) -> bool {
        matches!(self, Self::CaptureOptional | Self::CaptureCompulsory)
    }
}

/// How far counterstrike and distant capture of lions are forbidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum LionTrading {
    /// No restriction.
    #[default]
    Off,
    /// A lion may not take a distant protected lion, nor a counterstrike a protected one.
    Protected,
    /// The same, and no counterstrike at all.
    Always,
}

/// Whom the ban on counterstrike binds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum LionScope {
    /// Only movers that are no lions.
    #[default]
    NonLion,
    /// Every mover; a lion's tsukegui capture is exempt.
    Any,
}

/// Whether a bared king loses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum BareKing {
    /// No.
    #[default]
    Off,
    /// After one reply that does not bare the other side.
    On,
    /// As lishogi judges it, at once.
    Lishogi,
}

/// What happens when a position comes back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum RepetitionRule {
    /// Nothing.
    Off,
    /// Making a position for the fourth time is illegal, unless the mover is in check.
    #[default]
    Fourth,
    /// No position may occur twice.
    Strict,
    /// The fourth occurrence is a draw.
    Draw4,
    /// The side at fault (checking, then chasing, then repeating) may not repeat.
    Onus,
    /// The fourth occurrence is a draw, or a loss for the side that attacked with every move.
    Lishogi,
    /// The fourth occurrence is a draw, or a loss for the side that gave check with every move.
    Shogi,
}

/// Whether a side may leave its last royal where it can be taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum CheckRule {
    /// Yes; it loses the royal then (`capture`).
    #[default]
    Capture,
    /// No: such a move is illegal, and so mate is a lack of moves (`legal`).
    Legal,
}

/// What happens when the royals of both sides stand in their zones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Impasse {
    /// Nothing.
    #[default]
    Off,
    /// The game is a draw.
    Draw,
}

/// What the Emperor may capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum EmperorCapture {
    /// Only what could not be recaptured.
    #[default]
    Unprotected,
    /// Anything but protected royals.
    RoyalsOnly,
    /// Anything.
    Free,
}

/// Which pieces may promote without capture on the last rank or ranks, inside the zone; the game
/// file says for each value which pieces and how many ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum LastRankPromotion {
    /// Every piece that would be dead there, knights on two ranks.
    Seed,
    /// Pawns and lances.
    Lishogi,
    /// Pawns.
    Pawn,
    /// None.
    #[default]
    None,
}

/// Which pieces change their captor into another type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Contagion {
    /// All that the game file marks.
    #[default]
    Full,
    /// Only promoted ones.
    PromotedOnly,
    /// None.
    None,
}

/// What a piece that jumps by rank may capture. Every other piece has rank 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum GeneralCapture {
    /// Anything that it gets to.
    #[default]
    Any,
    /// Behind a jump only lower ranks.
    Lower,
    /// Only lower ranks, jump or not.
    Strict,
}

/// All rules of a game that options can change, as they stand for one variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[expect(clippy::struct_excessive_bools, reason = "independent rules, each an option of its own")]
pub struct Rules {
    /// When a piece may promote.
    pub promotion: PromotionRule,
    /// Depth of the promotion zone in ranks from the far edge; 0 without a zone.
    pub zone: u8,
    /// A piece that could never move again must promote.
    pub dead_promotion: bool,
    /// Captured pieces go to the hand of the captor, who may drop them; the file says it.
    pub drops: bool,
    /// A pawn may be dropped on a file where an unpromoted one of its side stands.
    pub two_pawns: bool,
    /// The drop of a pawn may mate.
    pub pawn_drop_mate: bool,
    /// Both royals in their zones.
    pub impasse: Impasse,
    /// Lion trading.
    pub lion_trading: LionTrading,
    /// Whom counterstrike binds.
    pub lion_scope: LionScope,
    /// A lion just made by promotion on the square where it took a lion may be taken there.
    pub fresh_lion: bool,
    /// Taking something substantial on the way excuses the capture of a protected lion.
    pub tsukegui: bool,
    /// A pawn or go-between taken on the way still protects.
    pub doomed_protector: bool,
    /// Bare king.
    pub bare_king: BareKing,
    /// Moves into check.
    pub check: CheckRule,
    /// Repetition.
    pub repetition: RepetitionRule,
    /// From which occurrence on [`RepetitionRule::Onus`] judges, at least 2.
    pub repetition_threshold: u32,
    /// Draw after this many plies of the game; 0 for no limit.
    pub move_limit: u32,
    /// What the Emperor may capture.
    pub emperor_capture: EmperorCapture,
    /// What jumps by rank may capture.
    pub general_capture: GeneralCapture,
    /// An area mover may go out and come back, which is a pass.
    pub area_pass: bool,
}
