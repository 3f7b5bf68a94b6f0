import { expect, it } from 'vitest';
import { createGuard, guardTools } from '../../../src/engine/guard/index.ts';

const POLICY = {
  ...{ format: 'statescope-guard', version: 1, name: 'test' },
  rules: [{ id: 'l', when: { rule: 'in_a_row', threshold: 2, compare: 'call' }, advise: false, end: 'ask' }],
};

async function repeat(answers: (asked: number) => boolean) {
  const guard = createGuard(POLICY, 's');
  let [ran, asked] = [0, 0];
  const askPerson = () => answers(++asked);
  const execute = async (input: { id: number }) => `${input.id} ${++ran}`;
  const { remove } = guardTools(guard, { remove: { execute } }, { askPerson });
  for (let i = 0; i < 10; i++) await remove.execute({ id: 1 });
  const before = { ran, asked };
  await remove.execute({ id: 2 });
  return { ...before, later: { ran, asked }, report: guard.report() };
}

it('asks again for as long as the refused call is repeated, and lets another one run', async () => {
  const { ran, asked, later, report } = await repeat(() => false);
  expect({ ran, asked }).toEqual({ ran: 2, asked: 8 });
  expect(later).toEqual({ ran: 3, asked: 8 });
  expect(report.events.filter(({ kind }) => kind === 'ask')).toHaveLength(8);
  expect(report).toMatchObject({ underWay: 0, faults: [] });
});

it('begins to count again once a person lets it go on', async () => {
  const { ran, asked } = await repeat(() => true);
  expect(ran).toBe(10);
  expect(asked).toBe(4);
});
