#!/usr/bin/env bash
# The guess that missed: a machine that waits for a month waits for a month, or refuses the delay. XState 5.33.3 hands a delay
# to the platform's timer as it is, whose longest is 2^31 − 1 ms (24.8 days). Beyond that the transition is taken within
# milliseconds. Node warns of the timer and names no machine; browsers say nothing. Such waits are usual where an
# agent waits for a person or an invoice. The longest delay that fits is kept.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
printf '{"private":true,"type":"module"}' > package.json
timeout 400 npm install --no-audit --no-fund --loglevel=error xstate@5.33.3 > /dev/null

cat > main.mjs <<'JS'
import { createActor, createMachine } from 'xstate';

const DAY = 86_400_000;
const stateAfter = async delay => {
  const machine = createMachine({
    initial: 'waiting',
    states: { waiting: { after: { [delay]: 'reminded' } }, reminded: {} },
  });
  const actor = createActor(machine);
  actor.start();
  await new Promise(resolve => setTimeout(resolve, 200));
  const { value } = actor.getSnapshot();
  actor.stop();
  return value;
};
const seen = [];
for (const [name, delay] of [['24 days', 24 * DAY], ['25 days', 25 * DAY], ['30 days', 30 * DAY]])
  seen.push(`${name}: ${await stateAfter(delay)} after 200 ms`);
console.log(seen.join('\n'));
JS
output=$(node main.mjs 2> warnings)
printf '%s\n' "$output"
grep -o 'TimeoutOverflowWarning' warnings | sort -u
expected='24 days: waiting after 200 ms
25 days: reminded after 200 ms
30 days: reminded after 200 ms'
[ "$output" = "$expected" ] || { echo 'this has changed' >&2; exit 1; }
