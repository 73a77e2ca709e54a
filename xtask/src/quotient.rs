//! Quotients of whole numbers as text: exact, however large they are.

/// `part / whole`, rounded to so many decimals; `None` where there is no whole.
pub(crate) fn quotient(part: u128, whole: u128, decimals: u32) -> Option<String> {
    let scale = 10_u128.pow(decimals);
    let scaled = (part * scale + whole / 2).checked_div(whole)?;
    let width = decimals as usize;
    Some(format!("{}.{:0width$}", scaled / scale, scaled % scale))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quotient_is_rounded() {
        assert_eq!(quotient(100, 3, 1).as_deref(), Some("33.3"));
        assert_eq!(quotient(200, 3, 1).as_deref(), Some("66.7"));
        assert_eq!(quotient(1999, 1000, 1).as_deref(), Some("2.0"));
        assert_eq!(quotient(1005, 1000, 3).as_deref(), Some("1.005"));
        assert_eq!(quotient(u64::MAX.into(), 1, 1).as_deref(), Some("18446744073709551615.0"));
        assert_eq!(quotient(1, 0, 1), None);
    }
}
