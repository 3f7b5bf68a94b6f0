import { expect, it } from 'vitest';
import { defaultSetup } from '../../../../src/engine/defaultSetup.ts';
import { postId } from '../../../../src/engine/indices.ts';
import { MODELS } from '../../../../src/engine/models/index.ts';
import { socialQueries } from '../../../../src/engine/models/social/socialQueries.ts';
import { openRun } from '../../../../src/engine/open.ts';
import { play } from '../../../../src/engine/play.ts';
import { bundled } from '../workflow/playing.ts';

it('who looked at a cascade and who liked it are those whose decisions say so', async () => {
  const [spec] = (await Promise.all(MODELS.map(({ spec }) => spec()))).filter(
    ({ name }) => name === 'social',
  );
  const { run } = await openRun({ ...defaultSetup(spec!), agents: 60 }, { bundled, files: {} });
  await play(run, { oracle: run.policy, until: 30 });
  const now = { tick: run.tick, tickSeconds: run.config.tickSeconds };
  const [largest] = socialQueries.of(run.state, 'cascades', 1, now);
  const tree = socialQueries.of(run.state, 'cascade', largest!.root, now)!;
  const ids = new Set(Array.from(tree.post, postId));
  const sections = new Map((await run.state.telling!()).document());
  const decisions = [...sections.get('decisions')!] as {
    agent_id: string;
    post_id: string;
    action: string;
  }[];
  const told = decisions.filter(({ post_id }) => ids.has(post_id));
  const agents = (rows: typeof told) =>
    [...new Set(rows.map(({ agent_id }) => Number(agent_id.slice(6)) - 1))].sort((a, b) => a - b);
  const { looked, liked } = await socialQueries.of(run.state, 'reactions', largest!.root, now);
  expect([...looked]).toEqual(agents(told));
  expect([...liked]).toEqual(agents(told.filter(({ action }) => action === 'like')));
  expect(liked.length).toBeGreaterThan(0);
});
