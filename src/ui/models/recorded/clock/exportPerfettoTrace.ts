import { createLoadErrorHandler } from '../../../../engine/core/errors.ts';
import type { PageCommands } from '../../../contract/pageCommands.ts';
import type { PageStore } from '../../../state/pageState.ts';
import { runWithRetry } from '../../../store/runWithRetry.ts';

/** Exports the steps of all cases as a trace for Perfetto and Chrome, as the page's *Export* does. */
export const exportPerfettoTrace = (store: PageStore, commands: PageCommands): void =>
  void runWithRetry(store, async () => {
    const { exportRun } = await import('../../../commands/exportRun.ts').catch(
      createLoadErrorHandler('the export'),
    );
    await exportRun(store, commands, { form: 'perfetto', size: 0 }, () => undefined);
  });
