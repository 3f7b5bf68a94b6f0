import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import ELK from 'elkjs/lib/elk.bundled.js';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { DEFAULT_SETUP } from '../../../../../src/engine/models/defaultSetup.ts';
import { createRun, loadSetup } from '../../../../../src/engine/models/openRun.ts';
import type { Run } from '../../../../../src/engine/run/run.ts';
import { buildRunFrame } from '../../../../../src/engine/run/runFrame.ts';
import type { ElkGraph } from '../../../../../src/ui/charts/nested/elkGraph.ts';
import type { NestedPlacement } from '../../../../../src/ui/charts/nested/nestedPlacement.ts';
import { placeNestedChart } from '../../../../../src/ui/charts/nested/placeNestedChart.ts';
import { PageContext } from '../../../../../src/ui/hooks/hooks.ts';
import { classifySheetRoom } from '../../../../../src/ui/model/nestedPlacements.ts';
import { selectStateMembers } from '../../../../../src/ui/views/statechart/nested/NestedChart.tsx';
import { NestedSvg } from '../../../../../src/ui/views/statechart/nested/NestedSvg.tsx';
import { buildChartFlowTable } from '../../../../../src/ui/views/time/chartTables.ts';
import { summarizeChart } from '../../../../../src/ui/words/summarizeChart.ts';
import { buildRunInfo } from '../../../../../src/workers/engine/buildRunInfo.ts';
import { openPage } from '../../../page.tsx';

const SETUP = {
  ...DEFAULT_SETUP,
  model: 'chart',
  preset: 'watch',
  network: 'small-world',
  agents: 40,
  parameters: {},
};
const elk = new ELK();
let run: Run;
let placement: NestedPlacement;

beforeAll(async () => {
  const bundled = async (path: string) =>
    new Uint8Array(readFileSync(join(import.meta.dirname, '../../../../../public', path)));
  run = createRun(await loadSetup(SETUP, { bundled, files: {}, isLarge: false }));
  for (let tick = 0; tick < 12; tick++) await run.step(run.policy, new AbortController().signal);
  const outline = (await buildRunInfo(run, 9, [])).chart.outline!;
  placement = await placeNestedChart(
    outline,
    outline.transitions.map(({ trigger }) => trigger),
    classifySheetRoom(900, 600, 40),
    async graph => (await elk.layout(graph as Parameters<typeof elk.layout>[0])) as unknown as ElkGraph,
  );
});

/** A page on which the watches have played. */
async function watches(levels = false) {
  const page = await openPage();
  page.store.getState().opened(await buildRunInfo(run, 9, []), SETUP);
  page.store.getState().receive(buildRunFrame(run, 9, 0));
  const onSelectState = vi.fn();
  const onHoverEdge = vi.fn();
  render(
    <PageContext value={{ store: page.store, commands: page.commands }}>
      <NestedSvg
        run={page.store.getState().run!}
        placement={placement}
        view={{ scale: 1, x: 0, y: 0 }}
        width={900}
        height={600}
        glow={false}
        levels={levels}
        hovered={null}
        selected={null}
        onHoverState={() => {}}
        onHoverEdge={onHoverEdge}
        onSelectState={onSelectState}
      />
    </PageContext>,
  );
  return { ...page, onSelectState, onHoverEdge };
}

const countOf = (name: RegExp): number =>
  Number(/(\d+) \w+$/.exec(screen.getByRole('button', { name }).getAttribute('aria-label') ?? '')?.[1]);

describe('the drawing of a chart with hierarchy', () => {
  it('has a button for each state, at every level, with its number of agents', async () => {
    await watches();
    expect(screen.getAllByRole('button')).toHaveLength(17);
    expect(countOf(/^dark in light/) + countOf(/^lit in light/)).toBe(countOf(/^light in alive/));
    expect(countOf(/^alive,/) + countOf(/^dead,/)).toBe(40);
    expect(document.body.textContent).toContain('H*');
    expect(document.body.textContent).toContain('parallel');
  });

  it('has the flow of each transition next to its line', async () => {
    const { store } = await watches();
    const { whole, info } = store.getState().run!;
    const position = info.chart.outline!.transitions.findIndex(({ trigger }) => trigger === 'alarm');
    const label = [...document.querySelectorAll('svg text')].find(text =>
      text.textContent?.startsWith('alarm'),
    );
    expect(label?.textContent).toContain(String(whole!.flow(12, position)));
  });

  it('is reached by keys, and selects the agents in a state at any level', async () => {
    const { store, commands, onSelectState } = await watches();
    act(() => screen.getByRole('button', { name: /^stopwatch in showing/ }).focus());
    await userEvent.keyboard('{Enter}');
    const [state] = onSelectState.mock.calls[0];
    const selected = await selectStateMembers(store, commands, state);
    expect(selected).toHaveLength(countOf(/^stopwatch in showing/));
    expect(store.getState().selection.agents).toBe(selected);
  });

  it('fills boxes where there are too many for dots, within their corners', async () => {
    await watches(true);
    const levels = document.querySelectorAll('[class*="level"]');
    expect(levels.length).toBeGreaterThan(3);
    const read = (element: Element, name: string) => Number(element.getAttribute(name));
    for (const level of levels) {
      const [cut, box] = [level.parentElement!, level.closest('g')!.querySelector('rect')!];
      expect(read(level, 'rx')).toBe(read(box, 'rx'));
      expect(read(level, 'y') + read(level, 'height')).toBe(read(cut, 'height'));
      expect(read(cut, 'y') + read(cut, 'height')).toBe(read(box, 'y') + read(box, 'height'));
      expect(read(cut, 'height')).toBeLessThanOrEqual(read(box, 'height') - 20);
    }
  });

  it('is described region by region, and as a table of states at their depth', async () => {
    const { store } = await watches();
    expect(summarizeChart(store.getState())).toMatch(
      /display: \d+ time, .*; light: \d+ dark, \d+ lit; battery: /,
    );
    const { head, rows } = buildChartFlowTable(store.getState());
    expect(head.slice(0, 4)).toEqual(['state', 'kind', 'within', 'depth']);
    const zero = rows.find(([name]) => name === 'zero');
    expect(zero?.slice(1, 4)).toEqual(['atomic', 'stopwatch', 4]);
    expect(rows.find(([name]) => name === 'last')?.slice(1, 5)).toEqual(['deep history', 'showing', 3, '']);
  });

  it('keeps the places of all agents in all regions as frames come', async () => {
    const { store } = await watches();
    const { places } = store.getState().society!;
    const { machine } = run;
    for (let place = 0; place < places!.leaf.length; place++)
      expect(places!.leaf[place]).toBe(machine.leaf(place % 40, Math.floor(place / 40)));
  });
});
