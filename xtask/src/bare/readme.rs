//! The commands that the README tells a newcomer to run.

use std::fs;

use anyhow::{Context, Result, anyhow};

use crate::shell::root;

const HEADING: &str = "## Install";

/// The main job, and the test.
pub(crate) fn commands() -> Result<[String; 2]> {
    let text = fs::read_to_string(root().join("README.md")).context("cannot read README.md")?;
    parse(&text)
}

/// The lines of the first block of code below the heading, without their comments.
fn parse(readme: &str) -> Result<[String; 2]> {
    let block = readme.split_once(&format!("\n{HEADING}\n")).and_then(|(_, below)| {
        let (_, block) = below.split_once("```sh\n")?;
        Some(block.split_once("```")?.0)
    });
    let block = block.with_context(|| format!("README.md has no block of commands below `{HEADING}`"))?;
    let commands = block.lines().map(|line| line.split("  #").next().unwrap_or_default().trim().to_owned());
    let commands: Vec<String> = commands.filter(|command| !command.is_empty()).collect();
    commands.try_into().map_err(|commands: Vec<String>| {
        anyhow!("the block below `{HEADING}` in README.md must have two commands, but has {}", commands.len())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_are_no_part_of_a_command() {
        let text =
            "# a\n\n## Install\n\n```sh\nfewest solve \"1 2#3\"   # the job\n\nfewest test\n```\n\n```sh\nno\n```\n";
        assert_eq!(parse(text).unwrap(), ["fewest solve \"1 2#3\"", "fewest test"]);
    }

    #[test]
    fn another_number_of_commands_is_an_error() {
        assert!(parse("\n## Install\n```sh\na\n```").unwrap_err().to_string().ends_with("has 1"));
        assert!(parse("\n## Sixty seconds\n```sh\na\nb\n```").unwrap_err().to_string().contains("no block"));
    }

    #[test]
    fn the_readme_has_both() {
        let [main, test] = commands().unwrap();
        assert!(main.starts_with("cargo run --release"), "{main}");
        assert!(test.starts_with("cargo xtask test"), "{test}");
    }
}
