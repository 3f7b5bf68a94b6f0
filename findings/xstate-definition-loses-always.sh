#!/usr/bin/env bash
# The guess that missed: JSON.stringify(machine), which goes by machine.definition, keeps all of a machine but its functions.
# Eventless transitions are missing, whatever they hold, and so is where a history leads that has no memory; what is left
# reads as a machine that waits where the real one goes on.
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
  initial: 'a',
  states: {
    a: { always: 'b' },
    b: {
      initial: 'x',
      states: { x: { after: { 1000: 'y' } }, y: {}, back: { type: 'history', target: 'y' } },
    },
  },
});
const actor = createActor(machine);
actor.start();
console.log(`the machine begins in ${JSON.stringify(actor.getSnapshot().value)}`);
const text = JSON.stringify(machine);
const { a, b } = JSON.parse(text).states;
console.log(`of "always" in its JSON: ${text.includes('always') ? 'something' : 'nothing'}; transitions out of a: ${a.transitions.length}`);
console.log(`the delay is there: ${b.states.x.transitions.length === 1}; the history's target is there: ${'target' in b.states.back}`);
process.exit(!text.includes('always') && a.transitions.length === 0 && !('target' in b.states.back) ? 0 : 1);
JS
node main.mjs
