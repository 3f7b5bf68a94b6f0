import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatPostId } from '../../../../../src/engine/core/indices.ts';
import { sampleOption } from '../../../../../src/engine/core/sampling.ts';
import { PostKindNumber, Word } from '../../../../../src/engine/models/social/posts/posts.ts';
import {
  explainPost,
  explainSocialMoment,
} from '../../../../../src/engine/models/social/reports/explainSocialMoment.ts';
import { buildQuestionLine } from '../../../../../src/engine/models/social/reports/inspectPerson.ts';
import { cases } from '../../../../runs.ts';
import { logRows, open, playTo, Scripted, social } from '../../../play.ts';

const busy = {
  network: 'small-world',
  agents: 60,
  parameters: { warm_up: 15, activity: 20, posting: 6, attention: 0, replying: 8, resharing: 6 },
} as const;

describe('the explanation of a post', () => {
  it('goes back to its root, each link in the log, in any run; the draw lies where the choice does', async () => {
    let links = 0;
    await fc.assert(
      fc.asyncProperty(fc.nat(100_000), async seed => {
        const run = await playTo(await open({ ...busy, seed }), 12);
        const state = social(run);
        const { posts, decisions } = state;
        const log = new Set(
          logRows(run).map(
            ({ tick, agent, trigger, context }) => `${tick} ${agent} ${trigger} ${context - 1}`,
          ),
        );
        for (let post = 0; post < posts.count; post++) {
          const chain = explainPost(state, post);
          const last = chain.at(-1)!;
          expect([last.kind, last.about]).toEqual(['wrote', formatPostId(posts.word(post, Word.root))]);
          let one = post;
          for (let i = 0; i + 1 < chain.length; i += 3) {
            const [posted, chose, saw] = chain.slice(i, i + 3);
            const seen = Number(saw.about.slice(5)) - 1;
            expect([posted.kind, chose.kind, saw.kind]).toEqual(['posted', 'chose', 'saw']);
            expect([posted.about, posted.agent, posted.tick]).toEqual([
              formatPostId(one),
              posts.word(one, Word.author),
              posts.word(one, Word.tick),
            ]);
            expect(log).toContain(`${saw.tick} ${saw.agent} sees_post ${seen}`);
            expect(log).toContain(`${chose.tick} ${chose.agent} decides ${seen}`);
            expect([saw.agent, chose.agent, chose.about]).toEqual([posted.agent, posted.agent, saw.about]);
            expect(saw.tick).toBeLessThan(chose.tick);
            expect(chose.tick).toBeLessThan(posted.tick);
            expect(posts.word(seen, Word.tick)).toBeLessThan(saw.tick);
            // The numbers add up to the choice, and to the place in the tree.
            const row = decisions.tick
              .view()
              .findIndex((tick, at) => tick === chose.tick && decisions.agent.data[at] === chose.agent);
            const { probabilities } = buildQuestionLine(state, row, false);
            expect(sampleOption(probabilities!, chose.numbers.draw)).toBe(decisions.option.data[row]);
            const { tree_draw, tree_limit } = posted.numbers;
            const root = posts.word(one, Word.root);
            if (seen === root) expect(posted.numbers).toEqual({});
            else expect(posts.parent.data[one]).toBe(tree_draw < tree_limit ? root : seen);
            one = seen;
            links++;
          }
          expect(posts.word(one, Word.kind)).toBe(PostKindNumber.original);
        }
      }),
      cases(25, 500),
    );
    expect(links).toBeGreaterThan(1000);
  });

  it('under rule root_or_other has the draw of those who saw the first post itself, whatever its outcome', async () => {
    const parameters = { warm_up: 0, activity: 6, posting: 1, attention: 0, resharing: 10, trending: 1 };
    const society = { network: 'congress', parameters: { ...parameters, parent_rule: 'root_or_other' } };
    const state = social(await playTo(await open({ ...society, seed: 3 }), 120));
    const { posts } = state;
    const told = { root: 0, other: 0 };
    for (let post = 0; post < posts.count; post++) {
      const [posted, , saw] = explainPost(state, post);
      const root = posts.word(post, Word.root);
      if (saw?.about !== formatPostId(root) || posted.numbers.tree_draw === undefined) continue;
      const parent = posts.parent.data[post];
      const isBelow = posted.numbers.tree_draw < posted.numbers.tree_limit;
      expect(parent === root).toBe(isBelow);
      expect(posted.said).toContain(isBelow ? 'hangs on the first post' : 'hangs on the newest other copy');
      told[isBelow ? 'root' : 'other']++;
    }
    expect(told.root).toBeGreaterThan(5);
    expect(told.other).toBeGreaterThan(5);
  });

  it('includes every step of the action, with the choice and what was seen before it', async () => {
    const run = await open({ ...busy, seed: 7 });
    const told = new Map<string, number>();
    for (let tick = 1; tick <= 14; tick++) {
      await playTo(run, tick);
      const steps = logRows(run).filter(row => row.tick === tick && row.context > 0);
      for (const { agent, trigger, context } of steps) {
        const kinds = explainSocialMoment(social(run), run.machine, agent).map(({ kind, about }) => [
          kind,
          about,
        ]);
        const isChosen = ['decides', 'compose_done', 'action_done'].includes(trigger);
        const isSeen = kinds.some(([kind, about]) => kind === 'saw' && about === formatPostId(context - 1));
        const isChoice = kinds.some(
          ([kind, about]) => kind === 'chose' && about === formatPostId(context - 1),
        );
        if (isChosen) expect([trigger, isSeen, isChoice]).toEqual([trigger, true, true]);
        told.set(trigger, (told.get(trigger) ?? 0) + 1);
      }
    }
    for (const trigger of ['decides', 'compose_done', 'action_done', 'sees_post'])
      expect(told.get(trigger)).toBeGreaterThan(20);
  });

  it('states that nothing was drawn where another oracle gave the answer', async () => {
    const run = await open(busy);
    await playTo(
      run,
      8,
      new Scripted(q => ({
        kind: 'chosen',
        option: q.kind === 'choice' ? q.options.length - 1 : 0,
        source: 'openai',
      })),
    );
    const state = social(run);
    const made = Array.from({ length: state.posts.count }, (_, post) => post).filter(
      post =>
        state.posts.word(post, Word.kind) === PostKindNumber.reshare && state.posts.word(post, Word.tick) > 3,
    );
    expect(made.length).toBeGreaterThan(0);
    const [, chose] = explainPost(state, made.at(-1)!);
    expect(chose.numbers).toEqual({});
    expect(chose.said).toMatch(/ chose to reshare, as openai answered$/);
  });
});
