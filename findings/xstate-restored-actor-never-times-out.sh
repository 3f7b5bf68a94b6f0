#!/usr/bin/env bash
# The guess that missed: an actor that is restored from its persisted snapshot while a delay runs waits for what is left of
# the delay, or for all of it again. With XState 5.33.3 it waits for ever: `getPersistedSnapshot()` holds no delays, restoring
# enters no state, and so no timer is started. The state, its context and its answers to events are as before, so nothing
# shows that the deadline is gone; it comes back once the state is entered again.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
printf '{"private":true,"type":"module"}' > package.json
timeout 300 npm install --ignore-scripts --no-audit --no-fund --loglevel=error xstate@5.33.3 > /dev/null

cat > main.mjs <<'JS'
import { createActor, createMachine, SimulatedClock } from 'xstate';

const machine = createMachine({
  initial: 'asked',
  states: {
    asked: { after: { 1000: 'late' }, on: { AGAIN: { target: 'asked', reenter: true }, ANSWER: 'answered' } },
    late: {},
    answered: {},
  },
});
const before = new SimulatedClock();
const actor = createActor(machine, { clock: before }).start();
before.increment(600);
const saved = JSON.parse(JSON.stringify(actor.getPersistedSnapshot()));
before.increment(400);
console.log(`the actor itself, 1,000 ms after it began: ${actor.getSnapshot().value}`);

const clock = new SimulatedClock();
const restored = createActor(machine, { snapshot: saved, clock }).start();
clock.increment(1_000_000);
const waiting = restored.getSnapshot().value;
console.log(`one that was saved at 600 ms, 1,000,000 ms after it was restored: ${waiting}`);
restored.send({ type: 'AGAIN' });
clock.increment(1000);
const again = restored.getSnapshot().value;
console.log(`1,000 ms after it entered its state again: ${again}`);
process.exit(actor.getSnapshot().value === 'late' && waiting === 'asked' && again === 'late' ? 0 : 1);
JS
node main.mjs
