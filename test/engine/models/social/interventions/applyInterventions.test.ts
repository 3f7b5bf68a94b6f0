import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InputError } from '../../../../../src/engine/core/errors.ts';
import { formatAgentId, formatPostId } from '../../../../../src/engine/core/indices.ts';
import { createRun } from '../../../../../src/engine/models/openRun.ts';
import { Word } from '../../../../../src/engine/models/social/posts/posts.ts';
import { Replica } from '../../../../../src/engine/run/replica.ts';
import type { Run } from '../../../../../src/engine/run/run.ts';
import type { Change, Intervention, Setup } from '../../../../../src/engine/setup/config.ts';
import { runs } from '../../../../runs.ts';
import { loadedOf } from '../../../everyModel.ts';
import { documentText, logRows, open, playTo, social } from '../../../play.ts';
import { restoredTwin } from '../../../restoredTwin.ts';

const PART: Partial<Setup> = {
  network: 'scale-free',
  agents: 40,
  parameters: { warm_up: 10, activity: 16, posting: 14 },
};
const MOODS: Partial<Setup> = { ...PART, parameters: { ...PART.parameters, moods: true } };
const LAST = 24;

const done = (tick: number, name: string, ...on: string[]): Intervention => ({
  kind: 'intervention',
  tick,
  name,
  on,
});
const opened = (seed: number, changes: readonly Change[], part = PART) => open({ ...part, seed, changes });
const played = async (seed: number, changes: readonly Change[], part = PART) =>
  playTo(await opened(seed, changes, part), LAST);

/** Posts that somebody stopped at from a tick on. */
function seenFrom(run: Run, tick: number): readonly { readonly agent: number; readonly post: number }[] {
  const rows = logRows(run).filter(row => row.trigger === 'sees_post' && row.tick >= tick);
  return rows.map(({ agent, context }) => ({ agent, post: context - 1 }));
}

/** Whether a post hangs on another one, or is a copy of it. */
function hangsOn(run: Run, post: number, on: number): boolean {
  const { posts } = social(run);
  for (let at = post; at >= 0; at = posts.parent.data[at])
    if (at === on || posts.word(at, Word.content) === on) return true;
  return false;
}

const authorOf = (run: Run, post: number): number => social(run).posts.word(post, Word.author);
const contentOf = (run: Run, post: number): number => social(run).posts.word(post, Word.content);

/** What was drawn for a post's root, and its own text. */
function chancesOf(run: Run, post: number): string {
  const { posts } = social(run);
  const drawn = [posts.quality, posts.lifetime, posts.attribution].map(column => column.data[post]);
  return [...drawn, posts.textBits(post)].join(' ');
}

/** What was drawn for the roots that no change made, by author and tick. */
function rootsOf(run: Run): ReadonlyMap<string, string> {
  const { posts } = social(run);
  const roots = Array.from({ length: posts.count }, (_, post) => post).filter(
    post => posts.parent.data[post] < 0 && !posts.inserted.includes(post),
  );
  return new Map(
    roots.map(post => [`${authorOf(run, post)} ${posts.word(post, Word.tick)}`, chancesOf(run, post)]),
  );
}

/** The post that most agents stop at from a tick on, and was there before it; null where they stop at none. */
function favourite(run: Run, tick: number): number | null {
  const counts = new Map<number, number>();
  for (const { post } of seenFrom(run, tick)) {
    const root = social(run).posts.word(post, Word.root);
    if (social(run).posts.word(root, Word.tick) < tick) counts.set(root, (counts.get(root) ?? 0) + 1);
  }
  const [most] = [...counts].sort((a, b) => b[1] - a[1]);
  return most?.[0] ?? null;
}

const draws = fc.tuple(fc.nat(500), fc.integer({ min: 2, max: 12 }), fc.nat());
const check = (property: (seed: number, tick: number, draw: number) => Promise<void>) =>
  fc.assert(
    fc.asyncProperty(draws, ([seed, tick, draw]) => property(seed, tick, draw)),
    runs(5),
  );

describe('a post that is removed', () => {
  it('is seen by nobody from that round on, nor are the posts below it', async () => {
    let seen = 0;
    await check(async (seed, tick) => {
      const parent = await played(seed, []);
      const post = favourite(parent, tick);
      fc.pre(post !== null);
      const branch = await played(seed, [done(tick, 'remove_post', formatPostId(post))]);
      const among = (run: Run) => seenFrom(run, tick).filter(one => hangsOn(run, one.post, post));
      expect(among(branch)).toEqual([]);
      seen += among(parent).length;
      expect(seenFrom(branch, tick).length).toBeGreaterThan(0);
    });
    expect(seen).toBeGreaterThan(5);
  });

  it('stays, with its likes, where it was', async () => {
    const run = await played(3, [done(9, 'remove_post', 'post_001')]);
    expect(JSON.parse(documentText(run)).posts[0].post_id).toBe('post_001');
    expect(run.ineffective).toEqual([]);
  });
});

describe('agents that are removed', () => {
  it.each([
    ['flat', PART],
    ['with moods', MOODS],
  ])('are idle from that round on, are not asked, and nobody sees what they posted: %s', async (_, part) => {
    let active = 0;
    await check(async (seed, tick, draw) => {
      const gone = [draw % 40, (draw + 7) % 40, (draw + 19) % 40];
      const before = await playTo(await opened(seed, [], part), tick - 1);
      const idle = social(before).idle;
      active += gone.filter(agent => before.state.population.state[agent] !== idle).length;
      const change = done(tick, 'remove_agents', ...gone.map(formatAgentId));
      const run = await opened(seed, [change], part);
      await playTo(run, tick - 1);
      expect(run.hash).toBe(before.hash);
      for (let next = tick; next <= LAST; next++) {
        const questions = run.tick + 1 > tick ? run.state.questions(run.tick + 1) : [];
        expect(questions.filter(({ agent }) => gone.includes(agent))).toEqual([]);
        await playTo(run, next);
        const places = gone.map(agent => run.machine.leaf(agent, 0));
        expect(new Set(places).size).toBe(1);
        expect(run.machine.chart.states[places[0]]).toBe('idle');
      }
      const { decisions } = JSON.parse(documentText(run));
      const rows = decisions.filter((row: { tick: number }) => row.tick >= tick);
      expect(rows.some((row: { agent_id: string }) => change.on.includes(row.agent_id))).toBe(false);
      for (const { agent, post } of part === PART ? seenFrom(run, tick) : []) {
        expect(gone).not.toContain(agent);
        expect(gone).not.toContain(authorOf(run, post));
        expect(gone).not.toContain(authorOf(run, contentOf(run, post)));
      }
    });
    expect(active).toBeGreaterThan(0);
  });

  it('may be all of an archetype', async () => {
    const run = await played(3, [done(6, 'remove_agents', 'creator', 'lurker')]);
    const { archetype, gone } = social(run).society;
    const names = social(run).groups.names;
    const wanted = [...archetype.keys()].filter(agent =>
      ['creator', 'lurker'].includes(names[archetype[agent]]),
    );
    expect([...gone].sort((a, b) => a - b)).toEqual(wanted);
    expect(wanted.length).toBeGreaterThan(2);
  });
});

describe('a post that is inserted', () => {
  it('is the last of its round, and leaves the draws of all others as they were', async () => {
    // Nobody gets what the inserting agent posts, so that nothing else follows.
    const edges = `${Array.from({ length: 30 }, (_, i) => `a${i},a${(i * 7 + 3) % 30}\na${i},a${(i * 11 + 5) % 30}`).join('\n')}\nnobody,a3\n`;
    await check(async (seed, tick, draw) => {
      const part = {
        network: 'file',
        seed,
        parameters: { warm_up: 10, activity: 20, posting: 16, trending: 0 },
        direction: 'follows',
      } as const;
      const parent = await playTo(await open(part, edges), LAST);
      const labels = social(parent).inputs.network.labels!;
      const author = labels.indexOf('nobody');
      const topic = ['health', 'music', 'food'][draw % 3];
      const changes = [done(tick, 'insert_post', formatAgentId(author), topic)];
      const branch = await playTo(await open({ ...part, changes }, edges), LAST);
      const described = (run: Run) => {
        const { posts } = social(run);
        return Array.from({ length: posts.count }, (_, post) => {
          const words = [Word.author, Word.tick, Word.topic, Word.kind].map(word => posts.word(post, word));
          return [...words, posts.quality.data[post], posts.likes.data[post]].join(' ');
        });
      };
      const [others, all] = [described(parent), described(branch)];
      const at = all.findIndex((line, i) => line !== others[i]);
      expect(JSON.parse(documentText(branch)).posts[at]).toMatchObject({
        author_id: formatAgentId(author),
        kind: 'original',
        tick,
        topic,
      });
      expect(social(branch).posts.word(at + 1, Word.tick) ?? LAST + 1).not.toBe(tick);
      expect(all.toSpliced(at, 1)).toEqual(others);
      const texts = (run: Run) =>
        JSON.parse(documentText(run)).posts.map((post: { text: string }) => post.text);
      expect(texts(branch).toSpliced(at, 1)).toEqual(texts(parent));
    });
  });

  it('changes the draws of no other root, whatever follows from it', async () => {
    let parted = 0;
    await check(async (seed, tick, draw) => {
      const parent = await played(seed, []);
      const author = formatAgentId(draw % 40);
      const topics = ['health', 'music', 'food'].slice(0, 1 + (draw % 3));
      const branch = await played(
        seed,
        topics.map(topic => done(tick, 'insert_post', author, topic)),
      );
      const [before, after] = [parent, branch].map(rootsOf);
      for (const [key, chances] of before) if (after.has(key)) expect(after.get(key)).toBe(chances);
      const { inserted } = social(branch).posts;
      const drawn = inserted.map(post => chancesOf(branch, post));
      expect(new Set([...drawn, before.get(`${draw % 40} ${tick}`)]).size).toBe(topics.length + 1);
      if (social(branch).posts.count !== social(parent).posts.count + topics.length) parted++;
    });
    expect(parted).toBeGreaterThan(0);
  });

  it('is seen by the followers of its author', async () => {
    const parent = await played(5, []);
    const { offsets } = social(parent).inputs.network;
    const followers = Array.from({ length: 40 }, (_, agent) => offsets[agent + 1] - offsets[agent]);
    const author = followers.indexOf(Math.max(...followers));
    const run = await played(5, [done(4, 'insert_post', formatAgentId(author), 'climate')]);
    const [post] = social(run).posts.inserted;
    expect(seenFrom(run, 5).some(one => one.post === post)).toBe(true);
  });
});

describe('an edge', () => {
  it('that is cut brings nothing from then on; one that is added does', async () => {
    let before = 0;
    let after = 0;
    await check(async (seed, tick, draw) => {
      const parent = await played(seed, []);
      const { offsets, targets } = social(parent).inputs.network;
      const popular = seenFrom(parent, tick).map(({ post }) => authorOf(parent, post));
      const author = popular[draw % popular.length];
      const followers = [...targets.subarray(offsets[author], offsets[author + 1])];
      const strangers = Array.from({ length: 40 }, (_, agent) => agent).filter(
        agent => agent !== author && !followers.includes(agent),
      );
      const cut = followers.map(agent => done(tick, 'cut_edge', formatAgentId(agent), formatAgentId(author)));
      const added = strangers.map(agent =>
        done(tick, 'add_edge', formatAgentId(agent), formatAgentId(author)),
      );
      const run = await played(seed, [...cut, ...added], PART);
      expect(run.ineffective).toEqual([]);
      const sees = (of: Run) =>
        seenFrom(of, tick + 1).filter(
          ({ post }) =>
            authorOf(of, post) === author &&
            social(of).posts.word(post, Word.tick) >= tick &&
            post === contentOf(of, post),
        );
      before += sees(parent).filter(({ agent }) => followers.includes(agent)).length;
      after += sees(run).filter(({ agent }) => strangers.includes(agent)).length;
    });
    expect(Math.min(before, after)).toBeGreaterThan(0);
  });

  it('that is cut is never pushed along', async () => {
    await check(async (seed, tick, draw) => {
      const { inputs } = social(await opened(seed, []));
      const { offsets, targets } = inputs.network;
      const author = draw % 40;
      const followers = [...targets.subarray(offsets[author], offsets[author + 1])];
      const part = { ...PART, parameters: { ...PART.parameters, trending: 0, notify: false } };
      const cut = followers.map(agent => done(tick, 'cut_edge', formatAgentId(agent), formatAgentId(author)));
      const run = await played(seed, cut, part);
      const copies = seenFrom(run, tick).filter(
        ({ post }) => authorOf(run, post) === author && social(run).posts.word(post, Word.tick) >= tick,
      );
      expect(copies).toEqual([]);
    });
  });
});

describe('an intervention in a society', () => {
  const all = (tick: number): readonly Intervention[] => [
    done(tick, 'remove_post', 'post_002'),
    done(tick, 'remove_agents', 'agent_004', 'agent_009'),
    done(tick, 'insert_post', 'agent_001', 'science'),
    done(tick + 2, 'insert_post', 'agent_003', 'music'),
    done(tick, 'cut_edge', 'agent_002', 'agent_001'),
    done(tick, 'add_edge', 'agent_030', 'agent_031'),
    done(tick, 'become', 'debater', 'agent_002', 'agent_005'),
    done(tick + 1, 'become', 'lurker', 'agent_005', 'creator'),
  ];

  it('leaves the rounds before it as they were, and changes nothing more when it is repeated', async () => {
    await check(async (seed, tick) => {
      const parent = await playTo(await opened(seed, []), tick - 1);
      const branch = await playTo(await opened(seed, all(tick)), tick - 1);
      expect(branch.hash).toBe(parent.hash);
      const twice = [...all(tick), ...all(tick)];
      expect((await played(seed, twice)).hash).toBe((await played(seed, all(tick))).hash);
    });
  });

  it('is reported as ineffective where it has no target, and changes nothing then', async () => {
    const idle = [done(5, 'remove_post', 'post_9999')];
    const run = await played(4, idle);
    const { offsets, targets } = social(run).inputs.network;
    const follower = formatAgentId(targets[offsets[0]]);
    idle.push(done(5, 'add_edge', follower, 'agent_001'));
    const again = await played(4, idle);
    expect(new Set(again.ineffective)).toEqual(new Set(idle));
    expect(again.hash).toBe((await played(4, [])).hash);
  });

  it.each([
    ['flat', PART],
    ['with moods', MOODS],
  ])('survives saving, keyframes and a replica: %s', async (_, part) => {
    const loaded = await loadedOf('social', { ...part, changes: all(6) }, 8);
    const run = createRun(loaded);
    const replica = new Replica(run, () => createRun(loaded));
    await playTo(run, 9);
    replica.keep();
    const restored = restoredTwin(run, loaded);
    await Promise.all([playTo(run, LAST), playTo(restored, LAST)]);
    expect(restored.hash).toBe(run.hash);
    expect(documentText(restored)).toBe(documentText(run));
    for (const tick of [14, 9, 7]) {
      const stopped = await playTo(createRun(loaded), tick);
      expect(await replica.at(tick, past => past.hash)).toBe(stopped.hash);
    }
  });

  it('happens once where a round is abandoned and played again', async () => {
    const whole = await played(8, all(6));
    const run = await playTo(await opened(8, all(6)), 5);
    const controller = new AbortController();
    const late = {
      name: 'late',
      ask: async (questions: readonly object[]) => questions.map(() => ({ kind: 'late' }) as const),
    };
    controller.abort();
    expect(await run.step(late, controller.signal)).toBe(false);
    expect(await run.step(late, controller.signal)).toBe(false);
    await playTo(run, LAST);
    expect(run.hash).toBe(whole.hash);
    expect(run.ineffective).toEqual(whole.ineffective);
  });

  it('stands in the document', async () => {
    const { config } = JSON.parse(documentText(await played(2, [all(5)[1]])));
    expect(config.changes).toEqual([
      { tick: 5, kind: 'intervention', name: 'remove_agents', on: ['agent_004', 'agent_009'] },
    ]);
  });

  it.each([
    [done(0, 'remove_post', 'post_001'), 'remove_post needs a tick from 1, not 0'],
    [done(3, 'remove_post'), 'needs post_012'],
    [done(3, 'remove_post', 'agent_001'), '"agent_001" is not a post’s id'],
    [done(3, 'remove_agents', 'teachers'), '"teachers" is not an agent’s id or one of'],
    [done(3, 'remove_agents', 'agent_041'), 'the change in round 3 is about agent_041'],
    [done(3, 'become', 'teacher', 'agent_001'), '"teacher" is not one of lurker, casual'],
    [done(3, 'become', 'lurker'), 'names nobody who is to become lurker'],
    [done(3, 'become', 'lurker', 'post_001'), '"post_001" is not an agent’s id or one of'],
    [done(3, 'become', 'lurker', 'agent_041'), 'the change in round 3 is about agent_041'],
    [done(3, 'insert_post', 'agent_001', 'war'), '"war" is none of the topics transport, health'],
    [done(3, 'insert_post', 'nobody', 'health'), 'needs an agent and a topic'],
    [done(3, 'cut_edge', 'agent_001'), 'needs two agents'],
    [done(3, 'add_edge', 'agent_001', 'agent_001'), 'needs two agents'],
    [done(3, 'raise_dead', 'agent_001'), 'model social knows no change "raise_dead"; it knows remove_post'],
  ])('is refused where it is impossible: %o', async (change, words) => {
    const error = await opened(1, [change]).catch(failure => failure);
    expect(error).toBeInstanceOf(InputError);
    expect(error.message).toContain(words);
  });
});
