import { describe, expect, it } from 'vitest';
import { Cache, computeCacheKey } from '../../../src/oracles/client/cache.ts';
import { buildModelRequest } from '../../../src/oracles/client/wanted.ts';
import { byHand, choice, chosen, completion, OPTIONS, put, settle, unusable } from '../world.ts';

const byRotation = (q: object) => String((q as { rotation: number }).rotation);

describe('a cache', () => {
  it('asks once for a question that is under way, and once for one that was answered', async () => {
    const { ask, open } = byHand();
    const cached = new Cache().around(ask, () => 'same');
    const asked = [put(cached, choice(1)), put(cached, choice(2))];
    expect(open.length).toBe(1);
    open[0].answer(chosen(2));
    await Promise.all(asked.map(a => a.promise));
    const later = await put(cached, choice(3)).promise;
    expect(open.length).toBe(1);
    expect(asked[0].told.reply).toMatchObject({ source: 'ollama', evidence: { tokensIn: 10 } });
    for (const reply of [asked[1].told.reply, later])
      expect(reply).toMatchObject({
        kind: 'chosen',
        option: 2,
        source: 'cache',
        evidence: { tokensIn: 0, tokensOut: 0, milliseconds: 0 },
      });
  });

  it.each([{ kind: 'late' } as const, unusable('x'), { kind: 'spent', reason: 'calls' } as const])(
    'shares $kind with those who wait, and does not keep it',
    async reply => {
      const { ask, open } = byHand();
      const cached = new Cache().around(ask, () => 'same');
      const asked = [put(cached), put(cached)];
      open[0].answer(reply);
      await Promise.all(asked.map(a => a.promise));
      expect(asked.map(a => a.told.reply)).toEqual([reply, reply]);
      put(cached);
      await settle();
      expect(open.length).toBe(2);
    },
  );

  it('lets another caller ask when the first one gives up', async () => {
    const { ask, open } = byHand();
    const cached = new Cache().around(ask, () => 'same');
    const [first, second, third] = [put(cached), put(cached), put(cached)];
    first.abort();
    await first.promise;
    await settle();
    expect(open.length).toBe(2);
    open[1].answer(chosen(1));
    expect([await second.promise, await third.promise].map(r => r && 'source' in r && r.source)).toEqual([
      'ollama',
      'cache',
    ]);
  });

  it('rejects at once when a waiting caller is aborted', async () => {
    const { ask } = byHand();
    const cached = new Cache().around(ask, () => 'same');
    put(cached);
    const second = put(cached);
    second.abort();
    expect(await second.promise).toBeNull();
    expect(second.told.error).toMatchObject({ name: 'AbortError' });
  });

  it('drops the oldest entries beyond its bound', async () => {
    const cache = new Cache(2);
    let asked = 0;
    const cached = cache.around(async () => {
      asked++;
      return chosen(0);
    }, byRotation);
    for (const agent of [1, 2, 3, 3, 2, 1]) await put(cached, choice(agent)).promise;
    expect(cache.size).toBe(2);
    expect(asked).toBe(4);
  });
});

describe('a key', () => {
  const key = (over: object, form: 'letter' | 'json' = 'letter', model = 'm') => {
    const question = choice(1, { ...over });
    return computeCacheKey(
      model,
      question,
      buildModelRequest(question, { form, texts: false, temperature: 0 }),
    );
  };

  it('is the same for the same words, for any agent at any time', () => {
    expect(key({ agent: 2, tick: 7 })).toBe(key({}));
  });

  it('differs with model, form, words, letters and the order of options', () => {
    const turned = [...OPTIONS.slice(1), OPTIONS[0]];
    const keys = [
      key({}),
      key({}, 'json'),
      key({}, 'letter', 'n'),
      key({ situation: 'another' }),
      key({ rules: 'others' }),
      key({ rotation: 2 }),
      // Reads the same as the first: only the numbers of the options differ.
      key({ options: turned, rotation: 0 }),
    ];
    expect(new Set(keys).size).toBe(keys.length);
  });

  const textKey = (agent: number, temperature: number, prompt?: string) => {
    const question = completion(agent, prompt);
    return computeCacheKey(
      'm',
      question,
      buildModelRequest(question, { form: 'letter', texts: false, temperature }),
    );
  };

  it('of a text belongs to each agent alone above temperature 0', () => {
    expect(textKey(1, 0.7)).not.toBe(textKey(2, 0.7));
    expect(textKey(1, 0.7)).toBe(textKey(1, 0.7));
  });

  it('of a text is shared at temperature 0', () => {
    expect(textKey(1, 0)).toBe(textKey(2, 0));
    expect(textKey(1, 0)).not.toBe(textKey(1, 0, 'Say another thing.'));
  });

  it('of a choice is shared at any temperature', () => {
    const [one, two] = [1, 2].map(agent => {
      const question = choice(agent, { situation: 'the same', rotation: 0 });
      return computeCacheKey(
        'm',
        question,
        buildModelRequest(question, { form: 'json', texts: true, temperature: 1 }),
      );
    });
    expect(one).toBe(two);
  });

  it('differs between worlds where anything is drawn', () => {
    const keyIn = (world: number, form: 'letter' | 'json', temperature: number) => {
      const question = choice(1, { situation: 'the same', rotation: 0 });
      return computeCacheKey(
        'm',
        question,
        buildModelRequest(question, { form, texts: false, temperature, world: () => world }),
      );
    };
    expect(keyIn(1, 'json', 1)).not.toBe(keyIn(2, 'json', 1));
    expect(keyIn(1, 'json', 0)).toBe(keyIn(2, 'json', 0));
    expect(keyIn(1, 'letter', 1)).toBe(keyIn(2, 'letter', 1));
  });
});
