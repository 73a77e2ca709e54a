//! One heuristic of several, chosen at run time.

/// Makes an enum of heuristics for a space, itself a heuristic of that space, and the enum of their memos.
///
/// A search that keeps tables of positions spends most of its time there; for it a `match` on each estimate costs a few
/// percent, and compiling it for every heuristic would cost minutes. The searches that live by the speed of their
/// heuristic are compiled for each one.
#[macro_export]
macro_rules! any_heuristic {
    (
        $(#[$doc:meta])*
        $name:ident, $memo:ident for $space:ty, with [$($generics:tt)*] as [$($arguments:tt)*] {
            $($variant:ident($heuristic:ty),)+
        }
    ) => {
        $(#[$doc])*
        pub(crate) enum $name<$($generics)*> {
            $($variant($heuristic),)+
        }

        /// What the heuristic remembers.
        #[allow(clippy::large_enum_variant, reason = "a memo is copied, never boxed")]
        #[derive(Clone, Copy)]
        pub(crate) enum $memo<$($generics)*> {
            $($variant(<$heuristic as $crate::kit::search::Incremental<$space>>::Memo),)+
        }

        impl<$($generics)*> $crate::kit::search::Heuristic<$space> for $name<$($arguments)*> {
            fn estimate(
                &self,
                state: &<$space as $crate::kit::search::StateSpace>::State,
            ) -> Option<$crate::kit::search::Cost> {
                match self {
                    $(Self::$variant(heuristic) => {
                        $crate::kit::search::Heuristic::<$space>::estimate(heuristic, state)
                    })+
                }
            }

            fn guarantees(&self) -> $crate::kit::search::Guarantees {
                match self {
                    $(Self::$variant(heuristic) => $crate::kit::search::Heuristic::<$space>::guarantees(heuristic),)+
                }
            }
        }

        impl<$($generics)*> $crate::kit::search::Incremental<$space> for $name<$($arguments)*> {
            type Memo = $memo<$($arguments)*>;

            fn memo(&self, state: &<$space as $crate::kit::search::StateSpace>::State) -> Option<Self::Memo> {
                match self {
                    $(Self::$variant(heuristic) => {
                        $crate::kit::search::Incremental::<$space>::memo(heuristic, state).map($memo::$variant)
                    })+
                }
            }

            #[inline]
            fn advance(
                &self,
                memo: Self::Memo,
                before: &<$space as $crate::kit::search::StateSpace>::State,
                mv: <$space as $crate::kit::search::StateSpace>::Move,
            ) -> Option<Self::Memo> {
                match (self, memo) {
                    $((Self::$variant(heuristic), $memo::$variant(memo)) => {
                        $crate::kit::search::Incremental::<$space>::advance(heuristic, memo, before, mv)
                            .map($memo::$variant)
                    })+
                    _ => unreachable!("a memo stays with the heuristic that made it"),
                }
            }

            #[inline]
            fn advance_within(
                &self,
                memo: Self::Memo,
                before: &<$space as $crate::kit::search::StateSpace>::State,
                mv: <$space as $crate::kit::search::StateSpace>::Move,
                allowance: $crate::kit::search::Cost,
            ) -> Option<(Self::Memo, $crate::kit::search::Cost)> {
                match (self, memo) {
                    $((Self::$variant(heuristic), $memo::$variant(memo)) => {
                        $crate::kit::search::Incremental::<$space>::advance_within(heuristic, memo, before, mv, allowance)
                            .map(|(memo, value)| ($memo::$variant(memo), value))
                    })+
                    _ => unreachable!("a memo stays with the heuristic that made it"),
                }
            }

            #[inline]
            fn value(&self, memo: Self::Memo) -> $crate::kit::search::Cost {
                match (self, memo) {
                    $((Self::$variant(heuristic), $memo::$variant(memo)) => {
                        $crate::kit::search::Incremental::<$space>::value(heuristic, memo)
                    })+
                    _ => unreachable!("a memo stays with the heuristic that made it"),
                }
            }
        }
    };
}
