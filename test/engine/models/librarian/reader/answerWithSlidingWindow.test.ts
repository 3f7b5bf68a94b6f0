import { expect, it } from 'vitest';
import { agentOf, openReaders, playOut, stepsOf, valuesIn } from '../reading.ts';

const sentence = (name: string) => `The ${name} stood beside the old stone bridge every single morning.`;
const NAMES = ['heron', 'badger', 'squirrel', 'pheasant'];
const source = {
  'a.md': `${NAMES.map(name => `## ${name}\n${sentence(name)}`).join('\n')}\nQ: Where did the heron stand?\nA: bridge\nQ: What did the pheasant stand beside?\nA: bridge\n`,
};

it('a sliding window keeps the latest passages whole, drops the oldest, and never loads', async () => {
  const run = await playOut(
    await openReaders({ source, setup: { preset: 'sliding' }, parameters: { paging_limit: 45, delay: 0 } }),
  );
  expect(Object.keys(valuesIn(run, 'storage'))).toEqual(['heron', 'badger', 'squirrel']);
  expect(Object.values(valuesIn(run, 'storage'))).toEqual(NAMES.slice(0, 3).map(sentence));
  expect(stepsOf(run).some(({ action }) => action?.type === 'storage_load')).toBe(false);
  expect(agentOf(run).memory.moves.every(({ cause }) => cause === 'paging')).toBe(true);
});
