import { describe, expect, it } from 'vitest';
import { BUILT_IN } from '../../../../../src/engine/models/librarian/inputs/loadLibrarianInputs.ts';
import { isRightAnswer } from '../../../../../src/engine/models/librarian/task/isRightAnswer.ts';
import { openReaders, playOut, stateOf } from '../reading.ts';
import { taskOf } from '../task/builtIn.ts';

describe.each(BUILT_IN)('the built-in task %s', name => {
  const { passages, questions, items, title } = taskOf(name);

  it('has fourteen passages and as many questions, of four kinds', () => {
    expect([passages.length, questions.length, items.length]).toEqual([14, 14, 28]);
    const of = (kind: string) => questions.filter(question => question.kind === kind).length;
    expect(['plain', 'joined', 'changed', 'reworded'].map(of)).toEqual([4, 4, 3, 3]);
    expect(title).toMatch(/^[A-Z]/);
  });

  it('has every answer in a passage before its question', () => {
    for (const [at, { kind, index }] of items.entries()) {
      if (kind === 'passage') continue;
      const before = items.slice(0, at).filter(item => item.kind === 'passage');
      const sentences = before.flatMap(item => passages[item.index].text.split(/(?<=[.!?:])\s/));
      const { text } = questions[index];
      expect([text, sentences.some(sentence => isRightAnswer(questions[index], sentence))]).toEqual([
        text,
        true,
      ]);
    }
  });

  it('gives no answer in its own question', () => {
    for (const question of questions)
      expect([question.text, isRightAnswer(question, question.text)]).toEqual([question.text, false]);
  });
});

it('there are six tasks, each with its own title', () => {
  expect(BUILT_IN).toHaveLength(6);
  expect(new Set(BUILT_IN.map(name => taskOf(name).title)).size).toBe(6);
});

describe('the default run', () => {
  it('has six agents of each strategy on the same tasks, with the questions in the same places', async () => {
    const run = await playOut(await openReaders({ source: null }));
    expect(run.state.isOver).toBe(true);
    const frame = stateOf(run).frame(run.tick);
    expect(frame.strategies.map(({ strategy, agents, settled }) => [strategy, agents, settled])).toEqual([
      ['careful', 6, 84],
      ['hasty', 6, 84],
      ['sliding', 6, 84],
    ]);
    const { agents } = stateOf(run).ledger;
    for (const [index, { task, items }] of agents.entries()) {
      expect(task).toBe(agents[index % 6].task);
      expect(items).toEqual(agents[index % 6].items);
    }
    expect(frame).toMatchObject({ stopped: 18, unreadable: 0, refused: 0 });
    for (const { asked } of agents)
      for (const { question, fact } of asked) expect([question, fact === null]).toEqual([question, false]);
  });

  it('puts questions elsewhere under another seed, never before their place', async () => {
    const orders = new Set<string>();
    for (const seed of [1, 2, 3]) {
      const run = await openReaders({ source: null, setup: { seed, agents: 1 } });
      const { items, task } = stateOf(run).ledger.agents[0];
      orders.add(JSON.stringify(items));
      const place = (all: typeof items, number: number) =>
        all
          .slice(
            0,
            all.findIndex(({ kind, index }) => kind === 'question' && index === number),
          )
          .filter(({ kind }) => kind === 'passage').length;
      for (const number of task.questions.keys()) {
        const later = place(items, number) - place(task.items, number);
        expect(later >= 0 && later <= 3).toBe(true);
      }
    }
    expect(orders.size).toBe(3);
  });
});

describe('a careful agent', () => {
  const long = Array.from({ length: 60 }, (_, i) => `word${i}`).join(' ');
  const source = {
    'long.md': `# Long\n## One\nThe answer is brass, as ${long.slice(0, 200)}.\n## Two\nNothing of that.\n\nQ: What is the answer about ${long}?\nA: brass\n`,
  };

  it('searches storage with a question of any length', async () => {
    const run = await playOut(await openReaders({ source, parameters: { paging_limit: 64, careful: 1 } }));
    expect(stateOf(run).ledger.agents[0]).toMatchObject({ right: 1, settled: 1 });
    expect(stateOf(run).ledger.totals.refused).toBe(0);
  });

  it('answers from its memory where nothing can be loaded', async () => {
    const config = { available_actions: { working_memory_add: 'Add' } };
    const parameters = { paging_limit: 32, hard_limit: 32, careful: 1 };
    const run = await playOut(await openReaders({ source, config, parameters }));
    const { asked } = stateOf(run).ledger.agents[0];
    expect([asked[0].mark, stateOf(run).ledger.totals.refused]).toEqual(['wrong', 0]);
  });

  it('answers in time, however little time there is', async () => {
    for (const patience of [2, 3, 4, 5]) {
      const parameters = { paging_limit: 64, hard_limit: 64, careful: 1, patience };
      const run = await playOut(await openReaders({ source, parameters }));
      const { asked } = stateOf(run).ledger.agents[0];
      if (patience >= 3) expect(asked.map(({ given }) => given)).not.toContain(null);
    }
  });
});
