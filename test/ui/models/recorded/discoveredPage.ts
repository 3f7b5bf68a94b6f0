import { createDefaultSetup } from '../../../../src/engine/checks/createDefaultSetup.ts';
import { openRun } from '../../../../src/engine/models/openRun.ts';
import { RECORDED } from '../../../../src/engine/models/recorded/recordedSpec.ts';
import { recordedQueries } from '../../../../src/engine/models/recorded/reports/recordedQueries.ts';
import { RECORDED as PART } from '../../../../src/ui/models/recorded/recordedPart.ts';
import type { PageState } from '../../../../src/ui/state/pageState.ts';
import { traceFixture } from '../../../engine/models/recorded/recordedRuns.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

/** The page with the chart that was discovered in a fixture, in which nothing has happened yet. @param preset of the mapping */
export async function discoveredPage(file: string, preset?: string): Promise<PageState> {
  const traces = [{ name: file.replace(/^.*\/|\.gz$/g, ''), bytes: bytes(traceFixture(file)) }];
  const mapping = [{ name: 'mapping.json', bytes: bytes(JSON.stringify({ preset })) }];
  const own = preset === undefined ? ['traces'] : ['traces', 'mapping'];
  const setup = { ...createDefaultSetup(RECORDED), own } as Parameters<typeof openRun>[0];
  const bundled = () => Promise.reject(new Error('nothing is bundled'));
  const { state } = (await openRun(setup, { bundled, files: { traces, ...(preset && { mapping }) } })).run;
  const flow = await recordedQueries.of(state, 'flow', null, { tick: 0, tickSeconds: 1 });
  return {
    run: {
      setup,
      info: { chart: state.chart, config: { parameters: {} } },
      columns: { first: 0, head: 0, flowIn: () => 0 },
    },
    modelParts: { recorded: { ...PART.initial, flow } },
    ...{ head: 0, asOf: null },
    selection: { range: null, cursor: null },
    rare: null,
  } as unknown as PageState;
}
