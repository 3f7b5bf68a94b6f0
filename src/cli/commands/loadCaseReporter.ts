import type { ModelReports } from '../../engine/model/model.ts';
import { openRun } from '../../engine/models/openRun.ts';
import { type Flags, type IsGiven, parseRunOrder } from '../options/orders.ts';
import { prepareRunInputs } from '../options/prepareRunInputs.ts';
import { SPECS } from '../options/specs.ts';
import { createOpeningReporter } from '../output/createOpeningReporter.ts';
import { createProgressPrinter } from '../output/progressPrinters.ts';
import { rethrowWithLargeHint } from './playWholeRun.ts';

/** The default model for recordings: the first that plays them. */
export const RECORDED_MODEL = SPECS.find(({ isRecorded }) => isRecorded)?.name;

/** Report on a run's cases before any is played. @param root folder of bundled inputs @throws InputError */
export async function loadCaseReporter(flags: Flags, isGiven: IsGiven, root: URL): Promise<ModelReports> {
  const { setup, paths } = await parseRunOrder({ ...flags, oracle: 'policy' }, isGiven);
  const given = await prepareRunInputs(setup, paths, root, {}, flags.large === true);
  const opened = await openRun(given.setup, given.sources).catch(rethrowWithLargeHint);
  createOpeningReporter(createProgressPrinter())(opened);
  return opened.run.state.loadReports();
}
