# Numbered steps with a line each, a log each and their times; sourced by ./quickstart and ./check, which set
# `steps` (how many there are) and `logs` (the folder for the logs).
# shellcheck shell=bash disable=SC2154

step_number=0
step_times=''
started_at=$SECONDS

# begin_step TITLE: prints "[2/5] TITLE".
begin_step() {
  step_number=$((step_number + 1))
  step_title=$1
  step_began=$(date +%s.%N)
  printf '[%d/%d] %s' "$step_number" "$steps" "$step_title"
}

# seconds_since BEGIN: "12.3".
seconds_since() { awk -v a="$1" -v b="$(date +%s.%N)" 'BEGIN { printf "%.1f", b - a }'; }

end_step() {
  local took
  took=$(seconds_since "$step_began")
  step_times="$step_times$(printf '  %-44s %8s s' "$step_title" "$took")"$'\n'
  printf ' %s\n' "${1:+$1 }($took s)"
}

# step TITLE LOG COMMAND...: runs COMMAND with its output in a log; where it fails, shows the end of it and stops.
step() {
  local title=$1 log="$logs/$2.log" status=0
  shift 2
  begin_step "$title"
  "$@" >"$log" 2>&1 </dev/null || status=$?
  if [ "$status" != 0 ]; then
    printf ' failed\n'
    printf '\nStep %d (%s) failed with status %d:\n  %s\nThe last lines of %s:\n\n' \
      "$step_number" "$title" "$status" "$*" "$log" >&2
    tail -n 30 "$log" >&2
    exit 1
  fi
  end_step
}

# loud_step TITLE LOG COMMAND...: as step, with the output shown as it comes; a failure is the caller's matter.
loud_step() {
  local log="$logs/$2.log" title=$1 status=0
  shift 2
  begin_step "$title"
  printf '\n'
  "$@" </dev/null 2>&1 | tee "$log" || status=$?
  local outcome='done'
  [ "$status" = 0 ] || outcome=FAILED
  end_step "[$step_number/$steps] $title: $outcome"
  return "$status"
}

print_times() {
  printf '\nTimes\n%s' "$step_times"
  printf '  %-44s %8s s\n' 'in all' "$((SECONDS - started_at))"
}

# Options for CMake: a whole build in the shortest time; and from the environment, DISSENT_TORCH=OFF for all but training
# and DISSENT_WEB=OFF for all but the page of reports.
cmake_options() {
  printf -- '-DDISSENT_UNITY=ON '
  if [ -n "${DISSENT_TORCH:-}" ]; then printf -- '-DDISSENT_TORCH=%s ' "$DISSENT_TORCH"; fi
  if [ -n "${DISSENT_WEB:-}" ]; then printf -- '-DDISSENT_WEB=%s ' "$DISSENT_WEB"; fi
}

# Builds use all cores, but no more than memory allows: a compiler on libtorch takes up to 2 GB.
build_jobs() {
  local cores memory
  cores=$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)
  memory=$(awk '/MemAvailable/ { print int($2 / 2000000) }' /proc/meminfo 2>/dev/null || true)
  memory=${memory:-$cores}
  [ "$memory" -ge 1 ] || memory=1
  if [ "$memory" -lt "$cores" ]; then echo "$memory"; else echo "$cores"; fi
}
