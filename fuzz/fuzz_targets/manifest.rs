//! Any text as the manifest of a certificate: refused with what is wrong, or read, and then its numbers and its words agree and
//! it prints as something that reads the same.
#![no_main]

use fewest_sat::Manifest;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    match Manifest::read(text) {
        Ok(manifest) => {
            assert_eq!(manifest.at_most.checked_add(manifest.step), Some(manifest.optimum));
            assert!(manifest.claim.contains(&manifest.optimum.to_string()));
            let written = serde_json::to_string(&manifest).expect("a manifest is JSON");
            assert_eq!(Manifest::read(&written).ok().as_ref(), Some(&manifest));
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
});
