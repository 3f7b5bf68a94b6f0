import { useState } from 'react';
import type { MemoryFile } from '../../../../engine/models/librarian/reports/detail.ts';
import { librarianQueries } from '../../../../engine/models/librarian/reports/librarianQueries.ts';
import { downloadFile } from '../../../controls/downloadFile.ts';
import { useLink } from '../../../hooks/hooks.ts';
import inspector from '../../../views/inspector/InspectorParts.module.css';
import styles from '../Librarian.module.css';

/** Saves an agent's memory.json as of the cycle that is shown; then shows its digest. */
export function MemoryFileButton({ agent, tick }: { readonly agent: number; readonly tick: number }) {
  const link = useLink();
  const [saved, setSaved] = useState<(MemoryFile & { agent: number; tick: number }) | null>(null);
  const save = async () => {
    const file = await link.ask(
      api => librarianQueries.ask(api, 'memoryFile', { agent, tick: null }),
      () => void save(),
    );
    if (!file) return;
    downloadFile(file.name, [file.text], 'application/json');
    setSaved({ ...file, agent, tick });
  };
  const isThis = saved?.agent === agent && saved.tick === tick;
  return (
    <span className={styles.foot}>
      {isThis && (
        <span className="mono" title={`SHA-256 ${saved.sha256}`}>
          {saved.sha256.slice(0, 8)}
        </span>
      )}
      <button type="button" className={inspector.link} title="Save it" onClick={() => void save()}>
        memory.json
      </button>
    </span>
  );
}
