#!/usr/bin/env bash
# The guess that missed: a transition from a child to the root, without reenter, keeps the root entered once; and whatever
# leaves a state cancels its delayed transitions. XState 5.33.3 runs the root's entry again without its exit, which starts a
# second timer; leaving the root afterwards cancels one of them, and the other fires as well.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
printf '{"private":true,"type":"module"}' > package.json
timeout 300 npm install --ignore-scripts --no-audit --no-fund --loglevel=error xstate@5.33.3 > /dev/null

cat > main.mjs <<'JS'
import { createActor, createMachine, SimulatedClock } from 'xstate';

const told = [];
const tell = word => () => told.push(word);
const machine = createMachine({
  id: 'm',
  initial: 'a',
  entry: tell('enter root'),
  exit: tell('exit root'),
  after: { 1000: { actions: tell('after 1 s') } },
  on: { LEAVE: { target: '#m', reenter: true } },
  states: { a: { on: { GO: '#m' } } },
});
const clock = new SimulatedClock();
const actor = createActor(machine, { clock });
actor.start();
actor.send({ type: 'GO' });
actor.send({ type: 'LEAVE' });
clock.increment(1000);
console.log(told.join(', '));
const fired = told.filter(word => word === 'after 1 s').length;
console.log(`the delay of the root, which was entered anew, fired ${fired} times`);
const expected = 'enter root, enter root, exit root, enter root, after 1 s, after 1 s';
process.exit(told.join(', ') === expected ? 0 : 1);
JS
node main.mjs
