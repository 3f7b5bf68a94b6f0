// A statechart and one agent: node chart.mjs
import { Agent, choices, Statechart, tick, toH } from 'statescope';

const chart = new Statechart({
  name: 'helper',
  states: ['thinking', 'searching', { id: 'finished', kind: 'final' }],
  initial: 'thinking',
  thresholds: { searching: 3 },
  transitions: [
    { trigger: 'search', source: 'thinking', target: 'searching' },
    { trigger: 'found', source: 'searching', target: 'thinking' },
    { trigger: 'timeout', source: 'searching', target: 'thinking' },
    { trigger: 'answer', source: 'thinking', target: 'finished' },
  ],
});
const population = chart.populate(1);
const agent = Agent.of(population, 0);

tick(population);
console.log(choices(agent).map(({ trigger }) => trigger)); // search, answer
chart.fire(agent, 'search');
// Nothing is found: after three ticks the search times out.
for (let i = 0; i < 4; i++) tick(population);
console.log(agent.state); // thinking
chart.fire(agent, 'answer');
population.seal();
console.log(JSON.stringify(toH(agent)));
console.log(population.hash);
