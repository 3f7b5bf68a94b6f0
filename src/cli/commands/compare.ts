import { setImmediate } from 'node:timers/promises';
import { InputError } from '../../engine/core/errors.ts';
import { getAgentModelEntry } from '../../engine/models/index.ts';
import { createRun, loadSetup } from '../../engine/models/open.ts';
import type { ComparisonTable } from '../../engine/run/comparison.ts';
import type { Run } from '../../engine/run/run.ts';
import { systemEnvironment } from '../../oracles/client/environment.ts';
import { oracleFor } from '../../oracles/model/open.ts';
import type { Recording } from '../../oracles/recording/recording.ts';
import { inputsFor, type Paths } from '../options/inputs.ts';
import { SPECS } from '../options/specs.ts';
import { tableLine } from '../output/table.ts';
import { type Surroundings, withWayOn } from './run.ts';

/** Models that offer a comparison. */
export const COMPARED = SPECS.filter(model => model.compares !== undefined);

/**
 * Plays what the set-up's model compares. @returns a table for people, and a summary for programs.
 * @param recording with the name of its file, where the answers come from one.
 */
export async function compareRuns(
  order: { readonly setup: Recording['setup']; readonly paths: Paths; readonly isLarge: boolean },
  { root, key, recording }: Pick<Surroundings, 'root' | 'key' | 'recording'>,
  answers: string | null,
): Promise<{ readonly table: string; readonly summary: object }> {
  const entry = getAgentModelEntry(order.setup.model);
  const comparison = await entry.comparison?.();
  if (comparison === undefined)
    throw new InputError(
      `compare is for models ${COMPARED.map(({ name }) => name).join(' and ')}, not ${entry.name}`,
    );
  comparison.check(order.setup, recording && answers);
  const { setup, sources } = await inputsFor(order.setup, order.paths, root, recording?.files, order.isLarge);
  const loaded = await loadSetup(setup, sources).catch(withWayOn);
  const environment = systemEnvironment();
  const runs: Run[] = [];
  const report = await comparison.compare({
    run(parameters) {
      const run = createRun({
        ...loaded,
        setup: { ...setup, parameters: { ...setup.parameters, ...parameters } },
      });
      runs.push(run);
      return run;
    },
    oracleOf: run => oracleFor(run, setup, { key: () => key, recording, files: loaded.files, environment }),
    rest: setImmediate,
  });
  return { table: textOf(comparison.table(report, runs[0])), summary: comparison.summary(report) };
}

function textOf({ columns, rows }: ComparisonTable): string {
  const widths = columns.map(({ width }) => width);
  const aligned = (cell: string | number, i: number) =>
    columns[i].isRight && typeof cell === 'string' ? cell.padStart(widths[i]) : cell;
  return [columns.map(({ head }) => head), ...rows]
    .map(cells => tableLine(widths, cells.map(aligned)))
    .join('\n');
}
