import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRun } from '../../../../../src/engine/models/openRun.ts';
import type { Run } from '../../../../../src/engine/run/run.ts';
import { resolveCounting } from '../../../../../src/engine/statistics/counted.ts';
import { cases } from '../../../../runs.ts';
import { loadedOf } from '../../../everyModel.ts';
import { mixedAnswers } from '../../../mixedAnswers.ts';
import { documentText } from '../../../play.ts';
import { NESTED } from '../nestedText.ts';
import { choice, code, llm, playOwn } from '../own.ts';
import { play, playTicks, stateOf } from '../playing.ts';

interface Row {
  readonly agent_id: string;
  readonly tick: number;
  readonly state: string;
  readonly step: string;
  readonly outcome: string;
  readonly failure: string | null;
  readonly source: string;
  readonly answer: string | null;
  readonly target: string | null;
  readonly tokens_in: number;
  readonly tokens_out: number;
}

interface Document {
  readonly config: { readonly agents: number };
  readonly states: readonly string[];
  readonly workflow: readonly { readonly line: number; readonly text: string }[];
  readonly decisions: readonly Row[];
  readonly measurements: readonly {
    readonly agent_id: string;
    readonly tick: number;
    readonly milliseconds: number;
  }[];
  readonly agents: readonly { readonly stopped: { readonly tick: number; readonly step: string } | null }[];
  readonly transitions: {
    readonly configurations?: readonly (readonly number[])[];
    readonly tick: readonly number[];
    readonly agent: readonly number[];
    readonly to: readonly number[];
  };
}

type Span = readonly [from: number, to: number];

const stepsOf = async (run: Run, counting: object = {}) => {
  const { steps } = await run.state.loadReports();
  return steps!(run.machine, resolveCounting(run.machine, counting));
};

/** Name of the leaf that each agent is in after a tick, from the document's transitions alone. */
function leafAt(run: Run, { states, transitions }: Document, agent: number, tick: number): string {
  const { workflow } = stateOf(run).inputs;
  const row = transitions.agent.findLastIndex((who, i) => who === agent && transitions.tick[i] <= tick);
  if (row < 0) return workflow.states[workflow.initial];
  const to = transitions.to[row];
  return states[transitions.configurations ? transitions.configurations[to][0] : to];
}

/** The turns after which an agent was where it was, and the step each is put down to. */
function* stalledTurns(run: Run, document: Document, [from, to]: Span, agents: readonly number[]) {
  const state = stateOf(run);
  const { workflow } = state.inputs;
  const { transitions, decisions } = document;
  for (const agent of agents)
    for (let tick = Math.max(1, from); tick <= to; tick++) {
      const { stopped } = document.agents[agent];
      if (tick < state.world.traders[agent].first || (stopped !== null && tick > stopped.tick)) continue;
      if (transitions.agent.some((who, i) => who === agent && transitions.tick[i] === tick)) continue;
      const rows = decisions.filter(row => Number(row.agent_id.slice(6)) - 1 === agent && row.tick === tick);
      const leaf = leafAt(run, document, agent, tick - 1);
      const number = workflow.states.indexOf(leaf);
      const around = workflow.nesting.around(number);
      const leads = workflow.edges.some(
        edge =>
          (edge.from === number || edge.from === null || around.includes(edge.from)) &&
          (edge.from === number || workflow.nesting.landing(edge.to, number) !== number),
      );
      const failed = rows.findLast(({ failure }) => failure !== null);
      const [asked] = rows;
      const waits = workflow.steps.find(({ type, inState }) => type !== 'code' && inState?.includes(number));
      const step =
        failed?.step ?? (asked ? (asked.target === null && leads ? asked.step : undefined) : waits?.name);
      if (step !== undefined) yield { agent, tick, step };
    }
}

/** The same figures, row by row of the exported document. */
function countedByHand(run: Run, document: Document, span: Span, agents: readonly number[]) {
  const isIn = ({ agent_id, tick }: { readonly agent_id: string; readonly tick: number }) =>
    agents.includes(Number(agent_id.slice(6)) - 1) && tick >= span[0] && tick <= span[1];
  const rows = document.decisions.filter(isIn);
  const stalled = [...stalledTurns(run, document, span, agents)];
  return stateOf(run).inputs.workflow.steps.map(({ name }) => {
    const own = rows.filter(({ step }) => step === name);
    const count = (fits: (row: Row) => boolean) => own.filter(fits).length;
    const sum = (of: (row: Row) => number) => own.reduce((all, row) => all + of(row), 0);
    // Only one step of a turn asks.
    const measured = document.measurements.filter(
      one =>
        isIn(one) &&
        own.some(row => row.source !== 'chart' && row.tick === one.tick && row.agent_id === one.agent_id),
    );
    const turns = stalled.filter(({ step }) => step === name);
    const held = agents.filter(agent => {
      const { stopped } = document.agents[agent];
      return stopped !== null && stopped.tick <= span[1] && stopped.step === name;
    });
    const now = turns.filter(({ tick }) => tick === span[1]).map(({ agent }) => agent);
    return {
      name,
      asked: count(({ source }) => source !== 'chart'),
      answered: count(({ answer }) => answer !== null),
      failed: count(({ failure }) => failure !== null),
      failedWho: agents
        .map(agent => {
          const ticks = own.flatMap(({ failure, agent_id, tick }) =>
            failure !== null && Number(agent_id.slice(6)) - 1 === agent ? tick : [],
          );
          return { agent, times: ticks.length, last: ticks.at(-1) ?? 0 };
        })
        .filter(({ times }) => times > 0)
        .sort((a, b) => b.times - a.times || a.agent - b.agent),
      triedAgain: count(({ outcome }) => outcome === 'retry'),
      givenUp: count(({ outcome }) => outcome === 'gave_up'),
      skipped: count(({ outcome }) => outcome === 'skipped'),
      stopped: count(({ outcome }) => outcome === 'stopped'),
      tokensIn: sum(row => row.tokens_in),
      tokensOut: sum(row => row.tokens_out),
      tokensForNothing: sum(row => (row.failure === null ? 0 : row.tokens_in + row.tokens_out)),
      milliseconds:
        measured.length === 0 ? null : measured.reduce((all, { milliseconds }) => all + milliseconds, 0),
      measured: measured.length,
      stalled: turns.length,
      stalledAgents: new Set(turns.map(({ agent }) => agent)).size,
      stalledNow: new Set([...now, ...held]).size,
      stalledWho: [...new Set([...turns.map(({ agent }) => agent), ...held])]
        .map(agent => ({
          agent,
          turns: turns.filter(one => one.agent === agent).length,
          isNow: now.includes(agent) || held.includes(agent),
        }))
        .sort((a, b) => b.turns - a.turns || a.agent - b.agent),
    };
  });
}

/** A text in which steps skip, fail and break off, with states in which nobody is asked. */
const BREAKING = {
  states: ['a', 'b', 'c'],
  transitions: [
    ['a', 'b'],
    ['b', 'c', 'n > 2'],
    ['c', 'a'],
    ['*', 'a', 'n > 6'],
  ] as const,
  steps: [
    code('n = (n if n else 0) + 1', { name: 'count', on_failure: 'skip' }),
    code('x = 1 // (n % 3)', { name: 'divide', on_failure: 'skip', in_state: 'b' }),
    llm({ name: 'do', in_state: ['a', 'b'], run_if: 'n != 4', max_retries: 1 }),
    choice({ on: 'a', stay: 'c' }, { name: 'choose', in_state: 'c', on_failure: 'fail' }),
  ],
};

describe('figures of the steps of a workflow', () => {
  it.each(['pivoting', 'completed', 'careless', 'nested', 'breaking'])(
    'are those of a count by hand over the document, for any range and agents: %s',
    async kind => {
      await fc.assert(
        fc.asyncProperty(
          fc.nat(500),
          fc.integer({ min: 1, max: 40 }),
          fc.tuple(fc.nat(), fc.nat()),
          fc.nat(),
          fc.integer({ min: 1, max: 3 }),
          async (seed, last, [a, b], any, every) => {
            const run = await made(kind, seed, last);
            const document: Document = JSON.parse(await documentText(run));
            const [from, to] = [a % (run.tick + 1), b % (run.tick + 1)].sort((x, y) => x - y);
            const agents = [...run.machine.population.state.keys()].filter(
              agent => agent % every === any % every,
            );
            fc.pre(agents.length > 0);
            const { rows } = await stepsOf(run, { from, to, agents });
            const byHand = countedByHand(run, document, [from, to], agents);
            expect(rows.map(({ type, at, states, ...figures }) => figures)).toEqual(byHand);
            for (const { name, at } of rows)
              expect(document.workflow[at!.line - 1].text + document.workflow[at!.line].text).toContain(name);
          },
        ),
        cases(5, 100),
      );
    },
  );

  it('count each move along the declared transition, and its failed attempts', async () => {
    const run = createRun(await loadedOf('workflow', { agents: 12, preset: 'pivoting' }, 19));
    const { edges, rows } = await stepsOf(await playTicks(run, 60));
    expect(edges!.reduce((sum, { taken }) => sum + taken, 0)).toBe(run.machine.log.rows);
    const closed = edges!.find(({ from, to }) => from === 'deciding' && to === 'offering')!;
    expect(closed).toMatchObject({ condition: "hand == 'works'", taken: 0, at: { line: 21 } });
    expect(closed.refused).toBe(rows.find(({ name }) => name === 'go_on')!.failed);
    expect(closed.refused).toBeGreaterThan(10);
    const any = edges!.find(({ from }) => from === null)!;
    expect(any.taken).toBe(stateOf(run).ledger.totals.pivots);
  });

  it('add up to what the run itself reports', async () => {
    const run = await made('careless', 3, 40);
    const { rows } = await stepsOf(run);
    const { totals, courses } = stateOf(run).ledger;
    const sum = (of: (row: (typeof rows)[number]) => number | null) =>
      rows.reduce((all, row) => all + (of(row) ?? 0), 0);
    expect([sum(row => row.asked), sum(row => row.failed), sum(row => row.givenUp)]).toEqual([
      totals.asked,
      totals.failures,
      totals.gaveUp,
    ]);
    expect(sum(row => row.tokensIn + row.tokensOut)).toBe(courses.reduce((all, one) => all + one.tokens, 0));
  });
});

async function made(kind: string, seed: number, last: number): Promise<Run> {
  if (kind === 'nested' || kind === 'breaking') return own(kind, seed, last);
  const run = createRun(await loadedOf('workflow', { agents: 6, preset: kind }, seed));
  const { signal } = new AbortController();
  while (run.tick < last && !run.state.isOver) await run.step(mixedAnswers(run), signal);
  return run;
}

const SAID = ['test', 'on', 'stay', '{"action": "make", "note": "a box"}', 'nonsense', ''];

/** One agent whose answers come from a list. */
async function own(kind: 'nested' | 'breaking', seed: number, last: number): Promise<Run> {
  const answers = Array.from({ length: last }, (_, i) => SAID[(seed + i * (1 + (seed % 5))) % SAID.length]);
  const { run } = kind === 'nested' ? await play(NESTED, last, answers) : await playOwn(BREAKING, answers);
  return run;
}
