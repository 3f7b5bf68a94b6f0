import { act, render, screen } from '@testing-library/react';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ReadingSummary } from '../../../../src/engine/models/recorded/reports/recordedQueries.ts';
import { PageContext } from '../../../../src/ui/hooks/hooks.ts';
import { loadModelPlugin } from '../../../../src/ui/model/registered.ts';
import { RECORDED } from '../../../../src/ui/models/recorded/recordedPart.ts';
import { findFoldedCases } from '../../../../src/ui/models/recorded/recordedPlugin.ts';
import { TracesFacts } from '../../../../src/ui/models/recorded/TracesFacts.tsx';
import { openPage } from '../../page.tsx';

beforeAll(async () => {
  await loadModelPlugin('recorded');
});

const READING: ReadingSummary = {
  ...{
    roles: null,
    labels: [],
    selection: null,
    mapping: 'each tool a state',
    mappingName: 'tool',
    mappingText: '{}',
  },
  ...{ together: null, byClock: null, skipped: [], skippedInAll: 0 },
  files: [
    { name: 'a.jsonl', format: 'Claude Code', cases: 1, steps: 7, parts: 9 },
    { name: 'b.json', format: 'Claude Code', cases: 0, steps: 0, parts: 1 },
  ],
  leftOut: [{ file: 'a.jsonl', what: 'lines that repeat another session', count: 1_234 }],
  decided: ['Dates are read day first'],
  // Case 0 sent 1, which sent 2; 3 sent 4.
  sent: [
    [1, 0],
    [2, 1],
    [4, 3],
  ],
};

/** A page with the reading of cases that sent sub-agents. */
async function familyPage() {
  const page = await openPage();
  const run = page.store.getState().run!;
  const traces = { name: '2 files', sha256: '0'.repeat(64), parts: 5 };
  const config = { ...run.info.config, agents: 5, inputInfo: { traces } };
  page.store.setState({
    run: { ...run, setup: { ...run.setup, model: 'recorded' }, info: { ...run.info, config } },
    modelParts: { recorded: { ...RECORDED.initial, reading: READING } },
  } as object);
  return page;
}

describe('cases of sub-agents', () => {
  it('are folded until one of their family is selected, or pinned', async () => {
    const { store } = await familyPage();
    const folded = () => [...(findFoldedCases(store.getState()) ?? [])];
    expect(folded()).toEqual([1, 2, 4]);
    act(() => store.getState().select({ agents: [0], state: null }));
    expect(folded()).toEqual([4]);
    act(() => store.getState().select({ agents: [4], state: null }));
    expect(folded()).toEqual([1, 2]);
    store.setState({ pinned: [2] } as object);
    expect(folded()).toEqual([]);
  });

  it('are listed with each file, its omissions, and the decisions', async () => {
    const { store, commands } = await familyPage();
    render(
      <PageContext value={{ store, commands }}>
        <TracesFacts />
      </PageContext>,
    );
    expect(screen.getByText('a.jsonl: Claude Code, 1 case, 7 steps.')).toBeVisible();
    expect(screen.getByText('b.json: Claude Code, parts of other files’ cases.')).toBeVisible();
    expect(screen.getByText(/3 cases are those of sub-agents/)).toBeVisible();
    expect(screen.getByText('Dates are read day first.')).toBeVisible();
    expect(screen.getByText('a.jsonl, lines that repeat another session: 1,234')).toBeInTheDocument();
    expect(screen.queryByText(/could not be read/)).toBeNull();
  });
});
