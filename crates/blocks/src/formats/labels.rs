//! Labels for pieces that come without one, or with one that a format does not allow.

use crate::validate::is_label;

/// Labels that are easy to tell apart first, then letters of other alphabets: more than any board has squares.
pub(crate) fn all() -> impl Iterator<Item = char> {
    let plain = ('a'..='z').chain('A'..='Z').chain('0'..='9');
    plain.chain(('À'..='ʯ').chain('Α'..='Ͽ').chain('Ѐ'..='ӿ').filter(|c| c.is_alphabetic()))
}

/// Keeps the labels that are allowed and not given twice, and gives the others new ones.
pub(super) fn assign(wanted: &[Option<char>], allowed: impl Fn(char) -> bool) -> Option<Vec<char>> {
    let is_fit = |label: char| is_label(label) && allowed(label);
    let mut labels: Vec<Option<char>> = Vec::with_capacity(wanted.len());
    for label in wanted {
        let label = label.filter(|&label| is_fit(label) && !labels.contains(&Some(label)));
        labels.push(label);
    }
    let mut fresh = all().filter(|&label| is_fit(label) && !wanted.contains(&Some(label)));
    labels.into_iter().map(|label| label.or_else(|| fresh.next())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_enough_labels_and_none_twice() {
        let labels: Vec<char> = all().take(256).collect();
        let distinct: std::collections::HashSet<char> = labels.iter().copied().collect();
        assert_eq!((labels.len(), distinct.len()), (256, 256));
        assert!(labels.iter().all(|&label| is_label(label)));
    }

    #[test]
    fn labels_are_kept_where_they_can_be() {
        let wanted = [Some('b'), None, Some('b'), Some('#'), Some('z')];
        assert_eq!(assign(&wanted, |_| true), Some(vec!['b', 'a', 'c', 'd', 'z']));
        assert_eq!(assign(&[None, None], |label| label == 'q'), None);
    }
}
