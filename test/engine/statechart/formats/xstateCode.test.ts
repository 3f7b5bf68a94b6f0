import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AnyStateMachine, createActor, SimulatedClock } from 'xstate';
import { compileChart } from '../../../../src/engine/embedding/compileChart.ts';
import { Agent, Statechart, tick } from '../../../../src/engine/index.ts';
import type { ChartDefinition } from '../../../../src/engine/statechart/definition.ts';
import { readXStateChart } from '../../../../src/engine/statechart/formats/readXStateChart.ts';
import { writeXStateConfig } from '../../../../src/engine/statechart/formats/writeXStateConfig.ts';

/** The functions that docs/statecharts.md gives to XState, imported as a program has them. */
const folder = join(process.cwd(), 'node_modules/.cache/xstate-code');
let createDocumentedMachine: (config: object) => AnyStateMachine;
beforeAll(async () => {
  const page = readFileSync(join(process.cwd(), 'docs/statecharts.md'), 'utf8');
  const [, code = ''] = /```js\n(import \{ cancel[\s\S]*?)```/.exec(page) ?? [];
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'machine.mjs');
  writeFileSync(file, `${code.replace('const machine =', 'export default config =>')}`);
  createDocumentedMachine = ((await import(file)) as { default: typeof createDocumentedMachine }).default;
});
afterAll(() => rmSync(folder, { recursive: true }));

const CHART: ChartDefinition = {
  name: 'clerk',
  initial: 'waiting',
  states: [
    'waiting',
    { id: 'working', entry: [[{ kind: 'send', event: 'bell', after: 2, id: 'bell' }]] },
    { id: 'resting', entry: [[{ kind: 'raise', event: 'quiet' }]] },
    'asleep',
    'woken',
  ],
  thresholds: { waiting: 3, asleep: 4 },
  transitions: [
    { trigger: 'timeout', source: 'waiting', target: 'working' },
    { trigger: 'bell', source: 'working', target: 'resting' },
    { trigger: 'quiet', source: 'resting', target: 'asleep' },
    { trigger: 'timeout', source: 'asleep', target: 'woken' },
  ],
};

it('plays timeouts, delayed and raised events in XState, second by second as here tick by tick', () => {
  const clock = new SimulatedClock();
  const actor = createActor(createDocumentedMachine(writeXStateConfig(CHART)), { clock });
  actor.start();
  const population = new Statechart(CHART).populate(1);
  const agent = Agent.of(population, 0);
  const seen: string[] = [];
  for (let second = 1; second <= 14; second++) {
    clock.increment(1000);
    tick(population);
    population.seal();
    expect([second, actor.getSnapshot().value]).toEqual([second, agent.state]);
    seen.push(agent.state);
  }
  expect([...new Set(seen)]).toEqual(['waiting', 'working', 'asleep', 'woken']);
});

it('reads a timeout that it wrote for XState once, as a timeout', () => {
  const config = JSON.parse(JSON.stringify(writeXStateConfig(CHART))) as {
    states: Record<string, { after?: object }>;
  };
  expect(Object.keys(config.states.waiting.after ?? {})).toEqual(['4000']);
  const { definition } = readXStateChart(config);
  expect(definition.transitions).toEqual(CHART.transitions);
  expect(compileChart(definition).definition.thresholds).toEqual(CHART.thresholds);
});
