import { readFileSync } from 'node:fs';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Headline } from '../../../../src/ui/views/bar/Headline.tsx';
import { ScenariosDialog } from '../../../../src/ui/views/scenarios/ScenariosDialog.tsx';
import { renderOnPage, renderWorkflow } from '../../page.tsx';

const scrolled: string[] = [];
beforeEach(() => {
  vi.stubGlobal('fetch', async () => new Response(readFileSync('public/scenarios.json', 'utf8')));
  scrolled.length = 0;
  Element.prototype.scrollIntoView = function (this: Element) {
    scrolled.push(this.id);
  };
});
afterEach(() => void vi.unstubAllGlobals());

const QUESTION = 'What if feeds show the newest post first?';
const card = () => screen.findByRole('article', { name: QUESTION });
const note = () => screen.queryByRole('complementary', { name: 'Question of the scenario' });

it('the scenarios open at those of the model on the screen', async () => {
  await renderWorkflow(<ScenariosDialog />);
  await card();
  expect(scrolled).toEqual(['scenarios-workflow']);
});

it('those of the first model need no way to them', async () => {
  await renderOnPage(<ScenariosDialog />);
  await card();
  expect(scrolled).toEqual([]);
});

it('the question of an opened scenario stays in sight, leads back to it and to its sheet, and can be dismissed', async () => {
  const page = await renderOnPage(
    <>
      <ScenariosDialog />
      <Headline />
    </>,
  );
  expect(note()).toBeNull();
  await userEvent.click(within(await card()).getByRole('link', { name: 'Open' }));
  await vi.waitFor(() => expect(note()).toHaveTextContent(QUESTION));
  const { getState } = page.store;
  await userEvent.click(within(note()!).getByRole('button', { name: 'Sheet' }));
  expect(getState().scenarios).toBe('order');
  await userEvent.click(within(note()!).getByRole('button', { name: QUESTION }));
  expect(getState().scenarios).toBe('');
  // A run of another model is not about it.
  const { run } = getState();
  act(() => page.store.setState({ run: { ...run!, setup: { ...run!.setup, model: 'workflow' } } }));
  expect(note()).toBeNull();
  act(() => page.store.setState({ run }));
  await userEvent.click(within(note()!).getByRole('button', { name: 'Dismiss the question' }));
  expect([getState().lesson, note()]).toEqual([null, null]);
});
