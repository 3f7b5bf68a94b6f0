import { setImmediate } from 'node:timers/promises';
import { InputError } from '../../engine/core/errors.ts';
import { getAgentModelEntry } from '../../engine/models/index.ts';
import { createRun, loadSetup } from '../../engine/models/openRun.ts';
import type { ComparisonTable } from '../../engine/run/modelComparison.ts';
import type { Run } from '../../engine/run/run.ts';
import { createSystemEnvironment } from '../../oracles/client/environment.ts';
import { createOracleForRun } from '../../oracles/model/createOracleForRun.ts';
import type { Recording } from '../../oracles/recording/recording.ts';
import { type Paths, prepareRunInputs } from '../options/prepareRunInputs.ts';
import { SPECS } from '../options/specs.ts';
import { createOpeningReporter } from '../output/createOpeningReporter.ts';
import { formatAlignedRow } from '../output/formatAlignedRow.ts';
import { type RunEnvironment, rethrowWithLargeHint } from './playWholeRun.ts';

/** Models that offer a comparison. */
export const COMPARABLE_MODELS = SPECS.filter(model => model.compares !== undefined);

/**
 * Plays the comparison of the set-up's model.
 * @returns a table for people, and a summary for programs.
 * @param recording with the name of its file, if the answers come from one.
 * @param say shows a line on the inputs
 */
export async function playComparedRuns(
  order: { readonly setup: Recording['setup']; readonly paths: Paths; readonly isLarge: boolean },
  { root, key, recording }: Pick<RunEnvironment, 'root' | 'key' | 'recording'>,
  answers: string | null,
  say: (line: string) => void,
): Promise<{ readonly table: string; readonly summary: object }> {
  const entry = getAgentModelEntry(order.setup.model);
  const comparison = await entry.comparison?.();
  if (comparison === undefined)
    throw new InputError(
      `compare is for models ${COMPARABLE_MODELS.map(({ name }) => name).join(', ')}; it is not for ${entry.name}`,
    );
  comparison.check(order.setup, recording && answers);
  const { setup, sources } = await prepareRunInputs(
    order.setup,
    order.paths,
    root,
    recording?.files,
    order.isLarge,
  );
  const loaded = await loadSetup(setup, sources).catch(rethrowWithLargeHint);
  const environment = createSystemEnvironment();
  const report = createOpeningReporter(say, recording !== null);
  const notes = [...loaded.material.notes, ...(recording?.notes ?? [])];
  const runs: Run[] = [];
  const comparisonReport = await comparison.compare({
    run(parameters) {
      const run = createRun({
        ...loaded,
        setup: { ...setup, parameters: { ...setup.parameters, ...parameters } },
      });
      runs.push(run);
      report({ run, notes });
      return run;
    },
    oracleOf: run =>
      createOracleForRun(run, setup, { key: () => key, recording, files: loaded.files, environment }),
    rest: setImmediate,
  });
  return {
    table: formatComparisonTable(comparison.table(comparisonReport, runs[0])),
    summary: comparison.summary(comparisonReport),
  };
}

function formatComparisonTable({ columns, rows }: ComparisonTable): string {
  const widths = columns.map(({ width }) => width);
  const aligned = (cell: string | number, i: number) =>
    columns[i].isRight && typeof cell === 'string' ? cell.padStart(widths[i]) : cell;
  return [columns.map(({ head }) => head), ...rows]
    .map(cells => formatAlignedRow(widths, cells.map(aligned)))
    .join('\n');
}
