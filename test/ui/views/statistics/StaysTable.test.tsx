import { cleanup, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Dwell } from '../../../../src/engine/statistics/dwell.ts';
import { StaysTable } from '../../../../src/ui/views/statistics/StatisticsCorner.tsx';
import type { PopulationReport } from '../../../../src/workers/protocol/api.ts';
import { renderOnPage } from '../../page.tsx';

const stays = (part: Partial<Dwell>): Dwell => ({
  ...{ state: 'idle', agentTicks: 90, share: 0.5, entries: 12, entriesPerAgent: 0.5, ended: 8 },
  ...{ median: 7, p95: 15, longest: null, cutAtStart: 0, cutAtEnd: 0, cutAtBoth: 0, longestGoingOn: null },
  ...part,
});

const report = (...dwell: readonly Dwell[]): PopulationReport => ({
  ...{ from: 1, to: 9, agents: 24, region: null, dwell, flow: [], stuck: null },
  steps: null,
});

it('the table of stays counts unfinished ones, which median and p95 leave out', async () => {
  await renderOnPage(
    <StaysTable report={report(stays({ cutAtEnd: 10 }), stays({ state: 'busy', cutAtBoth: 3 }))} />,
  );
  expect(screen.getByRole('table')).toHaveAccessibleName(
    'rounds in a state; 13 stays have not ended: median and p95 leave them out, and are too low',
  );
  cleanup();
  await renderOnPage(<StaysTable report={report(stays({ cutAtStart: 2 }))} />);
  expect(screen.getByRole('table')).toHaveAccessibleName('rounds in a state');
});
