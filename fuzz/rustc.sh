#!/bin/sh
# The compiler for fuzz targets, as cargo's `RUSTC_WRAPPER`: it puts libFuzzer's counters into what is compiled for the target, not
# into build scripts and macros. Searches get none: the fuzzer looks at every counter after every execution, kinds hold a million of
# them for searches alone, and what is fuzzed is how input is read and checked.
#
# WHOLE=yes is for targets that go through the engine. Only what reads their input gets counters then: the rest, which has targets
# of its own or reads nothing, would take more time than reading does.
name= fuzzed=
previous=
for word in "$@"; do
    case $previous in
    --crate-name) name=$word ;;
    --target) fuzzed=yes ;;
    esac
    previous=$word
done
[ -n "$fuzzed" ] || exec "$@"
case ${WHOLE:-no}-$name in
*-fewest_*_kind | *-fewest_search) exec "$@" ;;
no-*) ;;
yes-fewest_engine | yes-fewest_kinds | yes-fewest_lab | yes-fewest_text | yes-fewest_fuzz) ;;
yes-fewest_graph | yes-fewest_hanoi | yes-fewest_pancake | yes-fewest_sokoban) ;;
yes-serde* | yes-toml* | yes-winnow | yes-csv* | yes-request | yes-query | yes-suite | yes-batch) ;;
*) exec "$@" ;;
esac
exec "$@" -Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=3 \
    -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table
