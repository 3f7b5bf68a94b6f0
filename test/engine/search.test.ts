import { describe, expect, it } from 'vitest';
import { createDefaultSetup } from '../../src/engine/checks/createDefaultSetup.ts';
import { MODELS } from '../../src/engine/models/index.ts';
import { openRun } from '../../src/engine/models/openRun.ts';
import { groupHitsByText, type Hit, MAX_HITS } from '../../src/engine/models/textSearch.ts';
import { playRunTicks } from '../../src/engine/run/playRunTicks.ts';
import { bundled } from './models/workflow/playing.ts';

/** What a model finds in a run of thirty ticks. */
async function found(name: string, ...words: readonly string[]): Promise<readonly (readonly Hit[])[]> {
  const specs = await Promise.all(MODELS.map(({ spec }) => spec()));
  const setup = { ...createDefaultSetup(specs.find(spec => spec.name === name)!), agents: 24 };
  const { run } = await openRun(setup, { bundled, files: {} });
  await playRunTicks(run, { oracle: run.policy, until: 30 });
  const now = { tick: run.tick, tickSeconds: run.config.tickSeconds };
  // Some models load what answers.
  return Promise.all(words.map(async word => (await run.state.query('search', word, now)) as readonly Hit[]));
}

describe('a search finds', () => {
  it('posts by their text, the newest first, each with its author', async () => {
    const [hits, upper, none] = await found('social', 'the', 'THE', 'no such words');
    expect(hits!.length).toBeGreaterThan(3);
    expect(hits!.length).toBeLessThanOrEqual(MAX_HITS);
    expect(hits!.every(({ text, agents }) => /the/i.test(text) && agents.length === 1)).toBe(true);
    const posts = hits!.map(({ thing }) => thing!);
    expect(posts).toEqual([...posts].sort((a, b) => b - a));
    expect([upper, none]).toEqual([hits, []]);
  });

  it('missions by their goals and by their final answers', async () => {
    const [hits, answers] = await found('governed', 'kubernetes', 'the');
    expect(hits!.map(({ noun }) => noun)).toContain('goal');
    expect(answers!.map(({ noun }) => noun)).toContain('answer');
  });

  it('librarians by the tags in their memory or storage', async () => {
    const [hits] = await found('librarian', '_');
    expect(hits!.length).toBeGreaterThan(0);
    expect(hits!.some(({ agents }) => agents.length > 1)).toBe(true);
  });

  it('artifacts by their ids, with maker and buyer', async () => {
    const [hits] = await found('workflow', 'artifact_001');
    expect(hits!.map(({ text }) => text.slice(0, 12))).toEqual(['artifact_001']);
    expect(hits![0]!.agents.length).toBeGreaterThanOrEqual(1);
  });
});

it('a text that several agents share is one hit', () => {
  const hits = groupHitsByText('goal', [
    ['find it', 3],
    ['read it', 4],
    ['find it', 5],
  ]);
  expect(hits).toEqual([
    { noun: 'goal', text: 'find it', agents: [3, 5], thing: null },
    { noun: 'goal', text: 'read it', agents: [4], thing: null },
  ]);
});
