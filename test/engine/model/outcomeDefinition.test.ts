import { group } from 'd3-array';
import { describe, expect, it } from 'vitest';
import { createDefaultSetup } from '../../../src/engine/checks/createDefaultSetup.ts';
import type { ModelSpec } from '../../../src/engine/model/model.ts';
import { nameOutcomeValues } from '../../../src/engine/model/outcomeDefinition.ts';
import { MODELS } from '../../../src/engine/models/index.ts';
import { openRun } from '../../../src/engine/models/openRun.ts';
import { playRunTicks } from '../../../src/engine/run/playRunTicks.ts';
import { bundled } from '../models/workflow/playing.ts';
import { documentText } from '../play.ts';

const opened = async (model: ModelSpec) =>
  (
    await openRun(
      { ...createDefaultSetup(model), agents: model.usesNetwork ? 60 : 8 },
      { bundled, files: {} },
    )
  ).run;

describe.each(await Promise.all(MODELS.map(({ spec }) => spec())))('the outcomes of $name', model => {
  it('are at any tick of the past what a run stopped there had come to', async () => {
    const run = await opened(model);
    const stopped = new Map<number, readonly (number | null)[]>();
    stopped.set(run.tick, run.outcomesAt(run.tick));
    await playRunTicks(run, {
      oracle: run.policy,
      until: 24,
      after: () => stopped.set(run.tick, run.outcomesAt(run.tick)),
    });
    for (const [tick, values] of stopped) expect([tick, run.outcomesAt(tick)]).toEqual([tick, values]);
    const last = nameOutcomeValues(run.outcomes, run.outcomesAt(run.tick));
    // What needs a parameter has no value without it, and is not told.
    const told = run.outcomes.filter(({ needs }) => needs === undefined);
    expect(Object.keys(last)).toEqual(told.map(({ name }) => name));
    expect(Object.values(last).some(value => value !== null && value > 0)).toBe(true);
    expect(() => run.outcomesAt(run.tick + 1)).toThrow(RangeError);
    expect(() => run.outcomesAt(-run.config.warmUp - 1)).toThrow(RangeError);
  });

  it('have a name of their own, a label and a meaning', () => {
    const names = model.outcomes.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const { name, label, meaning } of model.outcomes) {
      expect(name).toMatch(/^[a-z_]+$/);
      expect(label).not.toBe('');
      expect(meaning).toMatch(/\.$/);
    }
  });
});

interface Rows {
  readonly outcomes: Readonly<Record<string, number | null>>;
  readonly [section: string]: unknown;
}
type Row = Readonly<Record<string, never>>;
const rowsOf = (document: Rows, section: string) => document[section] as readonly Row[];
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Distances between all pairs of a cascade's posts, walked one by one. */
function distances(posts: readonly Row[]): readonly number[] {
  const pathOf = (post: Row | undefined): readonly string[] =>
    post ? [post.post_id, ...pathOf(posts.find(({ post_id }) => post_id === post.parent_id))] : [];
  const paths = posts.map(pathOf);
  return paths.flatMap((one, i) =>
    paths.slice(i + 1).map(other => {
      const shared = one.filter(id => other.includes(id)).length;
      return one.length + other.length - 2 * shared;
    }),
  );
}

/** The outcomes of each model, counted again from the rows of its document. */
const COUNTED: Readonly<Record<string, (document: Rows) => Readonly<Record<string, number>>>> = {
  social(document) {
    const posts = rowsOf(document, 'posts');
    // Replies are no part of a cascade unless the run says so.
    const passed = posts.filter(({ kind }) => kind !== 'reply');
    const cascades = group(passed, ({ root_id }) => root_id).values();
    const sized = [...cascades].map(all => ({
      all,
      size: new Set(all.map(({ author_id }) => author_id)).size,
    }));
    const largest = sized.reduce((best, one) => (one.size > best.size ? one : best));
    const between = distances(largest.all);
    const fromRoot = distances(largest.all).slice(0, largest.all.length - 1);
    const { counts } = rowsOf(document, 'distribution').at(-1) as unknown as {
      counts: Record<string, number>;
    };
    const agents = sum(Object.values(counts));
    return {
      largest_cascade: largest.size,
      people_reached: new Set(passed.filter(({ kind }) => kind !== 'original').map(p => p.author_id)).size,
      posts: posts.length,
      active_share: (agents - counts.idle) / agents,
      depth: Math.max(0, ...fromRoot),
      structural_virality: between.length === 0 ? 0 : sum(between) / between.length,
    };
  },
  governed(document) {
    const missions = rowsOf(document, 'agents');
    const ended = (how: string) => missions.filter(({ ending }) => ending === how).length;
    return {
      right: ended('right'),
      wrong: ended('wrong'),
      abstained: ended('abstained'),
      unjudged: ended('unjudged'),
      stuck: missions.filter(({ outcome }) => outcome === 'finished_stuck').length,
      cut_off: missions.filter(({ outcome }) => outcome === 'cut_off').length,
      steps: rowsOf(document, 'decisions').filter(({ source }) => source !== 'chart').length,
      tokens: sum(missions.map(({ tokens }) => tokens)),
    };
  },
  librarian(document) {
    const settled = rowsOf(document, 'questions').filter(({ mark }) => mark !== null);
    const readers = rowsOf(document, 'agents');
    return {
      recall: settled.filter(({ mark }) => mark === 'right').length / settled.length,
      tokens: sum(readers.map(({ tokens }) => tokens)),
      entries_lost: sum(readers.map(({ lost }) => lost)),
    };
  },
  chart(document) {
    const { agent } = document.transitions as { agent: readonly number[] };
    const { counts } = rowsOf(document, 'distribution').at(-1) as unknown as {
      counts: Record<string, number>;
    };
    const agents = rowsOf(document, 'agents').length;
    return {
      ever_moved: new Set(agent).size / agents,
      moves: agent.length,
      commonest_share: Math.max(...Object.values(counts)) / agents,
    };
  },
  recorded(document) {
    type Step = { readonly failed?: boolean; readonly tokens_in?: number; readonly tokens_out?: number };
    const { counts } = rowsOf(document, 'distribution').at(-1) as unknown as {
      counts: Record<string, number>;
    };
    const { rounds } = document.config as { readonly rounds: number };
    const played = rowsOf(document, 'inputs').flatMap(({ steps }) =>
      (steps as readonly Step[]).slice(0, rounds),
    );
    return {
      succeeded: counts.succeeded ?? 0,
      failed: counts.failed ?? 0,
      steps: played.length,
      failed_steps: played.filter(({ failed }) => failed).length,
      tokens: sum(played.map(({ tokens_in = 0, tokens_out = 0 }) => tokens_in + tokens_out)),
    };
  },
  workflow(document) {
    type Sale = { readonly price: number; readonly events: readonly { readonly event: string }[] };
    const kept = (document.artifacts as readonly Sale[]).filter(
      ({ events }) => events.at(-1)?.event === 'sold',
    );
    const failed = rowsOf(document, 'decisions').filter(({ failure }) => failure !== null);
    return {
      profit: sum(rowsOf(document, 'agents').map(({ earned, spent }) => earned - spent)),
      sold: kept.length,
      earned_by_selling: sum(kept.map(({ price }) => price)),
      failed_turns: new Set(failed.map(({ agent_id, tick }) => `${agent_id} ${tick}`)).size,
    };
  },
};

it.each(await Promise.all(MODELS.map(({ spec }) => spec())))(
  'the outcomes of $name are the sums of its document’s rows',
  async model => {
    const run = await opened(model);
    await playRunTicks(run, { oracle: run.policy, until: 30 });
    const document = JSON.parse(documentText(run)) as Rows;
    const always = model.outcomes.filter(({ needs }) => needs === undefined).map(({ name }) => name);
    expect(Object.keys(document.outcomes)).toEqual(expect.arrayContaining(always));
    for (const [name, value] of Object.entries(COUNTED[model.name]?.(document) ?? {}))
      expect([name, document.outcomes[name]]).toEqual([name, expect.closeTo(value, 5)]);
  },
);
