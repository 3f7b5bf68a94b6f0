import { createLoadErrorHandler } from '../../engine/core/errors.ts';
import type { ExportForm } from '../../workers/protocol/api.ts';
import { useLink, usePageStore } from '../hooks/hooks.ts';
import { runWithRetry } from '../store/runWithRetry.ts';

const FORMS: readonly { readonly form: ExportForm; readonly name: string; readonly by: string }[] = [
  { form: 'gexf', name: 'GEXF', by: 'Gephi and others' },
  { form: 'graphml', name: 'GraphML', by: 'igraph, NetworkX and others' },
];

/** The network with what happened to each node, as files. */
export function NetworkDownloads() {
  const link = useLink();
  const store = usePageStore();
  const download = async (form: ExportForm) => {
    const { exportRun } = await import('../commands/exportRun.ts').catch(
      createLoadErrorHandler('the export'),
    );
    await exportRun(store, link, { form, size: 0 }, () => undefined);
  };
  return FORMS.map(({ form, name, by }) => (
    <button
      key={form}
      type="button"
      aria-label={`Network as ${name}`}
      title={`the network with what happened to each node, for ${by}`}
      onClick={() => void runWithRetry(store, () => download(form))}
    >
      {name}
    </button>
  ));
}
