import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findLastMetBefore } from '../../../src/engine/conditions/findLastMetBefore.ts';
import { collectConditionNames } from '../../../src/engine/conditions/runWatch.ts';
import { formatAgentId } from '../../../src/engine/core/indices.ts';
import { writeRunDocument } from '../../../src/engine/export/writeRunDocument.ts';
import { createRun } from '../../../src/engine/models/openRun.ts';
import type { Run } from '../../../src/engine/run/run.ts';
import type { Setup } from '../../../src/engine/setup/config.ts';
import { runs } from '../../runs.ts';
import { loadedOf, MODELS } from '../everyModel.ts';
import { playTo } from '../play.ts';
import { conditionsOf, LAST, pastOf, watchedOn } from './runsToStop.ts';

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
  const told = JSON.parse([...writeRunDocument(run, await run.state.loadReports())].join(''));
  // Outcomes of earlier ticks are not in it; in counts they stand as if they were a state.
  for (const { tick, counts } of told.distribution)
    for (const [number, { name }] of run.model.outcomes.entries())
      counts[name] = run.outcomesAt(tick)[number] ?? Number.NaN;
  return told;
}

/** Ticks that meet a condition, by a search over the document. */
function bruteForce({ distribution, transitions, states }: Told, text: string): readonly number[] {
  const round = /^round (\d+)$/.exec(text);
  if (round !== null) return distribution.flatMap(one => (one.tick === Number(round[1]) ? [one.tick] : []));
  const { tick, agent, to, trigger, triggers } = transitions;
  const [, who, verb, all] = /^(?:(agent_\d+) )?(enters|takes|moves) ?(.*)$/.exec(text) ?? [];
  const [, name, target] = (verb === 'takes' && /^(.*) to (\S+)$/.exec(all)) || [null, all, null];
  if (verb !== undefined) {
    const isMet = (row: number) =>
      (who === undefined || formatAgentId(agent[row]) === who) &&
      (verb === 'moves' ||
        (verb === 'enters' ? states[to[row]] === name : triggers[trigger[row]] === name)) &&
      (target === null || states[to[row]] === target);
    return [...new Set(tick.filter((_, row) => isMet(row)))];
  }
  const [state, by, value] = text.split(' ');
  const holds = distribution.map(({ counts }) =>
    by === '>=' ? counts[state] >= Number(value) : counts[state] < Number(value),
  );
  return distribution.flatMap(({ tick: at }, i) => (i > 0 && holds[i] && !holds[i - 1] ? [at] : []));
}

/** Conditions of a run, as somebody writes them. */
const conditionOf = (run: Run, { distribution }: Told) => {
  const { agents, states, triggers, targetsOf, outcomes } = collectConditionNames(run);
  const ways = triggers.flatMap(trigger => targetsOf(trigger).map(target => `${trigger} to ${target}`));
  const measured = outcomes.flatMap(({ name }) =>
    distribution.flatMap(({ counts: { [name]: value } }) =>
      value > 0 ? [`${name} >= ${value.toFixed(3)}`, `${name} < ${value.toFixed(3)}`] : [],
    ),
  );
  const who = fc.option(fc.nat(agents - 1).map(formatAgentId), { nil: undefined });
  const subject = who.map(id => (id === undefined ? '' : `${id} `));
  return fc.oneof(
    fc.tuple(subject, fc.constantFrom(...states)).map(([of, state]) => `${of}enters ${state}`),
    fc.tuple(subject, fc.constantFrom(...triggers)).map(([of, trigger]) => `${of}takes ${trigger}`),
    fc.tuple(subject, fc.constantFrom(...ways)).map(([of, way]) => `${of}takes ${way}`),
    fc.nat(agents - 1).map(agent => `${formatAgentId(agent)} moves`),
    fc.integer({ min: 1, max: LAST + 5 }).map(tick => `round ${tick}`),
    fc
      .tuple(fc.constantFrom(...states), fc.constantFrom('>=', '<'), fc.integer({ min: 1, max: agents }))
      .map(([state, by, value]) => `${state} ${by} ${value}`),
    ...(measured.length > 0 ? [fc.constantFrom(...measured)] : []),
  );
};

/** Conditions that are watched together: ten times as many are two hundred. */
const TOGETHER = 20;

/** Of a chart with hierarchy, a document counts the leaves alone. */
const isFlat = ({ parameters, preset }: Partial<Setup>): boolean =>
  parameters?.moods !== true && parameters?.second_chances === undefined && preset !== 'society';

describe.each(MODELS.filter(([, part]) => isFlat(part)))('a run that is to be stopped: %s', (...model) => {
  it('stops at the tick that a search over its document finds, forwards and backwards', async () => {
    const loaded = await loadedOf(...model, 3);
    const played = await playTo(createRun(loaded), LAST);
    const document = await documentOf(played);
    const past = pastOf(played, loaded);
    const many = fc.array(conditionOf(played, document), { minLength: TOGETHER, maxLength: TOGETHER });
    await fc.assert(
      fc.asyncProperty(many, fc.integer({ min: 1, max: LAST + 1 }), async (texts, before) => {
        const again = await playTo(createRun(loaded), 0);
        const met = await watchedOn(again, texts, tick => playTo(again, tick));
        for (const [at, text] of texts.entries()) {
          const wanted = bruteForce(document, text);
          const watched = [...met.keys()].filter(tick => met[tick]?.some(one => one.condition === at));
          expect([text, watched]).toEqual([text, wanted.filter(tick => tick >= 1)]);
          const last = wanted.findLast(tick => tick < before);
          const found = await findLastMetBefore(played, conditionsOf(played, [text]), before, past);
          expect([text, found?.tick]).toEqual([text, last]);
          if (found !== null && found.tick >= 1)
            expect(met[found.tick]).toContainEqual({ ...found, condition: at });
        }
      }),
      runs(10),
    );
  });
});

it('a condition holds where a state of a chart with hierarchy is entered at any level', async () => {
  const loaded = await loadedOf(...MODELS[1], 2);
  const run = await playTo(createRun(loaded), LAST);
  const { tick, to, configurations = [] } = (await documentOf(run)).transitions;
  const { states } = collectConditionNames(run);
  for (const name of ['evaluating', 'engaged']) {
    const leaf = states.indexOf(name);
    const there = new Set(tick.filter((_, row) => configurations[to[row]].includes(leaf)));
    const again = createRun(loaded);
    const met = await watchedOn(again, [`enters ${name}`], at => playTo(again, at));
    const ticks = [...met.keys()].filter(at => met[at]?.length > 0);
    expect(ticks.length).toBeGreaterThan(0);
    expect(ticks.every(at => there.has(at))).toBe(true);
  }
});

it('the latest of several met conditions is found, and the first of them in one tick', async () => {
  const loaded = await loadedOf(...MODELS[0], 3);
  const run = createRun(loaded);
  const texts = ['any agent: ticks_in_state == 0', 'posts >= 1', 'enters evaluating', 'fails'];
  const met = await watchedOn(run, texts, tick => playTo(run, tick));
  const conditions = conditionsOf(run, texts);
  for (let before = LAST + 1; before > 2; before--) {
    const last = [...met.keys()].findLast(tick => tick < before && met[tick]?.length > 0);
    expect(await findLastMetBefore(run, conditions, before, pastOf(run, loaded))).toEqual(met[last!][0]);
  }
});
