import type { LiveCase } from '../../../../../src/engine/models/recorded/reports/listLiveCases.ts';
import { RECORDED } from '../../../../../src/ui/models/recorded/recordedPart.ts';
import { openPage } from '../../../page.tsx';

/** A case that is under way, and waits for nobody unless it is said. */
export const aLive = (agent: number, known: Partial<LiveCase> = {}): LiveCase => ({
  ...{ agent, waitsFor: null, tool: null, since: null, sent: null, last: 1, heardAt: null },
  ...known,
});

/** A page that follows these cases. */
export async function livePage(
  cases: readonly LiveCase[],
  part: object = {},
  ended = { succeeded: 0, failed: 0, ended: 0 },
) {
  const page = await openPage();
  const run = page.store.getState().run!;
  const traces = { name: 'observed.jsonl', count: 4, sha256: '' };
  const config = { ...run.info.config, inputInfo: { traces } };
  const info = { ...run.info, config, names: ['cart', 'docs', 'node', 'csv', 'deps', 'order'] };
  const frame = { ended, isOver: true, lasts: 3, begun: cases.length };
  page.store.setState({
    run: { ...run, setup: { ...run.setup, model: 'recorded' }, info },
    head: 3,
    phase: 'paused',
    modelParts: {
      recorded: {
        ...RECORDED.initial,
        frame,
        isStreamed: true,
        received: 9,
        live: { cases, latest: Math.max(0, ...cases.map(({ heardAt }) => heardAt ?? 0)), stuck: [] },
        ...part,
      },
    },
  } as object);
  return page;
}
