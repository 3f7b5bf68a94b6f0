import { createLoadErrorHandler } from '../../../engine/core/errors.ts';
import type { Run } from '../../../engine/run/run.ts';

/** Loads what reports on a run beyond its frames, with its model's part of that, when it is first asked for. @throws NotLoaded */
export async function loadRunReports(run: Run) {
  const both = Promise.all([import('../reports.ts'), run.state.loadReports()]);
  const [all, reports] = await both.catch(createLoadErrorHandler('the part that reports on a run'));
  return { ...all, reports };
}
