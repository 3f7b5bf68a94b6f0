// An epidemic among a thousand agents on a small-world network, saved half-way and restored: node population.mjs
import { Statechart, stateDistribution, tick } from 'statescope';
import { generateNetwork } from 'statescope/formats';

const AGENTS = 1000;
const chart = new Statechart({
  name: 'epidemic',
  states: ['healthy', 'ill', 'immune'],
  initial: 'healthy',
  transitions: [
    // Each neighbour that is ill infects with a chance of its own; the careful less often.
    { trigger: 'catch', source: 'healthy', target: 'ill', rate: { column: 'risk' }, per: 'ill' },
    { trigger: 'import', source: 'healthy', target: 'ill', rate: 0.001 },
    { trigger: 'recover', source: 'ill', target: 'immune', rate: 0.1 },
  ],
});
const options = {
  network: generateNetwork('small-world', AGENTS, 1, { neighbours: 6, rewiring: 0.1 }),
  columns: { risk: agent => (agent % 4 === 0 ? 0.02 : 0.1) },
  random: 1,
};
const population = chart.populate(AGENTS, options);
for (let i = 0; i < 30; i++) tick(population);
population.seal();
const saved = JSON.stringify(population.saveAll());

const restored = chart.restore(JSON.parse(saved), AGENTS, options);
for (const one of [population, restored]) {
  for (let i = 0; i < 30; i++) tick(one);
  one.seal();
}
console.log(stateDistribution(restored));
console.log(restored.hash === population.hash, restored.hash);
