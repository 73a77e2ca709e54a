//! `fewest serve`: the page in a browser, with this machine's cores, memory and tables behind it.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context;
use clap::Args;
use fewest_engine::Session;
use fewest_serve::{Bounds, DEFAULT_PORT, Page, Server, Settings};

use crate::exit::{Exit, KILLED, notice, remark};
use crate::options::{seconds, usage};
use crate::output::Output;
use crate::{interrupt, panic};

const HELP: &str = "\
The address is printed to stdout as soon as the page can be opened. Ctrl-C stops the server and all searches; the exit \
code is then 0. docs/serve.md describes the requests that programs can send.

Examples:
  fewest serve --open
  fewest serve --port 0 --max-jobs 2 --max-seconds 1h";

/// Serve the page and the engine to a browser on this machine
#[derive(Clone, Debug, Args)]
#[command(after_help = HELP)]
pub(crate) struct ServeArgs {
    /// The port; 0 chooses a free one
    #[arg(long, value_name = "PORT", default_value_t = DEFAULT_PORT)]
    port: u16,

    /// Open the page in the browser
    #[arg(long, conflicts_with = "api_only")]
    open: bool,

    /// Listen on this address or host name, so that other machines can connect [default: 127.0.0.1]
    #[arg(long, value_name = "ADDRESS")]
    host: Option<String>,

    /// How many searches may run at once; they share the memory evenly
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u16).range(1..=256))]
    max_jobs: u16,

    /// The longest time that a search may take, such as 1h
    #[arg(long, value_name = "TIME", default_value = "10m", value_parser = seconds)]
    max_seconds: f64,

    /// Serve the page from this folder instead of the built-in one
    #[arg(long, value_name = "FOLDER", conflicts_with = "api_only")]
    page: Option<PathBuf>,

    /// Serve the engine without the page
    #[arg(long)]
    api_only: bool,
}

pub(crate) fn run(args: &ServeArgs, session: Session, out: &mut Output) -> anyhow::Result<Exit> {
    if args.max_seconds <= 0.0 {
        return Err(usage("--max-seconds must be longer than 0; write a time such as 10m"));
    }
    let bounds = Bounds { jobs: args.max_jobs.into(), seconds: args.max_seconds, ..Bounds::default() };
    let mut settings = Settings { port: args.port, bounds, ..Settings::default() };
    settings.host = args.host.clone().unwrap_or(settings.host);
    let server = Server::bind(&settings, session)?;
    panic::report_and_go_on();
    listen_for_ctrl_c(&server)?;
    let page = if args.api_only { None } else { Some(page(args.page.as_deref())?) };
    if server.is_open_to_others() {
        notice(&format!(
            "anyone who can reach {} can run searches on this machine: there is no password and no encryption",
            server.address()
        ));
    }
    let url = server.url();
    writeln!(out, "{url}")?;
    out.flush()?;
    remark("press Ctrl-C to stop the server");
    if args.open
        && let Err(error) = open::that_detached(&url)
    {
        notice(&format!("cannot open a browser ({error}); open {url} yourself"));
    }
    server.run(page)?;
    Ok(Exit::Ok)
}

/// The first signal ends the server, the second the process.
fn listen_for_ctrl_c(server: &Server) -> anyhow::Result<()> {
    let stopper = server.stopper();
    let is_ending = AtomicBool::new(false);
    interrupt::listen(move || {
        if is_ending.swap(true, Ordering::Relaxed) {
            process::exit(KILLED);
        }
        stopper.stop();
    })
}

/// The page of a folder, or the one within this binary. The server never builds one: a path that was fixed when the binary was
/// compiled may belong to somebody else by now.
fn page(folder: Option<&Path>) -> anyhow::Result<Page> {
    if let Some(folder) = folder {
        return Ok(Page::in_folder(folder)?);
    }
    Page::embedded().context(
        "this build of fewest does not contain the page: run `cargo xtask web` in the sources and build again, name a \
         folder with --page web/dist, or serve only the engine with --api-only",
    )
}
