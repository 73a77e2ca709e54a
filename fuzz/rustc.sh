#!/bin/sh
# The compiler for fuzz targets, as cargo's `RUSTC_WRAPPER`: it puts libFuzzer's counters into what is compiled for the target, not
# into build scripts and macros. Searches get none: the fuzzer looks at every counter after every execution, kinds hold a million of
# them for searches alone, and what is fuzzed is how input is read and checked.
name= fuzzed=
previous=
for word in "$@"; do
    case $previous in
    --crate-name) name=$word ;;
    --target) fuzzed=yes ;;
    esac
    previous=$word
done
case $fuzzed$name in
yesfewest_*_kind | yesfewest_search) exec "$@" ;;
yes*)
    exec "$@" -Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=3 \
        -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table
    ;;
*) exec "$@" ;;
esac
