//! Writes the JavaScript beside a WebAssembly module, for `cargo xtask web`.
//!
//! A program of its own, so that the other chores need not wait for what it is made of; and out of this workspace, so
//! that its version is the one that the module was compiled with.

use std::env;
use std::path::Path;

use anyhow::{Result, bail};
use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<()> {
    let args: Vec<String> = env::args().skip(1).collect();
    let [module, name, folder] = args.as_slice() else {
        bail!("write: xtask-bindgen MODULE.wasm NAME FOLDER");
    };
    let mut bindgen = Bindgen::new();
    bindgen.input_path(module).out_name(name).remove_name_section(true).remove_producers_section(true);
    // The script finds its module beside itself.
    bindgen.web(true)?.omit_default_module_path(false).typescript(true).generate(Path::new(folder))
}
