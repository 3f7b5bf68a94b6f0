import { describe, expect, it } from 'vitest';
import { LATE_OPTION } from '../../../../src/engine/models/social/asking/socialDecisions.ts';
import { SocialQuestion } from '../../../../src/engine/models/social/asking/socialQuestion.ts';
import { PostKindNumber, Word } from '../../../../src/engine/models/social/posts/posts.ts';
import { buildChoicePrompt } from '../../../../src/engine/oracle/formats/choicePrompt.ts';
import { type Answer, type Question, SOURCES } from '../../../../src/engine/oracle/oracle.ts';
import type { Run } from '../../../../src/engine/run/run.ts';
import { type LogRow, logRows, open, playTo, Scripted, social } from '../../play.ts';

const [IGNORE, LIKE, REPLY, RESHARE] = [0, 1, 2, 3];
const chosen = (option: number): Answer => ({ kind: 'chosen', option, source: 'ollama' });
const weighed = (probabilities: number[]): Answer => ({ kind: 'weighed', probabilities, source: 'ollama' });
const late: Answer = { kind: 'late' };
const questionsOf = (oracle: Scripted) => oracle.asked.filter(q => q instanceof SocialQuestion);
const promptsOf = (q: Question) => q.kind === 'choice' && buildChoicePrompt(q, 'letter', false);
const optionsOf = (q: Question) => (q.kind === 'choice' ? q.options.length : 0);

/** A busy little world: everybody comes often, writes often and stops at every post. */
const busy = {
  network: 'small-world',
  agents: 40,
  parameters: { warm_up: 30, activity: 20, posting: 20, attention: 0 },
} as const;

/** Thirty rounds of it, answered by a script. */
async function scripted(answer: (q: Question) => Answer, parameters: Record<string, number> = {}) {
  const run = await open({ ...busy, parameters: { ...busy.parameters, ...parameters } });
  const oracle = new Scripted(answer);
  await playTo(run, 30, oracle);
  expect(oracle.asked.length).toBeGreaterThan(50);
  return { run, oracle, rows: logRows(run).filter(row => row.tick > 0) };
}

interface Decision {
  readonly tick: number;
  readonly agent: number;
  readonly option: number;
  readonly source: string;
  readonly post: number;
}

function decisionsOf(run: Run): Decision[] {
  const d = social(run).decisions;
  return Array.from({ length: d.count }, (_, row) => ({
    tick: d.tick.data[row],
    agent: d.agent.data[row],
    option: d.option.data[row],
    source: SOURCES[d.source.data[row]],
    post: d.post.data[row],
  }));
}

/** States of an agent from a tick on, until it scrolls, rests or is idle. */
function pathFrom(rows: readonly LogRow[], agent: number, tick: number): string[] {
  const path: string[] = [];
  for (const row of rows) {
    if (row.agent !== agent || row.tick < tick) continue;
    path.push(row.trigger, row.to);
    if (['scrolling', 'resting', 'idle'].includes(row.to)) break;
  }
  return path;
}

/** The distinct paths that followed on the answers, but for those that the end of the run cut off. */
function pathsAfter(run: Run, rows: readonly LogRow[], answered: (d: Decision) => boolean): Set<string> {
  const early = decisionsOf(run).filter(d => d.tick > 0 && d.tick < run.tick - 5 && answered(d));
  expect(early.length).toBeGreaterThan(10);
  return new Set(early.map(d => pathFrom(rows, d.agent, d.tick).join(' ')));
}

describe('an answer', () => {
  it('ignore leads back to scrolling', async () => {
    const { run, rows } = await scripted(() => chosen(IGNORE));
    expect(pathsAfter(run, rows, () => true)).toEqual(new Set(['ignores scrolling']));
  });

  it('like leads to engaging_like, then to a rest, and is counted', async () => {
    const { run, rows } = await scripted(() => chosen(LIKE));
    expect(pathsAfter(run, rows, () => true)).toEqual(new Set(['decides engaging_like action_done resting']));
    const { posts } = social(run);
    const done = logRows(run).filter(row => row.from === 'engaging_like' && row.trigger === 'action_done');
    const likes = new Uint32Array(posts.count);
    for (const row of done) likes[posts.word(row.context - 1, Word.content)]++;
    expect([...posts.likes.data.subarray(0, posts.count)]).toEqual([...likes]);
    expect(done.length).toBeGreaterThan(50);
  });

  it.each([
    ['reply', REPLY, PostKindNumber.reply],
    ['reshare', RESHARE, PostKindNumber.reshare],
  ])('%s leads through composing to engaging and makes a post', async (name, option, kind) => {
    const { run, rows } = await scripted(q => chosen(option < optionsOf(q) ? option : IGNORE));
    expect(pathsAfter(run, rows, d => d.option === option)).toEqual(
      new Set([`decides composing compose_done engaging_${name} action_done resting`]),
    );
    const { posts } = social(run);
    const done = rows.filter(row => row.from === `engaging_${name}` && row.trigger === 'action_done');
    const made = Array.from({ length: posts.count }, (_, post) => post).filter(
      post => posts.word(post, Word.tick) > 0 && posts.word(post, Word.kind) === kind,
    );
    expect(made.map(post => [posts.word(post, Word.tick), posts.word(post, Word.author)])).toEqual(
      done.map(row => [row.tick, row.agent]),
    );
    for (const [i, post] of made.entries()) {
      const seen = done[i].context - 1;
      const root = posts.word(seen, Word.root);
      expect([seen, root]).toContain(posts.parent.data[post]);
      expect(posts.word(post, Word.root)).toBe(root);
      expect(posts.word(post, Word.content)).toBe(
        kind === PostKindNumber.reshare ? posts.word(seen, Word.content) : post,
      );
    }
    expect(made.length).toBeGreaterThan(20);
  });

  it.each<[string, (q: Question) => Answer]>([
    ['an option that is not there', q => chosen(optionsOf(q))],
    ['a negative option', () => chosen(-1)],
    ['half an option', () => chosen(1.5)],
    ['a text', () => ({ kind: 'text', text: 'like', source: 'ollama' })],
    ['an unusable one', () => ({ kind: 'unusable', reason: 'no JSON', evidence: { raw: 'Well, …' } })],
    ['probabilities for other options', q => weighed([...new Array(optionsOf(q)).fill(0), 1])],
    ['too few probabilities', () => weighed([0.5, 0.5])],
    ['probabilities that are not numbers', q => weighed(new Array(optionsOf(q)).fill(Number.NaN))],
    ['probabilities that do not sum to 1', q => weighed(new Array(optionsOf(q)).fill(0.9))],
  ])('that is %s falls back to scrolling by decides, and is counted', async (_, answer) => {
    const { run, rows, oracle } = await scripted(answer);
    expect(pathsAfter(run, rows, () => true)).toEqual(new Set(['decides scrolling']));
    const answered = decisionsOf(run).filter(d => d.tick > 0);
    expect(new Set(answered.map(d => d.source))).toEqual(new Set(['fallback']));
    expect(social(run).failureCount).toBe(oracle.asked.length);
  });

  it('with probabilities leaves the choice to the run’s own generator', async () => {
    const even = (q: Question) => weighed([0.5, 0.5, 0, 0].slice(0, optionsOf(q)));
    const { run } = await scripted(even);
    const options = decisionsOf(run)
      .filter(d => d.tick > 0)
      .map(d => d.option);
    const likes = options.filter(option => option === LIKE).length;
    expect(new Set(options)).toEqual(new Set([IGNORE, LIKE]));
    expect(likes / options.length).toBeGreaterThan(0.35);
    expect(likes / options.length).toBeLessThan(0.65);
    expect((await scripted(even)).run.hash).toBe(run.hash);
  });

  it('that is late leaves the agent where it is, to be asked again until its timeout', async () => {
    const { run, rows, oracle } = await scripted(() => late);
    const entered = rows.filter(row => row.to === 'evaluating' && row.tick < 15);
    expect(entered.length).toBeGreaterThan(10);
    for (const { agent, tick } of entered) {
      const ticks = run.machine.population.timeoutThreshold[agent] + 1;
      const wait = Array.from({ length: ticks }, (_, i) => tick + 1 + i);
      const asked = oracle.asked.filter(q => q.agent === agent && wait.includes(q.tick)).map(q => q.tick);
      expect(asked).toEqual(wait);
      expect(pathFrom(rows, agent, tick + 1).slice(0, 2)).toEqual(['timeout', 'scrolling']);
      expect(rows.find(row => row.agent === agent && row.tick > tick)!.tick).toBe(tick + ticks);
    }
    expect(social(run).failureCount).toBe(0);
    expect(
      new Set(
        decisionsOf(run)
          .filter(d => d.tick > 0)
          .map(d => [d.option, d.source].join()),
      ),
    ).toEqual(new Set([`${LATE_OPTION},late`]));
  });

  it('that is late once counts when it comes', async () => {
    const before = new Set<number>();
    const { run, rows, oracle } = await scripted(q => {
      if (before.delete(q.agent)) return chosen(LIKE);
      before.add(q.agent);
      return late;
    });
    expect(pathsAfter(run, rows, d => d.option === LIKE)).toEqual(
      new Set(['decides engaging_like action_done resting']),
    );
    const again = questionsOf(oracle);
    const first = again.find(q => q.tick < 20)!;
    const second = again.find(q => q.agent === first.agent && q.tick > first.tick)!;
    expect([second.tick, second.post]).toEqual([first.tick + 1, first.post]);
  });
});

describe('the oracle', () => {
  it('is asked only while evaluating, once per agent and tick, and decides every way out but the timeout', async () => {
    const run = await open({ ...busy, agents: 60 });
    // Every kind of answer, by a rule; some are always late.
    const answers = [
      chosen(IGNORE),
      chosen(LIKE),
      chosen(REPLY),
      late,
      { kind: 'unusable', reason: '' },
    ] as const;
    await playTo(run, 60, new Scripted(q => (q.agent % 9 === 0 ? late : answers[(q.agent + q.tick) % 5])));
    const decisions = decisionsOf(run);
    const rows = logRows(run);
    expect(decisions.length).toBeGreaterThan(500);
    const key = (row: { tick: number; agent: number }) => `${row.tick} ${row.agent}`;

    // Agents in evaluating when a tick began, from the log alone.
    const evaluating = new Set<number>();
    const due: string[] = [];
    let next = 0;
    for (let tick = run.machine.log.firstTick; tick <= run.tick; tick++) {
      for (const agent of [...evaluating].sort((a, b) => a - b)) due.push(key({ tick, agent }));
      for (; next < rows.length && rows[next].tick === tick; next++) {
        if (rows[next].to === 'evaluating') evaluating.add(rows[next].agent);
        else evaluating.delete(rows[next].agent);
      }
    }
    expect(decisions.map(key)).toEqual(due);

    const outcome = (row: { tick: number; agent: number }, post: number) => `${key(row)} ${post}`;
    const decided = rows.filter(row => row.trigger === 'ignores' || row.trigger === 'decides');
    expect(decided.map(row => outcome(row, row.context - 1))).toEqual(
      decisions.filter(d => d.option !== LATE_OPTION).map(d => outcome(d, d.post)),
    );
    expect(rows.filter(row => row.from === 'evaluating' && row.trigger === 'timeout').length).toBeGreaterThan(
      0,
    );
  });

  it('is offered no reshare of a reply or of the agent’s own post', async () => {
    const { run, oracle } = await scripted(q => chosen(q.agent % 2 === 0 ? REPLY : optionsOf(q) - 1));
    const { posts } = social(run);
    const kinds = { may: 0, reply: 0 };
    for (const q of questionsOf(oracle)) {
      const isReply = posts.word(posts.word(q.post, Word.content), Word.kind) === PostKindNumber.reply;
      const own = posts.word(posts.word(q.post, Word.root), Word.author) === q.agent;
      expect(q.options.some(o => o.action === 'reshare')).toBe(!isReply && !own);
      kinds[isReply ? 'reply' : 'may']++;
    }
    expect(kinds.may).toBeGreaterThan(10);
    expect(kinds.reply).toBeGreaterThan(10);
  });

  it('puts the same questions however often they are read, and changes nothing', async () => {
    const run = await playTo(await open(busy), 20);
    const looked = await playTo(await open(busy), 20);
    const first = looked.state.questions(21);
    expect(first.length).toBeGreaterThan(3);
    expect(looked.state.questions(21).map(promptsOf)).toEqual(first.map(promptsOf));
    expect(first.map(q => looked.state.policy(q))).toEqual(first.map(q => looked.state.policy(q)));
    expect((await playTo(looked, 30)).hash).toBe((await playTo(run, 30)).hash);
  });

  it('that is the policy can be computed again from the decision’s row', async () => {
    const run = await playTo(await open(busy), 40);
    const state = social(run);
    for (let row = 0; row < state.decisions.count; row++) {
      const answer = state.policy(state.questionOf(row));
      expect(answer).toMatchObject({ kind: 'chosen', option: state.decisions.option.data[row] });
    }
  });
});

describe('a session', () => {
  it('ends in scrolling or resting, never while the agent evaluates, composes or engages', async () => {
    const run = await open(busy);
    const { sessionLeft } = social(run).society;
    const { states } = run.machine.chart;
    const overAt = new Map<string, number>();
    while (run.tick < 60) {
      await playTo(run, run.tick + 1);
      const ended = logRows(run).filter(row => row.tick === run.tick && row.trigger === 'round_ends');
      expect(ended.every(row => sessionLeft[row.agent] === 0)).toBe(true);
      for (const [agent, state] of run.machine.population.state.entries())
        if (sessionLeft[agent] === 0) overAt.set(states[state], (overAt.get(states[state]) ?? 0) + 1);
    }
    // Agents whose time is up finish what they do …
    for (const state of ['evaluating', 'composing', 'engaging_like', 'engaging_reply', 'engaging_reshare'])
      expect(overAt.get(state), state).toBeGreaterThan(0);
    // … and leave as soon as they have.
    expect(overAt.get('scrolling')).toBeUndefined();
    expect(overAt.get('resting')).toBeUndefined();
    const ends = logRows(run).filter(row => row.trigger === 'round_ends');
    expect(new Set(ends.map(row => `${row.from} ${row.to}`))).toEqual(
      new Set(['scrolling idle', 'resting idle']),
    );
  });

  it('continues after a rest with time to spare, in the next tick', async () => {
    const run = await open(busy);
    const { sessionLeft } = social(run).society;
    const rested: { tick: number; agent: number }[] = [];
    while (run.tick < 60) {
      await playTo(run, run.tick + 1);
      const idle = logRows(run).filter(row => row.tick === run.tick && row.from === 'resting');
      rested.push(...idle.filter(row => sessionLeft[row.agent] > 0));
    }
    const rows = logRows(run);
    const back = rested.filter(row => row.tick < 60);
    expect(back.length).toBeGreaterThan(50);
    for (const { agent, tick } of back)
      expect(rows.find(row => row.agent === agent && row.tick > tick)).toMatchObject({
        tick: tick + 1,
        trigger: 'feed_ready',
      });
  });

  it('is opened by nobody at activity 0', async () => {
    const run = await playTo(await open({ ...busy, parameters: { activity: 0 } }), 30);
    expect(run.machine.log.rows).toBe(0);
  });

  it('lets agents with something to post do so: composing, then a rest, then it is there', async () => {
    const run = await playTo(await open(busy), 40);
    const { posts } = social(run);
    const done = logRows(run).filter(row => row.trigger === 'compose_done' && row.to === 'resting');
    const originals = Array.from({ length: posts.count }, (_, post) => post).filter(
      post => posts.word(post, Word.kind) === PostKindNumber.original,
    );
    expect(originals.length).toBeGreaterThan(20);
    expect(done.every(row => row.context === 0)).toBe(true);
    expect(originals.map(post => [posts.word(post, Word.tick), posts.word(post, Word.author)])).toEqual(
      done.map(row => [row.tick, row.agent]),
    );
  });
});

describe('stalled work', () => {
  const WORK = ['composing', 'engaging_like', 'engaging_reply', 'engaging_reshare'];

  it('is left by every agent when its timeout comes, in the tick after the threshold', async () => {
    const run = await open({ network: 'congress', parameters: { stall: 0.05, warm_up: 0 } });
    const { ticksInState, timeoutThreshold, state } = run.machine.population;
    let stuck = 0;
    while (run.tick < 150) {
      const states = state.map(s => s);
      const ticks = ticksInState.slice();
      await playTo(run, run.tick + 1);
      for (let agent = 0; agent < states.length; agent++) {
        if (!WORK.includes(run.machine.chart.states[states[agent]])) continue;
        if (ticks[agent] < timeoutThreshold[agent]) continue;
        stuck++;
        expect(run.machine.chart.states[state[agent]]).toMatch(/scrolling|idle/);
      }
    }
    const timeouts = logRows(run).filter(row => row.trigger === 'timeout' && WORK.includes(row.from));
    expect(timeouts.length).toBe(stuck);
    expect(new Set(timeouts.map(row => row.from))).toEqual(new Set(WORK));
    expect(new Set(timeouts.map(row => row.to))).toEqual(new Set(['scrolling']));
    // About 5 % of what was begun.
    const begun = logRows(run).filter(row => WORK.includes(row.to)).length;
    expect(stuck / begun).toBeGreaterThan(0.03);
    expect(stuck / begun).toBeLessThan(0.07);
  });

  it('does not happen at stall 0', async () => {
    const run = await playTo(await open({ network: 'congress', parameters: { warm_up: 0 } }), 150);
    const timeouts = logRows(run).filter(row => row.trigger === 'timeout' && WORK.includes(row.from));
    expect(timeouts).toEqual([]);
  });

  it('makes no post: an unfinished post never appears', async () => {
    const run = await playTo(await open({ ...busy, parameters: { ...busy.parameters, stall: 1 } }), 40);
    expect(logRows(run).some(row => row.to === 'composing')).toBe(true);
    expect(social(run).posts.count).toBe(0);
  });
});

describe('an action of an agent towards others', () => {
  it('arrives at the end of the tick: agents before and after the author see a post in the same one', async () => {
    const run = await playTo(await open({ ...busy, parameters: { ...busy.parameters, activity: 20 } }), 100);
    const { posts } = social(run);
    const soonest = { before: Number.POSITIVE_INFINITY, after: Number.POSITIVE_INFINITY };
    for (const row of logRows(run)) {
      if (row.trigger !== 'sees_post') continue;
      const post = row.context - 1;
      const side = row.agent < posts.word(post, Word.author) ? 'before' : 'after';
      soonest[side] = Math.min(soonest[side], row.tick - posts.word(post, Word.tick));
    }
    expect(soonest).toEqual({ before: 1, after: 1 });
  });

  it('is seen once, and never by its author', async () => {
    const resharing = { ...busy.parameters, resharing: 10 };
    const run = await playTo(await open({ ...busy, parameters: resharing }), 60);
    const { posts } = social(run);
    const seen = logRows(run)
      .filter(row => row.trigger === 'sees_post')
      .map(row => ({ agent: row.agent, content: posts.word(row.context - 1, Word.content) }));
    expect(seen.length).toBeGreaterThan(500);
    expect(new Set(seen.map(({ agent, content }) => `${agent} ${content}`)).size).toBe(seen.length);
    expect(seen.filter(({ agent, content }) => posts.word(content, Word.author) === agent)).toEqual([]);
  });

  it('is known to a question as likes and reshares up to the tick before', async () => {
    const { run, oracle } = await scripted(q => chosen(q.agent % 2 === 0 ? LIKE : optionsOf(q) - 1));
    const { posts } = social(run);
    const rows = logRows(run);
    const attention = (content: number, before: number) =>
      rows.reduce((sum, row) => {
        if (row.tick >= before || row.trigger !== 'action_done') return sum;
        if (posts.word(row.context - 1, Word.content) !== content) return sum;
        return sum + (row.from === 'engaging_reshare' ? 2 : 1);
      }, 0);
    const asked = questionsOf(oracle).slice(0, 200);
    const copies = asked.map(q => (q.social2 - attention(posts.word(q.post, Word.content), q.tick)) / 4);
    // The rest is 4 for each further one who passed it on to this agent.
    expect(copies.every(n => Number.isInteger(n) && n >= 0 && n < 40)).toBe(true);
    expect(copies.filter(n => n === 0).length).toBeGreaterThan(50);
  });
});

describe('the hour of the day', () => {
  it('is the evening before in a warm-up that reaches back over midnight', async () => {
    const people = { network: 'random', agents: 300 } as const;
    const startsIn = (run: Run, from: number, to: number) =>
      logRows(run).filter(
        row => row.trigger === 'feed_ready' && row.from === 'idle' && row.tick >= from && row.tick < to,
      ).length;
    // A tick is an hour: tick −1 is 23:00, tick −20 is 4:00.
    const parameters = { warm_up: 24, tick_seconds: 3600, start_hour: 0, activity: 0.4 };
    const run = await playTo(await open({ ...people, parameters }), 0);
    const evening = startsIn(run, -5, 0);
    const night = startsIn(run, -22, -17);
    expect(evening).toBeGreaterThan(20);
    expect(evening).toBeGreaterThan(2 * night);
  });
});
