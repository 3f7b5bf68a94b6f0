import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createDefaultSetup } from '../../../../src/engine/checks/createDefaultSetup.ts';
import { openRun } from '../../../../src/engine/models/openRun.ts';
import type { ExemptCall } from '../../../../src/engine/models/recorded/governance/exemptCases.ts';
import { RECORDED } from '../../../../src/engine/models/recorded/recordedSpec.ts';
import { recordedQueries } from '../../../../src/engine/models/recorded/reports/recordedQueries.ts';
import type { Setup } from '../../../../src/engine/setup/config.ts';
import { bundled } from '../workflow/playing.ts';
import { aCase, runOf, step } from './cases.ts';

const NOW = { tick: 0, tickSeconds: 1 };
const fixture = (path: string) => readFileSync(new URL(`../../../fixtures/traces/${path}`, import.meta.url));
const SET = (preset: string): Setup => ({ ...createDefaultSetup(RECORDED), preset });
const state = async (setup: Setup, files = {}) => (await openRun(setup, { bundled, files })).run.state;

/** To a tenth of a percent. */
const percent = (share: number | null | undefined) => Number(((share ?? Number.NaN) * 100).toFixed(1));

describe('governance over recorded cases', () => {
  it('saves half of the cost of a model that runs away, and costs nothing', async () => {
    const telecom = await state(SET('telecom'));
    const report = await recordedQueries.of(
      telecom,
      'rule',
      { id: 'roo-code', threshold: null, exempt: [] },
      NOW,
    );
    expect(report).toMatchObject({ measure: 'tokens', name: 'the same call 3 times in a row' });
    const { outcomes } = report;
    expect([outcomes.failed, outcomes.succeeded]).toEqual([10, 30]);
    expect([outcomes.stoppedFailed, outcomes.stoppedSucceeded]).toEqual([5, 0]);
    expect(percent(outcomes.savedShares?.ofAll.tokens)).toBe(50.3);
    // Of cases that are tasks of their own, Wilson's: 5 of 10, none of 30.
    expect(outcomes.intervals.recall?.map(percent)).toEqual([23.7, 76.3]);
    expect(outcomes.intervals.falseAlarms?.map(percent)).toEqual([0, 11.4]);
    expect(outcomes.savedShares?.intervals.ofAll.tokens?.map(percent)).toEqual([28.4, 72.1]);
    expect(outcomes.cutShares?.intervals.ofAll.tokens?.map(percent)).toEqual([0, 4.8]);
    expect(report.stopped[0]).toMatchObject({ agent: 35, step: 8, repeats: 6 });
    expect(JSON.parse(report.setting)).toEqual({ rule: 'in_a_row', threshold: 3, compare: 'call' });
    const curve = report.curve?.map(({ threshold, outcomes: { stopped } }) => [threshold, stopped]);
    expect(curve?.slice(0, 4)).toEqual([
      [1, 40],
      [2, 6],
      [3, 5],
      [4, 5],
    ]);
  });

  it('is reported at another threshold, without exempt calls, and offers the best threshold', async () => {
    const telecom = await state(SET('telecom'));
    const ask = (threshold: number | null, exempt: readonly ExemptCall[] = []) =>
      recordedQueries.of(telecom, 'rule', { id: 'roo-code', threshold, exempt }, NOW);
    const usual = await ask(null);
    expect(usual.best?.threshold).toBe(3);
    // As the best of eleven the lower end is lower than alone.
    const alone = usual.outcomes.savedShares?.intervals.ofAll.tokens;
    expect(usual.best?.saved?.[0]).toBeLessThan(alone?.[0] ?? 0);
    expect(usual.best?.saved?.[1]).toBe(alone?.[1]);
    expect(usual.heldOut?.splits).toHaveLength(200);
    expect(
      usual.exemptions.map(one => [one.words, one.stoppedFailed, one.stoppedSucceeded, percent(one.saved)]),
    ).toEqual([
      ['get_details_by_id', 4, 0, 43.2],
      ['get_data_usage', 1, 0, 7.2],
    ]);
    const two = await ask(2);
    expect(two).toMatchObject({ name: 'the same call 2 times in a row', outcomes: { stoppedSucceeded: 1 } });
    expect(JSON.parse(two.setting).threshold).toBe(2);
    const without = await ask(null, [usual.exemptions[0]]);
    expect(without.outcomes.stoppedFailed).toBe(1);
    expect(percent(without.outcomes.savedShares?.ofAll.tokens)).toBe(7.2);
    expect(without.stopped.map(({ agent, step }) => [agent, step])).toEqual([[39, 24]]);
  });

  it('gives up an unknown share where no case says how it ended', async () => {
    const same = step('poll', { args: '{}', argsHash: 'a', result: 'wait', resultHash: 'r', tokensIn: 9 });
    const { state: unknown } = await runOf([aCase('a', [same, same, same, same])]);
    const { exemptions } = await recordedQueries.of(
      unknown,
      'rule',
      { id: 'roo-code', threshold: null, exempt: [] },
      NOW,
    );
    expect(exemptions).toMatchObject([
      { words: 'poll', stoppedFailed: 0, stoppedSucceeded: 0, stoppedUnknown: 1, saved: null },
    ]);
  });

  it('harms a model that keeps calm under the specification’s rules', async () => {
    const rows = await recordedQueries.of(await state(SET('retail')), 'rules', [], NOW);
    expect(rows[0].name).toBe('clear loops');
    const { outcomes } = rows.find(({ id }) => id === 'specification') ?? rows[0];
    expect([outcomes.stoppedFailed, outcomes.stoppedSucceeded]).toEqual([6, 20]);
    expect(percent(outcomes.cutShares?.ofAll.tokens)).toBe(34.8);
  });

  it('is tuned on one half of the tasks and shown on the other', async () => {
    const tuned = await recordedQueries.of(await state(SET('telecom')), 'tuned', null, NOW);
    expect(tuned.rule).not.toBeNull();
    expect((tuned.chosenOn?.cases ?? 0) + (tuned.shownOn?.cases ?? 0)).toBe(40);
  });

  it('refuses an unknown rule', async () => {
    const telecom = await state(SET('telecom'));
    await expect(
      recordedQueries.of(telecom, 'rule', { id: 'nope', threshold: null, exempt: [] }, NOW),
    ).rejects.toThrow('no rule is called "nope"');
  });
});

describe('the ways of cases', () => {
  const chart = { name: 'moatless.scxml', bytes: fixture('charts/moatless_search_and_code.scxml') };
  const against = (set: string) =>
    state(
      { ...createDefaultSetup(RECORDED), own: ['traces', 'given'] },
      { traces: [{ name: 'set.jsonl', bytes: gunzipSync(fixture(`runs/${set}.jsonl.gz`)) }], given: [chart] },
    );

  it('follow the chart that their agent declares, and leave it where another agent declares one', async () => {
    const own = await recordedQueries.of(await against('moatless_0623_sonnet35'), 'ways', null, NOW);
    expect(own.conformance).toMatchObject({ cases: 291, following: 291, deviating: 0, endOutside: 17 });
    const other = await recordedQueries.of(await against('moatless_0617_gpt4o'), 'ways', null, NOW);
    expect(other.conformance).toMatchObject({ cases: 300, following: 3, deviating: 297 });
    expect(other.conformance?.edges[0]).toMatchObject({ from: 'IdentifyCode', to: 'PlanToCode', count: 292 });
    expect(other.conformance?.walks[0].first).toMatchObject({ from: 'IdentifyCode', to: 'PlanToCode' });
  });

  it('have loops, common ways and usual stays, each with a case that shows it', async () => {
    const ways = await recordedQueries.of(await state(SET('telecom')), 'ways', null, NOW);
    expect(ways.conformance).toBeNull();
    expect(ways.loops[0].path.at(0)).toBe(ways.loops[0].path.at(-1));
    expect(ways.ways[0].cases).toBeGreaterThan(1);
    expect(ways.stays.find(({ state: name }) => name === 'LOOKUP')?.steps).toBeGreaterThan(0);
  });

  it('make a graph, whose ends are distinguished by how the cases ended', async () => {
    const { graph, stateOf } = await recordedQueries.of(await state(SET('telecom')), 'flow', null, NOW);
    expect(graph).toMatchObject({ level: 'state', cases: 40 });
    expect(graph.edges.filter(({ to }) => to !== null).reduce((sum, { count }) => sum + count, 0)).toBe(1053);
    const ends = graph.edges.flatMap(edge => edge.ends ?? []);
    expect(ends.reduce((sum, { count }) => sum + count, 0)).toBe(40);
    expect(ends.filter(({ end }) => end === 'failed').reduce((sum, { count }) => sum + count, 0)).toBe(10);
    expect(stateOf).toEqual(new Map());
  });

  it('include the step of the case that first makes a move missing from the chart, and its time', async () => {
    const other = await against('moatless_0617_gpt4o');
    const { conformance } = await recordedQueries.of(other, 'ways', null, NOW);
    for (const { from, to, agent, step, tick } of conformance!.edges) {
      const { steps } = await recordedQueries.of(other, 'trace', agent, { tick, tickSeconds: 1 });
      expect(steps).toHaveLength(step);
      const [before, last] = [steps.at(-2), steps.at(-1)];
      expect([before?.state ?? null, last?.state, last?.isForeign]).toEqual([from, to, true]);
    }
    const { steps } = await recordedQueries.of(await state(SET('telecom')), 'trace', 0, { ...NOW, tick: 99 });
    expect(steps.some(({ isForeign }) => isForeign)).toBe(false);
  });

  it('are not checked against a chart that cannot be read, or that is in two states at a time', async () => {
    const given = (text: string) =>
      state(
        { ...SET('telecom'), own: ['given'] },
        { given: [{ name: 'c.json', bytes: new TextEncoder().encode(text) }] },
      );
    // Whatever a chart may be written in, one reader reads it.
    for (const text of [
      'stateDiagram-v2\n  [*] --> a\n  a --> b : go',
      'Ours:\n\n```mermaid\nstateDiagram-v2\n  [*] --> a\n  a --> b : go\n```\n',
      '<scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0"><state id="a"/></scxml>',
    ])
      await expect(given(text)).resolves.toBeDefined();
    await expect(given('@startuml\n[*] --> a')).rejects.toThrow('c.json looks like a diagram of PlantUML');
    await expect(given('{')).rejects.toThrow('c.json is not JSON');
    const parallel = { id: 'p', type: 'parallel', states: { a: {}, b: {} } };
    await expect(given(JSON.stringify(parallel))).rejects.toThrow(/c\.json: .*parallel states/);
  });
});
