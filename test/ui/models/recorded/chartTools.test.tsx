import { act, render } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import { PageContext } from '../../../../src/ui/hooks/hooks.ts';
import { loadModelPlugin } from '../../../../src/ui/model/registered.ts';
import { ChartTools } from '../../../../src/ui/models/recorded/chart/ChartTools.tsx';
import { openPage } from '../../page.tsx';
import { discoveredPage } from './discoveredPage.ts';

beforeAll(async () => {
  await loadModelPlugin('recorded');
});

/** What the tools under a chart say. */
async function saidOf(file: string, rare: string | null, known: object = {}): Promise<string> {
  const { store, commands } = await openPage();
  const { modelParts } = await discoveredPage(file, 'source');
  await act(async () =>
    store.setState({ modelParts: { recorded: { ...modelParts.recorded, ...known } }, rare }),
  );
  const { container, unmount } = render(
    <PageContext value={{ store, commands }}>
      <ChartTools />
    </PageContext>,
  );
  const text = container.textContent ?? '';
  unmount();
  return text;
}

it('the tools of a chart show how many edges, moves and ends are drawn, each of all', async () => {
  const whole = await saidOf('csv/tau2_retail_40.csv.gz', null);
  expect(whole).toContain('22 of 22 edges');
  expect(whole).toContain('All 589 moves, first steps included, and 40 ends drawn; edges count all steps');
  const part = await saidOf('csv/tau2_retail_40.csv.gz', '0,70');
  expect(part).toMatch(/\d+ of 22 edges/);
  expect(part).toMatch(/\d % of 589 moves, first steps included, and 40 ends drawn, \d+ moves hidden/);
});

it('the tools of a chart report that a given chart has none of the cases’ states, and name them', async () => {
  const nothingShared = { chart: ['on', 'off'], cases: ['A', 'B', 'C', 'D', 'E', 'F'] };
  const conformance = { chart: 'lamp.json', deviating: 9, moves: 9, edges: [], nothingShared };
  expect(await saidOf('csv/tau2_retail_40.csv.gz', null, { ways: { conformance } })).toContain(
    '9 of 9 moves not in lamp.json: none of its states (on, off) is one of the cases’ (A, B, C, D and 2 more)',
  );
});
