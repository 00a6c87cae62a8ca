//! Every tunable number of the search, written once.

/// One tunable: its name, default, range and the step by which a tuner moves it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tunable {
    /// Name, as the field of [`Params`].
    pub name: &'static str,
    /// Value out of the box.
    pub default: i32,
    /// Smallest value.
    pub min: i32,
    /// Largest value.
    pub max: i32,
    /// Step of a tuner.
    pub step: i32,
}

macro_rules! params {
    ($($(#[$doc:meta])* $name:ident: $default:literal, $min:literal ..= $max:literal, $step:literal;)*) => {
        /// The tunables' values.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct Params {
            $($(#[$doc])* pub $name: i32,)*
        }

        /// The table of tunables.
        pub const TUNABLES: &[Tunable] = &[$(Tunable {
            name: stringify!($name), default: $default, min: $min, max: $max, step: $step,
        },)*];

        impl Default for Params {
            fn default() -> Self {
                Self { $($name: $default,)* }
            }
        }

        impl Params {
            /// Sets a tunable by name, within its range; false when there is none of that name.
            pub fn set(&mut self, name: &str, value: i32) -> bool {
                match name {
                    $(stringify!($name) => self.$name = value.clamp($min, $max),)*
                    _ => return false,
                }
                true
            }

            /// The value of a tunable by name.
            pub fn get(&self, name: &str) -> Option<i32> {
                match name {
                    $(stringify!($name) => Some(self.$name),)*
                    _ => None,
                }
            }
        }
    };
}

params! {
    /// First half-width of the aspiration window, centipawns.
    aspiration_delta: 60, 10..=500, 10;
    /// First iteration with an aspiration window.
    aspiration_depth: 4, 2..=8, 1;

    /// Deepest reverse futility pruning.
    rfp_depth: 7, 2..=12, 1;
    /// Margin per ply, centipawns.
    rfp_margin: 180, 40..=500, 15;
    /// Deepest razoring.
    razor_depth: 3, 0..=6, 1;
    /// Margin per ply, centipawns.
    razor_margin: 450, 100..=1500, 40;

    /// Shallowest null move.
    nmp_depth: 2, 1..=6, 1;
    /// Reduction at depth 0, in 1/16 plies.
    nmp_base: 48, 16..=96, 4;
    /// Reduction per ply of depth, in 1/16 plies.
    nmp_slope: 5, 0..=16, 1;
    /// Centipawns above beta for a ply more.
    nmp_eval: 400, 100..=1500, 40;

    /// Deepest late move pruning.
    lmp_depth: 6, 2..=12, 1;
    /// Quiets before it, depth 0.
    lmp_base: 4, 1..=16, 1;
    /// Quiets per square of depth, in 1/16.
    lmp_slope: 24, 4..=64, 3;
    /// Deepest futility pruning of quiets, by reduced depth.
    futility_depth: 6, 1..=12, 1;
    /// Margin at depth 0, centipawns.
    futility_base: 200, 0..=800, 25;
    /// Margin per ply.
    futility_slope: 160, 40..=500, 15;
    /// Deepest pruning by static exchange.
    see_depth: 6, 1..=12, 1;
    /// Loss allowed to a quiet per ply, centipawns.
    see_quiet: 60, 10..=300, 10;
    /// Loss allowed to a capture per ply, centipawns.
    see_capture: 150, 20..=600, 20;
    /// Deepest pruning of quiets by history.
    history_depth: 4, 0..=8, 1;
    /// History under which a quiet is pruned, per ply, negative.
    history_prune: 3000, 500..=8000, 250;

    /// Reduction at depth 1 and move 1, in 1/1024 plies.
    lmr_base: 700, 0..=2048, 60;
    /// Divisor of log(depth) * log(move), in 1/1024.
    lmr_divisor: 2100, 1024..=4096, 80;
    /// History that is worth a ply.
    lmr_history: 9000, 2000..=20000, 500;
    /// Shallowest internal iterative reduction.
    iir_depth: 4, 2..=10, 1;

    /// Shallowest singular extension.
    singular_depth: 7, 4..=12, 1;
    /// Margin per ply, centipawns.
    singular_margin: 6, 1..=30, 1;

    /// Shallowest `ProbCut`.
    probcut_depth: 5, 3..=10, 1;
    /// Margin above beta, centipawns.
    probcut_margin: 350, 50..=1000, 30;

    /// Stand-pat margin under which a capture is hopeless, centipawns.
    delta_margin: 250, 50..=800, 25;
    /// Quiescence plies in which every good capture is looked at.
    qs_full_plies: 5, 1..=16, 1;
    /// Captures looked at in a quiescence node.
    qs_moves: 8, 2..=64, 1;

    /// Largest history bonus.
    history_max: 1600, 400..=4000, 100;
    /// History bonus per ply of depth.
    history_slope: 160, 40..=400, 15;

    /// Moves for which the clock must last.
    time_moves: 45, 15..=100, 3;
    /// Part of the increment used per move, percent.
    time_increment: 80, 20..=100, 5;
    /// Hard limit, in soft limits, percent.
    time_hard: 400, 150..=800, 25;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn defaults_lie_in_their_ranges() {
        let params = Params::default();
        for t in TUNABLES {
            assert!((t.min..=t.max).contains(&t.default) && t.step > 0, "{}", t.name);
            assert_eq!(params.get(t.name), Some(t.default));
        }
    }

    #[test]
    fn a_tunable_is_set_by_name_and_kept_in_range() {
        let mut params = Params::default();
        assert!(params.set("rfp_margin", 1_000_000));
        assert_eq!(params.rfp_margin, 500);
        assert!(!params.set("no_such", 1));
    }
}
