import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InputError } from '../../../src/engine/core/errors.ts';
import { formatAgentId } from '../../../src/engine/core/indices.ts';
import { createRun } from '../../../src/engine/models/openRun.ts';
import { Word } from '../../../src/engine/models/social/posts/posts.ts';
import type { Answer, Oracle, Question } from '../../../src/engine/oracle/oracle.ts';
import { Replica } from '../../../src/engine/run/replica.ts';
import type { Run } from '../../../src/engine/run/run.ts';
import type { AnswerChange, Setup } from '../../../src/engine/setup/config.ts';
import { runs } from '../../runs.ts';
import { loadedOf, MODELS } from '../everyModel.ts';
import { mixedAnswers } from '../mixedAnswers.ts';
import { documentText, open, playTo, Scripted, social } from '../play.ts';

const LAST = 18;

/** A question that was put, and what was said to it. */
interface Put {
  readonly question: Question;
  readonly answer: Answer;
}

/** Plays a run and keeps what was asked and said. */
async function watched(run: Run, oracle: Oracle = run.policy): Promise<readonly Put[]> {
  const puts: Put[] = [];
  const watching: Oracle = {
    name: 'watching',
    async ask(questions, signal) {
      const answers = await oracle.ask(questions, signal);
      puts.push(...questions.map((question, i) => ({ question, answer: answers[i] })));
      return answers;
    },
  };
  while (run.tick < LAST && !run.state.isOver) await playTo(run, run.tick + 1, watching);
  return puts;
}

/** An answer as a change says it; null for one that cannot be given. */
function said({ question, answer }: Put): string | null {
  if (answer.kind === 'text') return answer.text;
  return question.kind === 'choice' && answer.kind === 'chosen'
    ? question.options[answer.option].action
    : null;
}

const givenTo = ({ question }: Put, answer: string): AnswerChange => ({
  kind: 'answer',
  tick: question.tick,
  agent: formatAgentId(question.agent),
  answer,
});

/** A change with its keys as a document has them. */
const inDocument = (change: Setup['changes'][number]) => {
  const { tick, kind, agent, answer } = change as AnswerChange;
  return { tick, kind, agent, answer };
};

/** Another answer that is legal. */
function otherwise(put: Put, draw: number): string {
  const { question } = put;
  if (question.kind === 'completion') return 'Something else altogether.';
  const others = question.options.filter(({ action }) => action !== said(put));
  return others[draw % others.length].action;
}

/** Two runs of a set-up: its own, and with a change of an answer that was given in it. */
async function forked(
  [model, part]: readonly [string, Partial<Setup>],
  [seed, at, draw]: readonly number[],
  answerOf: (put: Put, draw: number) => string,
  oracleOf: (run: Run) => Oracle = run => run.policy,
) {
  const loaded = await loadedOf(model, part, seed);
  const parent = createRun(loaded);
  const puts = (await watched(parent, oracleOf(parent))).filter(
    put => said(put) !== null && (put.question.kind === 'completion' || put.question.options.length > 1),
  );
  // Some runs ask nobody.
  fc.pre(puts.length > 0);
  const put = puts[at % puts.length];
  const change = givenTo(put, answerOf(put, draw));
  const branch = createRun({ ...loaded, setup: { ...loaded.setup, changes: [change] } });
  await watched(branch, oracleOf(branch));
  return { loaded, parent, branch, change, put };
}

const draws = fc.tuple(fc.nat(1000), fc.nat(), fc.nat());

/** What an agent did in every tick, and what it was asked; posts by what they are. */
function deedsOf(run: Run): ReadonlyMap<string, string> {
  const deeds = new Map<string, string>();
  const { log } = run.machine;
  for (let tick = 1; tick <= run.tick; tick++)
    log.forEach(...log.range(tick), (agent, transition) => {
      const key = `${agent} ${tick}`;
      deeds.set(key, `${deeds.get(key) ?? ''}${transition} `);
    });
  const { decisions } = JSON.parse(documentText(run));
  for (const { agent_id, tick, source: _, ...row } of decisions)
    if (tick > 0) {
      const key = `${Number(agent_id.slice(6)) - 1} ${tick}`;
      deeds.set(key, `${deeds.get(key) ?? ''}${JSON.stringify(row)}`);
    }
  return deeds;
}

/** Agents with anything else in two runs. */
function differing(a: Run, b: Run): ReadonlySet<number> {
  const [one, other] = [deedsOf(a), deedsOf(b)];
  const keys = [...new Set([...one.keys(), ...other.keys()])];
  return new Set(keys.filter(key => one.get(key) !== other.get(key)).map(key => Number(key.split(' ')[0])));
}

describe('a changed answer', () => {
  it.each(MODELS)('equal to the original one changes nothing: %s, %o', async (...model) => {
    await fc.assert(
      fc.asyncProperty(draws, async drawn => {
        const { parent, branch } = await forked(model, drawn, put => said(put) ?? '');
        expect(branch.hash).toBe(parent.hash);
        expect(branch.machine.log.save()).toEqual(parent.machine.log.save());
        expect(branch.ineffective).toEqual([]);
      }),
      runs(2),
    );
  });

  it.each(MODELS)('leaves everything before it as it was, to the byte: %s, %o', async (...model) => {
    await fc.assert(
      fc.asyncProperty(draws, async drawn => {
        const { loaded, change } = await forked(model, drawn, otherwise);
        const before = async (changes: Setup['changes']) => {
          const run = createRun({ ...loaded, setup: { ...loaded.setup, changes } });
          await playTo(run, change.tick - 1);
          const text = documentText(run).replace(`"changes":${JSON.stringify(changes.map(inDocument))}`, '');
          return { hash: run.hash, text };
        };
        expect(await before([change])).toEqual(await before([]));
      }),
      runs(2),
    );
  });

  it.each(MODELS)('stands in the log and in the document: %s, %o', async (...model) => {
    const { branch, change, put } = await forked(model, [3, 40, 1], otherwise);
    const { decisions, config } = JSON.parse(documentText(branch));
    const { tick, agent, answer } = change;
    expect(config.changes).toEqual([{ tick, kind: 'answer', agent, answer }]);
    const row = decisions.find(
      (one: { agent_id: string; tick: number }) => one.agent_id === agent && one.tick === tick,
    );
    expect(row.source).toBe('given');
    expect(put.question.kind === 'choice' ? row.action : row.answer).toBe(answer);
  });

  it.each([
    ['governed', { agents: 9 }],
    ['librarian', { agents: 4 }],
  ] as const)('stays with its agent where there is no contact: %s', async (...model) => {
    await fc.assert(
      fc.asyncProperty(draws, async drawn => {
        const { parent, branch, put } = await forked(model, drawn, otherwise);
        expect([...differing(parent, branch)]).toEqual([put.question.agent]);
      }),
      runs(4),
    );
  });

  it.each(MODELS)('survives in a replica, under any oracle: %s, %o', async (...model) => {
    const { loaded, branch, change } = await forked(model, [5, 30, 2], otherwise, mixedAnswers);
    const whole = { ...loaded, setup: { ...loaded.setup, changes: [change] } };
    const replica = new Replica(branch, () => createRun(whole));
    const told = (run: Run) => documentText(run);
    const tick = Math.min(change.tick + 2, branch.tick);
    const stopped = createRun(whole);
    await playTo(stopped, tick, { ...mixedAnswers(stopped), name: 'mixed' });
    expect(await replica.at(tick, told)).toBe(told(stopped));
  });

  it('is not requested from the oracle', async () => {
    const run = await open({ parameters: { warm_up: 10 } });
    const first = (await watched(run))[0].question;
    const change = {
      kind: 'answer',
      tick: first.tick,
      agent: formatAgentId(first.agent),
      answer: 'like',
    } as const;
    const again = await open({ parameters: { warm_up: 10 }, changes: [change] });
    const scripted = new Scripted(question => again.state.policy(question));
    await playTo(again, first.tick, scripted);
    expect(scripted.asked.some(({ agent, tick }) => agent === first.agent && tick === first.tick)).toBe(
      false,
    );
  });

  it('for an agent that is not asked has no effect, which is reported', async () => {
    const change = { kind: 'answer', tick: 3, agent: 'agent_001', answer: 'like' } as const;
    const part = { network: 'scale-free', agents: 20, parameters: { warm_up: 0, activity: 0 } };
    const run = await playTo(await open({ ...part, changes: [change] }), 5);
    expect(run.hash).toBe((await playTo(await open(part), 5)).hash);
    expect(run.ineffective).toEqual([change]);
  });

  it('that is not legal then stops the run before it, whole', async () => {
    const run = await open({ parameters: { warm_up: 10 } });
    const { tick, agent } = (await watched(run))[0].question;
    const change = { kind: 'answer', tick, agent: formatAgentId(agent), answer: 'shout' } as const;
    const again = await open({ parameters: { warm_up: 10 }, changes: [change] });
    const error = await playTo(again, tick).catch(failure => failure);
    expect(error).toBeInstanceOf(InputError);
    expect(error.message).toMatch(
      new RegExp(
        `^round ${tick}: the change lets ${formatAgentId(agent)} answer "shout", .* legal: ignore, like, reply`,
      ),
    );
    expect(again.tick).toBe(tick - 1);
    expect(() => again.assertWhole()).not.toThrow();
  });

  it.each([
    [{ agent: 'agent_01' }, '"agent_01" is not an agent’s id'],
    [{ agent: 'bob' }, 'one reads agent_005'],
    [{ tick: 0 }, 'needs a tick from 1, not 0'],
    [{ answer: '  ' }, 'needs some words'],
    [{ answer: 'x'.repeat(20_001) }, 'has 20001 characters; at most 20000 are taken'],
    [{ agent: 'agent_476' }, 'is about agent_476, but this run has agent_001 to agent_475'],
  ])('is refused with %o', async (part, words) => {
    const change = { kind: 'answer', tick: 3, agent: 'agent_001', answer: 'like', ...part } as const;
    const error = await open({ changes: [change] }).catch(failure => failure);
    expect(error).toBeInstanceOf(InputError);
    expect(error.message).toContain(words);
  });
});

/** A post by what it is, whatever its number. */
function nameOf(run: Run, post: number): string {
  const { posts } = social(run);
  return [Word.author, Word.kind, Word.tick].map(word => posts.word(post, word)).join(' ');
}

/** By agent and tick: the content that it looked at, and what it chose. */
function looksOf(run: Run) {
  const { decisions: d, posts } = social(run);
  const looks = new Map<string, { readonly content: string; readonly deed: string }>();
  for (let row = 0; row < d.count; row++) {
    const content = nameOf(run, posts.word(d.post.data[row], Word.content));
    looks.set(`${d.agent.data[row]} ${d.tick.data[row]}`, { content, deed: String(d.option.data[row]) });
  }
  return looks;
}

/** Contents that any of some agents made, passed on, answered or liked in a run before a tick. */
function touched(run: Run, agents: ReadonlySet<number>, before: number): ReadonlySet<string> {
  const { decisions: d, posts } = social(run);
  const contents = new Set<string>();
  for (let post = 0; post < posts.count; post++)
    if (agents.has(posts.word(post, Word.author)) && posts.word(post, Word.tick) < before) {
      contents.add(nameOf(run, posts.word(post, Word.content)));
      if (posts.parent.data[post] >= 0) contents.add(nameOf(run, posts.parent.data[post]));
    }
  for (let row = 0; row < d.count; row++)
    if (agents.has(d.agent.data[row]) && d.tick.data[row] < before)
      contents.add(nameOf(run, posts.word(d.post.data[row], Word.content)));
  return contents;
}

describe('a different answer in a society', () => {
  it('reaches others only through what its agents made and did', async () => {
    const part = {
      network: 'scale-free',
      agents: 40,
      parameters: { warm_up: 6, activity: 12, posting: 12, trending: 0 },
    };
    let reached = 0;
    await fc.assert(
      fc.asyncProperty(draws, async drawn => {
        const { parent, branch, put } = await forked(['social', part], drawn, otherwise);
        const [a, b] = [looksOf(parent), looksOf(branch)];
        const parted = new Set([put.question.agent]);
        const { offsets, targets } = social(parent).inputs.network;
        for (let tick = put.question.tick + 1; tick <= LAST; tick++) {
          const contents = new Set([...touched(parent, parted, tick), ...touched(branch, parted, tick)]);
          const fresh: number[] = [];
          for (let agent = 0; agent < parent.config.agents; agent++) {
            const [one, other] = [a.get(`${agent} ${tick}`), b.get(`${agent} ${tick}`)];
            if (parted.has(agent) || (one?.content === other?.content && one?.deed === other?.deed)) continue;
            const seen = [one, other].flatMap(look => (look ? [look.content] : []));
            const follows = [...parted].some(by =>
              targets.subarray(offsets[by], offsets[by + 1]).includes(agent),
            );
            expect(follows || seen.some(content => contents.has(content))).toBe(true);
            reached++;
            fresh.push(agent);
          }
          for (const agent of fresh) parted.add(agent);
        }
      }),
      runs(12),
    );
    expect(reached).toBeGreaterThan(10);
  });
});
