import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import type { Verdict } from '../../../../src/engine/export/verdict.ts';
import { ReplayedFile } from '../../../../src/ui/views/bar/ReplayedFile.tsx';
import { renderOnPage } from '../../page.tsx';

const VERIFIED: Verdict = {
  verdict: 'verified',
  hash: 'ab'.repeat(32),
  difference: null,
  reason: null,
  unchecked: 'nothing',
  uncheckedPaths: [],
};

it('keeps the name of a replayed document in sight, with what came of its check', async () => {
  const { store, commands } = await renderOnPage(<ReplayedFile />);
  const verify = vi.spyOn(commands, 'verify').mockResolvedValue();
  const show = (check: number | Verdict | null) =>
    act(() => store.getState().learn({ replayed: { name: 'fall.json', rounds: 20, hash: 'ab', check } }));
  expect(screen.queryByRole('button')).toBeNull();
  show(null);
  await userEvent.click(screen.getByRole('button', { name: 'fall.json: not checked' }));
  expect([verify.mock.calls.length, store.getState().panel]).toEqual([1, 'oracle']);
  show(0.4);
  expect(screen.getByRole('button', { name: 'fall.json: 40 % checked' })).toBeVisible();
  show(VERIFIED);
  await userEvent.click(screen.getByRole('button', { name: 'fall.json: verified' }));
  expect(verify).toHaveBeenCalledTimes(1);
  const difference = { where: 'agents[4].current_state', said: '"idle"', is: '"resting"' };
  show({ ...VERIFIED, verdict: 'differs', difference });
  expect(screen.getByRole('button', { name: 'fall.json: differs: agents[4].current_state' })).toBeVisible();
  show({ ...VERIFIED, verdict: 'differs', reason: 'it has other answers' });
  expect(screen.getByRole('button', { name: 'fall.json: differs: it has other answers' })).toBeVisible();
});
