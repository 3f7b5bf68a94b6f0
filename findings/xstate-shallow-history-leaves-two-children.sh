#!/usr/bin/env bash
# The guess that missed: whatever a transition does, a compound state has one active child. A region of a parallel state that
# goes to a shallow history beside it, whose memory lies elsewhere, leaves XState 5.33.3 with two active children of the root
# in `value`, of which one was left and never entered again.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
printf '{"private":true,"type":"module"}' > package.json
timeout 300 npm install --ignore-scripts --no-audit --no-fund --loglevel=error xstate@5.33.3 > /dev/null

cat > main.mjs <<'JS'
import { createActor, createMachine } from 'xstate';

const machine = createMachine({
  id: 'm',
  initial: 'outside',
  states: {
    parallel: {
      type: 'parallel',
      states: {
        region: {
          initial: 'inner',
          on: { go: '#m.parallel.remembered' },
          states: { inner: { initial: 'x', states: { x: {}, y: {} } } },
        },
        remembered: { type: 'history', history: 'shallow' },
      },
    },
    outside: { initial: 'one', states: { one: {} }, on: { go: '#m.parallel' } },
  },
});
const actor = createActor(machine);
actor.start();
for (const step of [1, 2]) {
  actor.send({ type: 'go' });
  console.log(`after go ${step}: ${JSON.stringify(actor.getSnapshot().value)}`);
}
const snapshot = actor.getSnapshot();
const entered = new Set(snapshot._nodes.map(({ id }) => id));
const children = Object.keys(snapshot.value);
console.log(`active at the top: ${children.join(', ')}; m.parallel ${entered.has('m.parallel') ? 'is' : 'is not'} among the active nodes`);
process.exit(children.length === 2 && !entered.has('m.parallel') ? 0 : 1);
JS
node main.mjs
