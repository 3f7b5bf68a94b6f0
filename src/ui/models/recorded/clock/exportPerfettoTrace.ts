import { createLoadErrorHandler } from '../../../../engine/core/errors.ts';
import type { TraceForm } from '../../../../workers/protocol/api.ts';
import type { PageParts } from '../../../model/modelPlugin.ts';
import { runWithRetry } from '../../../store/runWithRetry.ts';

/** Exports the steps of all cases as a trace for Perfetto and Chrome, as the page's *Export* does. @returns true once it is written */
export const exportPerfettoTrace = ({ store, commands }: PageParts, form: TraceForm): Promise<boolean> =>
  runWithRetry(store, async () => {
    const { exportRun } = await import('../../../commands/exportRun.ts').catch(
      createLoadErrorHandler('the export'),
    );
    await exportRun(store, commands, { form, size: 0 }, () => undefined);
  });
