import { setImmediate } from 'node:timers/promises';
import { agentId } from '../engine/indices.ts';
import type { PairReport, PairSide, PairSums } from '../engine/models/governed/detail.ts';
import { pairRuns } from '../engine/models/governed/pair.ts';
import type { Run } from '../engine/run.ts';
import { oracleFor } from '../oracles/open.ts';
import { systemOutside } from '../oracles/outside.ts';
import type { Recording } from '../oracles/recording.ts';
import { openedRun, type RunOptions } from './run.ts';
import { tableLine } from './table.ts';

/** Model governed, what governance saves: the missions played without it, and with it by the same answers. */
export async function compareGovernance(
  order: Pick<RunOptions, 'setup' | 'paths'>,
  root: URL,
  key: string | null,
  recording: Recording | null,
): Promise<{ readonly table: string; readonly summary: object }> {
  const { setup } = order;
  let first: Run | null = null;
  const make = async (governance: boolean) => {
    const parameters = { ...setup.parameters, governance };
    const { run } = await openedRun({ ...order, setup: { ...setup, parameters } }, root);
    first ??= run;
    return run;
  };
  const outside = systemOutside();
  const report = await pairRuns(
    make,
    run => oracleFor(run, setup, { key: () => key, recording, outside }),
    setImmediate,
  );
  return { table: tableOf(report, agent => first?.state.nameOf(agent) ?? ''), summary: summaryOf(report) };
}

function tableOf({ rows }: PairReport, nameOf: (agent: number) => string): string {
  const head = tableLine(
    WIDTHS,
    HEADS.map((name, i) => (name === 'steps' || name === 'tokens' ? name.padStart(WIDTHS[i]) : name)),
  );
  const lines = rows.map(row =>
    tableLine(WIDTHS, [
      nameOf(row.agent),
      ended(row.without),
      row.without.steps,
      row.without.tokens,
      ended(row.with),
      row.with.steps,
      row.with.tokens,
    ]),
  );
  return [head, ...lines].join('\n');
}

const HEADS = ['mission', 'without governance', 'steps', 'tokens', 'with it', 'steps', 'tokens'];
const WIDTHS = [30, 20, 6, 8, 36, 6, 8];

const ended = ({ outcome, rule }: PairSide): string =>
  rule === null || outcome === 'cut_off' ? outcome : `${outcome}: ${rule}`;

const summaryOf = ({ failing, succeeding, lost }: PairReport) => ({
  failing: withSaved(failing),
  succeeding: withSaved(succeeding),
  lost: lost.map(agentId),
});

/** Shares from 0 to 1, to three decimals. */
function withSaved({ missions, without, with: governed }: PairSums) {
  const saved = (name: 'steps' | 'calls' | 'tokens') =>
    without[name] === 0 ? 0 : Math.round((1 - governed[name] / without[name]) * 1000) / 1000;
  return {
    missions,
    without,
    with: governed,
    saved: { steps: saved('steps'), calls: saved('calls'), tokens: saved('tokens') },
  };
}
