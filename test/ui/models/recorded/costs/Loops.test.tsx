import { fireEvent, render, screen, within } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import type { RepeatReport } from '../../../../../src/engine/models/recorded/costs/buildCostsReport.ts';
import { REPEAT_KINDS } from '../../../../../src/engine/models/recorded/costs/findRepeats.ts';
import { PageContext } from '../../../../../src/ui/hooks/hooks.ts';
import { loadModelPlugin } from '../../../../../src/ui/model/registered.ts';
import { Loops } from '../../../../../src/ui/models/recorded/costs/Loops.tsx';
import { RECORDED } from '../../../../../src/ui/models/recorded/recordedPart.ts';
import { openPage } from '../../../page.tsx';

beforeAll(async () => {
  await loadModelPlugin('recorded');
});

const amounts = (steps: number) => ({ steps, calls: steps, tokens: null, usd: null, ms: null });

const repeat = (tool: string, steps: number, sameResult: boolean | null): RepeatReport => ({
  ...{ kind: 'same_call', agent: 0, from: steps, steps, rounds: steps, sameResult, result: null },
  ...{ calls: [{ tool, args: '{}' }], all: amounts(steps), again: amounts(steps - 1) },
});

it('loops that gave nothing new come first, until a column is pressed', async () => {
  const { store, commands } = await openPage();
  const repeats = [repeat('poll', 40, false), repeat('build', 30, null), repeat('look', 20, true)];
  const kinds = Object.fromEntries(
    REPEAT_KINDS.map(kind => [kind, { count: kind === 'same_call' ? 3 : 0, again: amounts(87) }]),
  );
  const cases = { amounts: {}, failed: [], loop: [], wasted: [19] };
  const costs = { measure: 'steps', total: amounts(100), unknown: 0, repeats, kinds, cases };
  store.setState({ modelParts: { recorded: { ...RECORDED.initial, costs } } } as object);
  render(
    <PageContext value={{ store, commands }}>
      <Loops />
    </PageContext>,
  );
  const loops = within(screen.getByRole('region', { name: 'Loops' }));
  const listed = () => loops.getAllByRole('rowheader').map(row => row.textContent);
  expect(listed()).toEqual(['look{}', 'poll{}', 'build{}']);
  expect(loops.getByText(/Those with the same result come first\./)).toBeTruthy();
  fireEvent.click(loops.getByRole('button', { name: /^steps/ }));
  expect(listed()).toEqual(['poll{}', 'build{}', 'look{}']);
  expect(loops.queryByText(/come first/)).toBeNull();
});
