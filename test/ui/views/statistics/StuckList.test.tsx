import { act, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { StuckAgent } from '../../../../src/engine/explain/stuck/stuckAgent.ts';
import { SOCIAL_WORDS } from '../../../../src/engine/models/social/socialChart.ts';
import { StuckList } from '../../../../src/ui/views/statistics/StatisticsCorner.tsx';
import type { PopulationReport } from '../../../../src/workers/protocol/api.ts';
import { renderOnPage } from '../../page.tsx';

const stuck = (part: Partial<StuckAgent>): StuckAgent => ({
  ...{ kind: 'stay', agent: 0, state: 'scrolling', since: 3, score: 2, reason: 'in scrolling for 6 rounds' },
  ...part,
});

const report = (part: Partial<NonNullable<PopulationReport['stuck']>>): PopulationReport => ({
  ...{ from: 1, to: 9, agents: 24, region: null, dwell: [], flow: [], steps: null },
  stuck: { tick: 9, agents: [], unlimited: [], ...part },
});

describe('the list of stuck agents', () => {
  it('has those that go round in a list of their own, and what holds the others', async () => {
    const agents = [
      stuck({ kind: 'loop', reason: 'a → b → c, 9 returns in a row; 10 agents go round so now' }),
      stuck({
        agent: 1,
        waits: [{ trigger: 'sees_post', reason: 'a post is interesting (interest 0.1, needs ≥ 0.3)' }],
      }),
    ];
    await renderOnPage(<StuckList report={report({ agents })} />);
    const [held, round] = screen.getAllByRole('list');
    expect(held).toHaveTextContent(/in scrolling for 6 rounds\s*sees_post: a post is interesting/);
    expect(held).not.toHaveTextContent('returns in a row');
    expect(screen.getByRole('heading', { name: 'Going round' })).toBeDefined();
    expect(round).toHaveTextContent('10 agents go round');
  });

  it('counts for either list how many it leaves out', async () => {
    const some = (kind: StuckAgent['kind'], count: number) =>
      Array.from({ length: count }, (_, i) => stuck({ kind, reason: `${kind} ${i}` }));
    const agents = [...some('stay', 100), ...some('back and forth', 1230)];
    await renderOnPage(<StuckList report={report({ agents })} />);
    expect(screen.getAllByRole('listitem')).toHaveLength(200);
    expect(screen.getByText(/^Round 9/)).not.toHaveTextContent('the first 100');
    expect(screen.getByText(/how they work/)).toHaveTextContent('how they work; the first 100 of 1,230');
  });

  it('names states as the chart does', async () => {
    const { store } = await renderOnPage(
      <StuckList report={report({ agents: [stuck({ reason: 'in engaging_like for 6 rounds' })] })} />,
    );
    const { run } = store.getState();
    const chart = { ...run!.info.chart, words: SOCIAL_WORDS };
    act(() => store.setState({ run: { ...run!, info: { ...run!.info, chart } } }));
    expect(screen.getByRole('list')).toHaveTextContent('in engaging: like for 6 rounds');
  });

  it('reports where there is no limit yet, instead of that nobody is stuck', async () => {
    const unlimited = [
      { state: 'composing', agents: 3, ended: 7 },
      { state: 'idle', agents: 313, ended: 1992 },
    ];
    await renderOnPage(<StuckList report={report({ unlimited })} />);
    expect(screen.getByText(/nobody who can be judged is held up/)).toBeDefined();
    expect(
      screen.getByText(
        /fewer than 20 stays have ended: composing \(3 there, 7 ended\); stays of the warm-up count here, and not under States$/,
      ),
    ).toBeDefined();
    expect(
      screen.getByText(
        /where everybody begins and rests: idle \(313 there, 1,992 ended\); stays of the warm-up/,
      ),
    ).toBeDefined();
    expect(screen.queryByRole('heading')).toBeNull();
  });
});
