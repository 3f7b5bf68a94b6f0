import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { findLastMetBefore } from '../../../src/engine/conditions/findLastMetBefore.ts';
import { formatAgentId } from '../../../src/engine/core/indices.ts';
import { createRun, type Loaded } from '../../../src/engine/models/openRun.ts';
import type { WorkflowDetail } from '../../../src/engine/models/workflow/reports/workflowDetail.ts';
import type { Run } from '../../../src/engine/run/run.ts';
import { runs } from '../../runs.ts';
import { loadedOf, MODELS } from '../everyModel.ts';
import { recordedLoaded } from '../models/recorded/cases.ts';
import { playTo, Scripted } from '../play.ts';
import { conditionsOf, LAST, pastOf, watchedOn } from './runsToStop.ts';

/** What each agent had after a tick, by name. */
type Had = readonly ReadonlyMap<string, number>[];

/** What agents have now, from the saved columns and what the inspector lists. */
async function hadNow(run: Run): Promise<Had> {
  const columns = Object.entries(run.state.population.save());
  const reports = await run.state.loadReports();
  return Array.from({ length: run.config.agents }, (_, agent) => {
    const had = new Map(columns.map(([name, values]) => [name, Number(values[agent])]));
    had.set('ticks_in_state', had.get('.ticksInState')!);
    const { variables = [] } = reports.detail(agent) as Partial<WorkflowDetail>;
    for (const { name, value } of variables)
      had.set(name, value === 'True' || value === 'False' ? Number(value === 'True') : Number(value));
    return had;
  });
}

/** The policy, with every seventh question unanswered. */
const flaky = (run: Run) =>
  new Scripted(question =>
    (question.agent * 5 + question.tick) % 7 === 0
      ? { kind: 'unusable', reason: 'no reply' }
      : run.state.policy(question),
  );

/** A run with what it had after each tick from 0 on. */
async function lived(loaded: Loaded) {
  const run = createRun(loaded);
  await playTo(run, 0);
  const ticks = [
    {
      had: await hadNow(run),
      failures: failuresOf(run),
      stuck: stuckIn(run),
      outcomes: run.outcomesAt(run.tick),
    },
  ];
  const oracle = flaky(run);
  for (let tick = 1; tick <= LAST; tick++) {
    await playTo(run, tick, oracle);
    ticks.push({
      had: await hadNow(run),
      failures: failuresOf(run),
      stuck: stuckIn(run),
      outcomes: run.outcomesAt(run.tick),
    });
  }
  return { run, ticks };
}
const failuresOf = ({ state, machine }: Run): number => state.failureCount + machine.failures.count;
const stuckIn = ({ state }: Run) => new Set(state.verdicts?.().map(({ agent }) => agent));

/** An expression over agents, as text and as it is worked out by hand; NaN for what an agent lacks. */
interface Asked {
  readonly text: string;
  holds(had: ReadonlyMap<string, number>): boolean;
}

const compared = (name: string, by: string, value: number): Asked => ({
  text: `${name} ${by} ${value}`,
  holds(had) {
    const is = had.get(name) ?? Number.NaN;
    if (Number.isNaN(is)) throw new RangeError(name);
    return by === '<' ? is < value : by === '>=' ? is >= value : by === '==' ? is === value : is !== value;
  },
});
const joined = (by: 'and' | 'or', a: Asked, b: Asked): Asked => ({
  text: `(${a.text}) ${by} (${b.text})`,
  holds: had => (by === 'and' ? a.holds(had) && b.holds(had) : a.holds(had) || b.holds(had)),
});
const negated = (a: Asked): Asked => ({ text: `not (${a.text})`, holds: had => !a.holds(had) });
const summed = (by: '+' | '-' | '*', name: string, other: string, value: number): Asked => ({
  text: `${name} ${by} ${other} > ${value}`,
  holds(had) {
    const [a, b] = [had.get(name) ?? Number.NaN, had.get(other) ?? Number.NaN];
    const is = by === '+' ? a + b : by === '-' ? a - b : a * b;
    if (Number.isNaN(is)) throw new RangeError(name);
    return is > value;
  },
});

/** Expressions over what agents of a run had, with values that they had. */
function askedOf(ticks: readonly { readonly had: Had }[]) {
  const known = new Map<string, Set<number>>();
  for (const { had } of ticks)
    for (const one of had)
      for (const [name, value] of one)
        if (/^[a-z_]\w*$/.test(name) && Number.isFinite(value))
          known.set(name, (known.get(name) ?? new Set()).add(value));
  const named = fc.constantFrom(...known.keys());
  const single = named.chain(name =>
    fc
      .tuple(fc.constantFrom('<', '>=', '==', '!='), fc.constantFrom(...known.get(name)!))
      .map(([by, value]) => compared(name, by, value)),
  );
  const sum = fc
    .tuple(fc.constantFrom('+' as const, '-' as const, '*' as const), named, named, fc.nat(20))
    .map(args => summed(...args));
  return fc.oneof(
    { weight: 3, arbitrary: single },
    fc.tuple(fc.constantFrom('and' as const, 'or' as const), single, single).map(args => joined(...args)),
    single.map(negated),
    sum,
  );
}

/** Ticks in which it comes to hold, with the first agent of whom it does. */
function bruteForce(ticks: readonly { readonly had: Had }[], asked: Asked, agent: number | null) {
  const holds = (had: ReadonlyMap<string, number>) => {
    try {
      return asked.holds(had);
    } catch {
      return false;
    }
  };
  const all = ticks.map(({ had }) => had.map(holds));
  return all.flatMap((now, tick) => {
    if (tick === 0) return [];
    const who = now.findIndex((is, one) => is && !all[tick - 1][one] && (agent === null || agent === one));
    return who < 0 ? [] : [{ tick, agent: who }];
  });
}

const RUNS: readonly (readonly [name: string, load: () => Promise<Loaded>])[] = [
  ...MODELS.map((model, i) => [`${model[0]} (${i + 1})`, () => loadedOf(...model, 3)] as const),
  ['recorded', recordedLoaded],
];

/** Conditions that are watched together: ten times as many are two hundred. */
const TOGETHER = 20;

describe.each(RUNS)('the agents in a run that is to be stopped: %s', (_, load) => {
  let loaded: Loaded;
  let run: Run;
  let ticks: Awaited<ReturnType<typeof lived>>['ticks'];
  beforeAll(async () => {
    loaded = await load();
    ({ run, ticks } = await lived(loaded));
  });

  it('stop the run at the tick that a search over all of them finds, forwards and backwards', async () => {
    const past = pastOf(run, loaded);
    const one = fc.tuple(askedOf(ticks), fc.option(fc.nat(run.config.agents - 1), { nil: null }));
    const many = fc.array(one, { minLength: TOGETHER, maxLength: TOGETHER });
    await fc.assert(
      fc.asyncProperty(many, fc.integer({ min: 2, max: LAST + 1 }), async (asked, before) => {
        const texts = asked.map(
          ([{ text }, agent]) => `${agent === null ? 'any agent' : formatAgentId(agent)}: ${text}`,
        );
        const again = createRun(loaded);
        await playTo(again, 0);
        const oracle = flaky(again);
        const met = await watchedOn(again, texts, tick => playTo(again, tick, oracle));
        for (const [at, [expression, agent]] of asked.entries()) {
          const wanted = bruteForce(ticks, expression, agent);
          const watched = met.flatMap(all =>
            all.flatMap(({ condition, tick, agent: who }) =>
              condition === at ? [{ tick, agent: who }] : [],
            ),
          );
          expect([texts[at], watched]).toEqual([texts[at], wanted]);
          const last = wanted.findLast(({ tick }) => tick < before);
          if (last === undefined) continue;
          const found = await findLastMetBefore(run, conditionsOf(run, [texts[at]]), before, past);
          expect([texts[at], found]).toEqual([texts[at], { ...last, condition: 0 }]);
        }
      }),
      runs(5),
    );
  });

  it('have failures and verdicts that are found where they were, forwards and backwards', async () => {
    for (const [tick, { outcomes }] of ticks.entries()) expect(run.outcomesAt(tick)).toEqual(outcomes);
    const past = pastOf(run, loaded);
    const failed = ticks.flatMap(({ failures }, tick) =>
      tick > 0 && failures > ticks[tick - 1].failures ? [tick] : [],
    );
    const stuck = ticks.flatMap(({ stuck: now }, tick) =>
      tick > 0 && [...now].some(agent => !ticks[tick - 1].stuck.has(agent)) ? [tick] : [],
    );
    // Only a model that asks has failures, and only one with rules of its own verdicts.
    expect(failed.length > 0).toBe(run.state.decisionCount > 0);
    const areFound = run.state.verdicts !== undefined && run.config.model !== 'workflow';
    // The agents of this workflow wait for nothing.
    expect(stuck.length > 0).toBe(areFound);
    const kinds: readonly (readonly [text: string, wanted: readonly number[]])[] = [
      ['fails', failed],
      ...(run.state.verdicts === undefined ? [] : [['gets stuck', stuck] as const]),
    ];
    for (const [text, wanted] of kinds) {
      const again = createRun(loaded);
      await playTo(again, 0);
      const oracle = flaky(again);
      const met = await watchedOn(again, [text], tick => playTo(again, tick, oracle));
      expect([text, [...met.keys()].filter(tick => met[tick]?.length > 0)]).toEqual([text, wanted]);
      for (const before of [...wanted, LAST + 1].slice(-6)) {
        const found = await findLastMetBefore(run, conditionsOf(run, [text]), before, past);
        expect([text, before, found?.tick]).toEqual([text, before, wanted.findLast(tick => tick < before)]);
      }
    }
  });
});
