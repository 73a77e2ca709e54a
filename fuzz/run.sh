#!/bin/bash
# Runs every fuzz target until each has had its number of executions, and prints a table of them.
#
# `cargo xtask fuzz --pack FOLDER` puts this script, the targets and their seeds into a folder, which runs on any Linux machine with
# glibc 2.35 or later and libstdc++, without cargo and without a network:
#
#   FOLDER/run.sh [TARGET]...
#
#   RUNS=100000000   executions of each target
#   CORES=$(nproc)   jobs side by side
#   LIMIT=0          seconds after which every job ends; 0: none. Run it again, and it goes on with what is missing
#   OUT=./out        what is kept: table.tsv, what was found (findings/), the log of each job that found something
#   STATE=$OUT       where executions are counted, and what libFuzzer collects to mutate
#   SHARES=16        into how many jobs the executions of a target are divided
#
# It exits with 1 if there is a finding, and with 20 if the time came first.
set -u
here=$(cd "$(dirname "$0")" && pwd)
runs=${RUNS:-100000000} cores=${CORES:-$(nproc)} limit=${LIMIT:-0} out=${OUT:-out} shares=${SHARES:-16}
mkdir -p "$out/findings" || exit 1
out=$(cd "$out" && pwd)
state=${STATE:-$out}
mkdir -p "$state/corpus" && state=$(cd "$state" && pwd) || exit 1
started=$(date +%s)
counted=$state/runs.tsv
touch "$counted"

# One job: TARGET LONGEST RUNS NUMBER. Adds a line to the count: target, executions, seconds, findings.
job() {
    local target=$1 longest=$2 runs=$3 number=$4 left=0 begun log status executed
    if ((limit > 0)); then
        left=$((started + limit - $(date +%s)))
        ((left > 2)) || return 0
    fi
    begun=$(date +%s.%N)
    log=$state/$target-$number.log
    mkdir -p "$state/corpus/$target"
    # Without entropic schedules an input is executed one and a half times as often: they are worked out over all that was collected.
    "$here/bin/$target" -entropic=0 -runs="$runs" -max_total_time="$left" -max_len="$longest" -timeout=20 -seed="$number" \
        -print_final_stats=1 -verbosity=1 -artifact_prefix="$out/findings/$target-" "$state/corpus/$target" "$here/seeds/$target" >"$log" 2>&1
    status=$?
    executed=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log" | tail -n 1)
    printf '%s\t%s\t%s\t%s\n' "$target" "${executed:-0}" "$(awk -v a="$begun" -v b="$(date +%s.%N)" 'BEGIN { print b - a }')" \
        "$((status != 0))" >>"$counted"
    if ((status == 0)); then rm -f "$log"; else mv "$log" "$out/findings/$target-$number.log"; fi
}
export -f job
export here out state limit started counted

total() { awk -F '\t' -v target="$1" -v column="$2" '$1 == target { sum += $column } END { printf "%.0f", sum }' "$counted"; }

# Jobs have numbers that no earlier call used: the number seeds the mutations.
number=$(wc -l <"$counted")
while read -r target longest _; do
    [[ $target == \#* || -z $target ]] && continue
    (($# > 0)) && [[ " $* " != *" $target "* ]] && continue
    missing=$((runs - $(total "$target" 2)))
    share=$(((runs + shares - 1) / shares))
    while ((missing > 0)); do
        number=$((number + 1))
        echo "$target $longest $((missing < share ? missing : share)) $number"
        missing=$((missing - share))
    done
done <"$here/targets" | xargs -r -P "$cores" -L 1 bash -c 'job "$@"' job

code=0
{
    printf 'target\texecutions\tfindings\texecutions per second and core\n'
    while read -r target _; do
        [[ $target == \#* || -z $target ]] && continue
        executions=$(total "$target" 2) seconds=$(total "$target" 3) findings=$(total "$target" 4)
        printf '%s\t%s\t%s\t%s\n' "$target" "$executions" "$findings" "$((seconds > 0 ? executions / seconds : executions))"
    done <"$here/targets"
} >"$out/table.tsv"
column -t -s $'\t' "$out/table.tsv" 2>/dev/null || cat "$out/table.tsv"
while IFS=$'\t' read -r target executions findings _; do
    [[ $target == target ]] && continue
    (($# > 0)) && [[ " $* " != *" $target "* ]] && continue
    ((findings > 0)) && code=1
    ((executions < runs && code == 0)) && code=20
done <"$out/table.tsv"
exit "$code"
