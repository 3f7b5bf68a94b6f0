import { readFileSync } from 'node:fs';
import { DEFAULT_SETUP } from '../../src/engine/models/defaultSetup.ts';
import { openRun } from '../../src/engine/models/openRun.ts';
import type { SocialModelState } from '../../src/engine/models/social/socialModel.ts';
import type { Run } from '../../src/engine/run/run.ts';

/** How runs behave over a day: `npm run bench -- dynamics`. One line of JSON a run. */
const DAY = 480;
const RUNS = [
  { network: 'congress', preset: 'showcase', stall: 0 },
  { network: 'lastfm', preset: 'showcase', stall: 0 },
  { network: 'congress', preset: 'realistic', stall: 0 },
  { network: 'lastfm', preset: 'realistic', stall: 0 },
  { network: 'congress', preset: 'showcase', stall: 0.05 },
];

const rounded = (value: number, digits: number): number => Number(value.toFixed(digits));

/** Mean share of agents in each state, per cent, over the rounds after the warm-up. */
function shares(run: Run): Record<string, number> {
  const { states } = run.machine.chart;
  const first = run.config.warmUp + 1;
  return Object.fromEntries(
    states.map((state, s) => {
      let sum = 0;
      for (let row = first; row < first + run.rounds; row++) sum += run.counts.data[row * states.length + s];
      return [state, rounded((sum / run.rounds / run.config.agents) * 100, 2)];
    }),
  );
}

/** Active agents, per cent: 5, 50 and 95 % quantiles over the rounds, and the mean change from one to the next. */
function activity(run: Run) {
  const width = run.machine.chart.states.length;
  const active = Array.from({ length: run.rounds }, (_, i) => {
    const idle = run.counts.data[(run.config.warmUp + 1 + i) * width];
    return (1 - idle / run.config.agents) * 100;
  });
  const steps = active.slice(1).map((a, i) => Math.abs(a - active[i]));
  const sorted = [...active].sort((a, b) => a - b);
  return {
    active_quantiles: [0.05, 0.5, 0.95].map(q => rounded(sorted[Math.floor(q * (sorted.length - 1))], 1)),
    mean_step: rounded(steps.reduce((sum, s) => sum + s, 0) / steps.length, 2),
  };
}

/** Timeouts that recovered an agent, and agents that are past their threshold at the end. */
function recovery(run: Run) {
  const { log, chart, population } = run.machine;
  let recovered = 0;
  log.forEach(0, log.rows, (_, transition) => {
    const { trigger, target } = chart.definition.transitions[transition];
    if (trigger === 'timeout' && target === 'scrolling') recovered++;
  });
  let past = 0;
  for (let agent = 0; agent < population.size; agent++)
    if (
      population.state[agent] !== chart.initial &&
      population.ticksInState[agent] > run.machine.threshold(agent)
    )
      past++;
  return { recovered, past_threshold: past };
}

for (const { network, preset, stall } of RUNS) {
  const { run } = await openRun(
    { ...DEFAULT_SETUP, network, preset, parameters: { stall } },
    { bundled: async path => new Uint8Array(readFileSync(`public/${path}`)), files: {} },
  );
  const { signal } = new AbortController();
  while (run.tick < DAY) await run.step(run.policy, signal);
  const { cascades, posts } = run.state as SocialModelState;
  const sizes = Array.from({ length: posts.count }, (_, post) => cascades.size(post));
  console.log(
    JSON.stringify({
      network,
      preset,
      stall,
      shares: shares(run),
      ...activity(run),
      decisions_per_round: rounded(run.state.decisionCount / (DAY + run.config.warmUp), 1),
      cascades_of_ten: sizes.filter(size => size >= 10).length,
      largest: Math.max(...sizes),
      ...recovery(run),
    }),
  );
}
