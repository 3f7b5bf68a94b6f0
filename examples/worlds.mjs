// Would it happen again? Twenty worlds of a run, and the same worlds with another parameter: node worlds.mjs
import { playWorlds } from 'statescope/worlds';

const [own, other] = await playWorlds(
  { model: 'chart', preset: 'sir', agents: 500 },
  { worlds: 20, rounds: 100, arms: { 'half the transmission': { transmission: 0.02 } } },
);
for (const { label, outcomes } of [own, other])
  for (const { name, n, mean, interval } of outcomes.slice(0, 2))
    console.log(label || 'as it is', name, n, mean, interval);
console.log('difference', other.differences[0]);
