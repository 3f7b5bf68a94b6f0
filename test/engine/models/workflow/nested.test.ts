import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { workflowDocumentSchema } from '../../../../src/engine/models/workflow/reports/workflowRecord.ts';
import type { Run } from '../../../../src/engine/run/run.ts';
import { buildRunFrame } from '../../../../src/engine/run/runFrame.ts';
import { cases } from '../../../runs.ts';
import { documentText } from '../../play.ts';
import { getReports } from '../../reports.ts';
import { opened, type Society } from './any.ts';
import { pair, remembering } from './anyNested.ts';
import { choice, llm, type Parts, playOwn } from './own.ts';
import { ask, leafOf, rowsOf, stateOf, warningsOf } from './playing.ts';

const agentsOf = (run: Run): readonly number[] => [...Array(run.state.population.size).keys()];
const nameOf = (run: Run, state: number): string => stateOf(run).inputs.workflow.states[state];

/** What can be told of a run whatever the numbers of its states are. */
async function toldOf(society: Society) {
  const prompts: string[] = [];
  const leaves: string[] = [];
  const { run, playOut } = await opened(society, ({ agent, tick, prompt }) =>
    prompts.push(`${tick} ${agent} ${prompt}`),
  );
  await playOut(() =>
    leaves.push(
      agentsOf(run)
        .map(agent => leafOf(run, agent))
        .join(),
    ),
  );
  const { steps, nesting } = stateOf(run).inputs.workflow;
  const rows = agentsOf(run).flatMap(agent =>
    rowsOf(run, agent).map(({ tick, state, step, outcome, failure, attempt, action, key, target }) => [
      ...[agent, tick, nameOf(run, state), steps[step].name, outcome, failure, attempt, action, key],
      target === null ? null : nameOf(run, nesting.beginning(target)),
    ]),
  );
  const moves = agentsOf(run).map(agent =>
    run.machine
      .agent(agent)
      .stateHistory.map(({ fromState, toState, tick }) => `${tick} ${fromState} > ${toState}`),
  );
  const accounts = agentsOf(run).map(agent => stateOf(run).world.accountOf(agent, run.tick));
  const pivots = stateOf(run).ledger.courses.map(course => course.pivots);
  // One edge may stand for several.
  const warnings = new Set(warningsOf(run));
  return { prompts, leaves, rows, moves, accounts, pivots, warnings };
}

describe('a workflow with nested states', () => {
  it('plays like the flat one that is written out by hand', async () => {
    await fc.assert(
      fc.asyncProperty(pair, async ({ nested, flat }) => {
        expect(await toldOf(nested)).toEqual(await toldOf(flat));
      }),
      cases(40, 800),
    );
  });

  it('has agents in leaves only, and a document that can be read again', async () => {
    await fc.assert(
      fc.asyncProperty(remembering, async one => {
        const { run, playOut } = await opened(one);
        const leaves = ['a', 'b', 'c', 'd'];
        await playOut(() => {
          for (const agent of agentsOf(run)) {
            expect(leaves).toContain(leafOf(run, agent));
            expect(run.machine.agent(agent).state).toBe(leafOf(run, agent));
          }
        });
        const document = workflowDocumentSchema.parse(JSON.parse(documentText(run)));
        expect(document.agents.map(agent => agent.current_state)).toEqual(
          agentsOf(run).map(agent => leafOf(run, agent)),
        );
        for (const { from_state, to_state } of document.agents.flatMap(agent => agent.state_history))
          expect([leaves.includes(from_state), leaves.includes(to_state), from_state === to_state]).toEqual([
            ...[true, true, false],
          ]);
        for (const agent of agentsOf(run))
          for (let tick = 1; tick <= run.tick; tick++)
            for (const row of ask(run, 'turn', { agent, tick })?.outcomes ?? [])
              expect(leaves).toContain(row.state);
      }),
      cases(15, 300),
    );
  });

  it('continues to the same hash and document when it was saved in its midst', async () => {
    await fc.assert(
      fc.asyncProperty(remembering, fc.nat({ max: 20 }), async (one, at) => {
        const whole = await (await opened(one)).playOut();
        const first = await (await opened(one)).playOut(() => {}, at);
        const text = JSON.stringify(first.save());
        const { run, playOut } = await opened(one);
        run.restore(JSON.parse(text));
        expect(JSON.stringify(run.save())).toBe(text);
        await playOut();
        expect(run.hash).toBe(whole.hash);
        expect(documentText(run)).toBe(documentText(whole));
        expect(buildRunFrame(run, 1, 0)).toEqual(buildRunFrame(whole, 1, 0));
        for (const agent of agentsOf(run))
          expect(getReports(run).detail(agent)).toEqual(getReports(whole).detail(agent));
      }),
      cases(10, 200),
    );
  });
});

/** A day: out of the house, and back to where the work was left. */
const home = (history?: string): Parts => ({
  states: [
    'out',
    {
      name: 'in',
      ...(history && { history }),
      states: ['hall', { name: 'work', states: ['desk', 'shelf'] }],
    },
  ],
  initial: 'in',
  transitions: [
    ['out', 'in'],
    ['in', 'out'],
    ['hall', 'work'],
    ['desk', 'shelf'],
  ],
  steps: [choice({ work: 'work', shelf: 'shelf', out: 'out', in: 'in' }, { in_state: undefined })],
});
const WAY = ['work', 'shelf', 'out', 'in', 'out', 'in'];

describe('an edge to a state with nested states', () => {
  it.each([
    [undefined, ['desk', 'shelf', 'out', 'hall', 'out', 'hall']],
    ['shallow', ['desk', 'shelf', 'out', 'desk', 'out', 'desk']],
    ['deep', ['desk', 'shelf', 'out', 'shelf', 'out', 'shelf']],
  ])('leads to its initial state, or back to where the agent was: history %s', async (history, leaves) => {
    const parts = home(history);
    // A wildcard to each state: what is asked for is allowed.
    const ways = ['out', 'in', 'work', 'shelf'].map(to => ['*', to] as const);
    const found: string[] = [];
    for (const ticks of WAY.keys()) {
      const { run } = await playOwn({ ...parts, transitions: ways }, WAY, ticks + 1);
      found.push(leafOf(run));
    }
    expect(found).toEqual(leaves);
  });

  it('leads to its initial state when an agent inside asks for it', async () => {
    const transitions = [...home().transitions!, ['in', 'in'], ['in', 'work'], ['in', 'shelf']] as const;
    const steps = home().steps!.map(step => ({ ...step, in_state: 'in' }));
    const { run } = await playOwn({ ...home(), transitions, steps }, ['work', 'shelf', 'in']);
    expect(leafOf(run)).toBe('hall');
  });

  it('leaves an agent inside where it is when the state has a history', async () => {
    const transitions = [
      ['*', 'work'],
      ['*', 'shelf'],
      ['*', 'out'],
      ['*', 'in'],
    ] as const;
    const { run, rows } = await playOwn({ ...home('shallow'), transitions }, ['work', 'shelf', 'in']);
    expect([leafOf(run), rows.at(-1)?.outcome, rows.at(-1)?.failure]).toEqual(['shelf', 'done', null]);
  });
});

it('the page shows whether an agent was where it asked to go', async () => {
  const transitions = [
    ['*', 'work'],
    ['*', 'shelf'],
    ['*', 'out'],
    ['*', 'in'],
  ] as const;
  const { run } = await playOwn({ ...home('shallow'), transitions }, ['work', 'shelf', 'in']);
  const lines = [1, 2, 3].flatMap(tick => ask(run, 'turn', { agent: 0, tick })!.outcomes);
  expect(lines.map(({ state, target, isThere }) => [state, target, isThere])).toEqual([
    ['hall', 'work', false],
    ['desk', 'shelf', false],
    ['shelf', 'in', true],
  ]);
});

describe('edges out of a leaf', () => {
  const states = ['a', { name: 'g', states: ['b', { name: 'h', states: ['c'] }] }];
  it.each([
    [
      'its own first',
      [
        ['*', 'a'],
        ['g', 'b'],
        ['h', 'a'],
        ['c', 'c'],
      ],
      'c',
    ],
    [
      'then those of the states around it from the inside out',
      [
        ['*', 'a'],
        ['g', 'b'],
        ['h', 'a'],
      ],
      'a',
    ],
    [
      'the outermost later',
      [
        ['*', 'a'],
        ['g', 'b'],
      ],
      'b',
    ],
    ['wildcards last', [['*', 'a']], 'a'],
  ] as const)('are tried in order: %s', async (_, transitions, leaf) => {
    const { run } = await playOwn({ states, initial: 'c', transitions, steps: [llm()] }, ['wait']);
    expect(leafOf(run)).toBe(leaf);
  });
});

describe('the chart of a workflow with nested states', () => {
  it('has its hierarchy, an edge of a state once, and a wildcard from each leaf', async () => {
    const { run } = await playOwn(
      { ...home('deep'), transitions: [...home().transitions!, ['*', 'hall']], steps: [llm()] },
      ['wait'],
    );
    const { definition } = run.machine.chart;
    expect(definition.states).toEqual([
      'out',
      {
        id: 'in',
        initial: 'hall',
        states: [
          'hall',
          { id: 'work', initial: 'desk', states: ['desk', 'shelf'] },
          { id: 'history of in', kind: 'history', deep: true, initial: 'hall' },
        ],
      },
    ]);
    expect(definition.transitions.map(({ source, target }) => `${source} > ${target}`)).toEqual([
      ...['out > history of in', 'in > out', 'hall > work', 'desk > shelf'],
      ...['out > hall', 'desk > hall', 'shelf > hall'],
    ]);
  });
});
