import { expect, it } from 'vitest';
import { createRun, play, type Question } from '../../src/package/runs.ts';

const SOURCES = { root: new URL('../../public/', import.meta.url) };

it.each([
  ['social', ['agent', 'kind', 'options', 'rotation', 'rules', 'situation', 'tick']],
  ['librarian', ['agent', 'kind', 'maxTokens', 'prompt', 'shape', 'system', 'tick']],
])(
  'a question of model %s holds all of itself as JSON, and can be sent to a worker',
  async (model, fields) => {
    const run = await createRun(
      { model, agents: model === 'social' ? 60 : 2, ...(model === 'social' && { network: 'small-world' }) },
      SOURCES,
    );
    const asked: Question[] = [];
    const oracle = {
      name: 'own',
      ask: async (questions: readonly Question[]) => {
        asked.push(...questions);
        return questions.map(() => ({ kind: 'late' }) as const);
      },
    };
    await play(run, 2, { oracle });
    const [question] = asked;
    const copy = JSON.parse(JSON.stringify(question)) as Record<string, unknown>;
    expect(fields).toEqual(expect.arrayContaining(Object.keys(copy)));
    expect(Object.keys(copy).length).toBeGreaterThanOrEqual(5);
    expect(structuredClone({ ...question })).toMatchObject(copy);
    expect(copy[model === 'social' ? 'situation' : 'prompt']).not.toBe('');
  },
);
