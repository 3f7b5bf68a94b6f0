import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Setup } from '../../../src/engine/config.ts';
import { runDocument } from '../../../src/engine/export/document.ts';
import { agentId } from '../../../src/engine/indices.ts';
import { createRun } from '../../../src/engine/open.ts';
import type { Run } from '../../../src/engine/run.ts';
import { readCondition } from '../../../src/engine/until/condition.ts';
import { lastMetBefore, metIn, namesOf, RunWatch } from '../../../src/engine/until/watch.ts';
import { runs } from '../../runs.ts';
import { loadedOf, MODELS } from '../everyModel.ts';
import { playTo } from '../play.ts';

const LAST = 30;
const breathe = async () => {};

/** What of a document conditions are about. */
interface Told {
  readonly states: readonly string[];
  readonly distribution: readonly { readonly tick: number; readonly counts: Record<string, number> }[];
  readonly transitions: {
    readonly triggers: readonly string[];
    readonly configurations?: readonly (readonly number[])[];
  } & Readonly<Record<'tick' | 'agent' | 'from' | 'to' | 'trigger', readonly number[]>>;
}

async function documentOf(run: Run): Promise<Told> {
  return JSON.parse([...runDocument(run, await run.state.telling())].join(''));
}

/** Ticks that meet a condition, by a search over the document. */
function bruteForce({ distribution, transitions, states }: Told, text: string): readonly number[] {
  const { tick, agent, to, trigger, triggers } = transitions;
  const [, who, verb, name] = /^(?:(agent_\d+) )?(enters|takes|moves) ?(.*)$/.exec(text) ?? [];
  if (verb !== undefined) {
    const isMet = (row: number) =>
      (who === undefined || agentId(agent[row]) === who) &&
      (verb === 'moves' || (verb === 'enters' ? states[to[row]] === name : triggers[trigger[row]] === name));
    return [...new Set(tick.filter((_, row) => isMet(row)))];
  }
  const [state, by, value] = text.split(' ');
  const holds = distribution.map(({ counts }) =>
    by === '>=' ? counts[state] >= Number(value) : counts[state] < Number(value),
  );
  return distribution.flatMap(({ tick: at }, i) => (i > 0 && holds[i] && !holds[i - 1] ? [at] : []));
}

/** Conditions of a run, as somebody writes them. */
const conditionOf = (run: Run) => {
  const { agents, states, triggers } = namesOf(run);
  const who = fc.option(fc.nat(agents - 1).map(agentId), { nil: undefined });
  const subject = who.map(id => (id === undefined ? '' : `${id} `));
  return fc.oneof(
    fc.tuple(subject, fc.constantFrom(...states)).map(([of, state]) => `${of}enters ${state}`),
    fc.tuple(subject, fc.constantFrom(...triggers)).map(([of, trigger]) => `${of}takes ${trigger}`),
    fc.nat(agents - 1).map(agent => `${agentId(agent)} moves`),
    fc
      .tuple(fc.constantFrom(...states), fc.constantFrom('>=', '<'), fc.nat(agents))
      .map(([state, by, value]) => `${state} ${by} ${value}`),
  );
};

/** Of a chart with hierarchy, a document counts the leaves alone. */
const isFlat = ({ parameters, preset }: Partial<Setup>): boolean =>
  parameters?.moods !== true && parameters?.second_chances === undefined && preset !== 'society';

describe.each(MODELS.filter(([, part]) => isFlat(part)))('a run that is to be stopped: %s', (...model) => {
  it('stands at the tick that a search over its document finds, forwards and backwards', async () => {
    const loaded = await loadedOf(...model, 3);
    const played = await playTo(createRun(loaded), LAST);
    const document = await documentOf(played);
    await fc.assert(
      fc.asyncProperty(conditionOf(played), fc.integer({ min: 1, max: LAST }), async (text, from) => {
        const condition = readCondition(text, namesOf(played));
        const wanted = bruteForce(document, text);
        expect([text, await lastMetBefore(played, [condition], from, breathe)]).toEqual([
          text,
          wanted.findLast(tick => tick < from) === undefined
            ? null
            : expect.objectContaining({ tick: wanted.findLast(tick => tick < from) }),
        ]);
        const ticks = Array.from({ length: LAST }, (_, i) => i + 1);
        expect(ticks.filter(tick => metIn(played, [condition], tick).length > 0)).toEqual(
          wanted.filter(tick => tick >= 1),
        );
      }),
      runs(40),
    );
  });
});

it('a run is watched as it plays: who met which condition, in their order', async () => {
  const run = createRun(await loadedOf(...MODELS[0], 3));
  await playTo(run, 0);
  const texts = ['posts >= 1', 'enters evaluating', 'agent_007 moves', 'largest_cascade > 2'];
  const conditions = texts.map(text => readCondition(text, namesOf(run)));
  const watch = new RunWatch(run, conditions);
  for (let tick = 1; tick <= LAST; tick++) {
    await playTo(run, tick);
    const met = watch.met();
    expect(met).toEqual(metIn(run, conditions, tick));
  }
});

it('a state of a chart with hierarchy is entered at whatever level', async () => {
  const run = await playTo(createRun(await loadedOf(...MODELS[1], 2)), LAST);
  const { tick, to, configurations = [] } = (await documentOf(run)).transitions;
  const { states } = namesOf(run);
  for (const name of ['evaluating', 'engaged']) {
    const condition = readCondition(`enters ${name}`, namesOf(run));
    const leaf = states.indexOf(name);
    const there = new Set(tick.filter((_, row) => configurations[to[row]].includes(leaf)));
    const met = Array.from({ length: LAST }, (_, i) => i + 1).filter(
      at => metIn(run, [condition], at).length > 0,
    );
    expect(met.length).toBeGreaterThan(0);
    expect(met.every(at => there.has(at))).toBe(true);
  }
});

describe('a condition', () => {
  const names = {
    agents: 9,
    states: ['idle', 'evaluating'],
    triggers: ['timeout'],
    outcomes: [{ name: 'largest_cascade' }],
  };

  it('is read in each of its forms', () => {
    expect(readCondition('fails', names)).toEqual({ kind: 'fails' });
    expect(readCondition(' agent_005  enters evaluating ', names)).toEqual({
      ...{ kind: 'enters', state: 1, agent: 4 },
    });
    expect(readCondition('takes timeout', names)).toEqual({ kind: 'takes', trigger: 'timeout', agent: null });
    expect(readCondition('agent_009 moves', names)).toEqual({ kind: 'moves', agent: 8 });
    expect(readCondition('largest_cascade>=50', names)).toMatchObject({
      of: 'outcome',
      number: 0,
      value: 50,
    });
    expect(readCondition('idle < 2.5', names)).toMatchObject({ of: 'state', number: 0, by: '<', value: 2.5 });
  });

  it.each([
    ['whenever', '"whenever" is no condition; one reads enters evaluating, or'],
    ['enters nowhere', '"nowhere" is no state of this run; there are idle, evaluating'],
    ['takes off', '"off" is no trigger of this run; there are timeout'],
    ['agent_000 moves', 'there is no agent_000: this run has agent_001 to agent_009'],
    ['agent_010 moves', 'there is no agent_010: this run has agent_001 to agent_009'],
    ['reach > 3', '"reach" is no outcome or state of this run; there are largest_cascade, idle, evaluating'],
    ['idle > many', '"idle > many" is no condition'],
  ])('is refused in one line: %s', (text, message) => {
    expect(() => readCondition(text, names)).toThrow(message);
  });
});
