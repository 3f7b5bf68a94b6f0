import { useState } from 'react';
import type { LocalKind } from '../../../../engine/oracle/oracleSetup.ts';
import { useLink, usePage } from '../../../hooks/hooks.ts';
import { formatByteSize } from '../../../words/sizes.ts';
import panel from '../OraclePanel.module.css';
import styles from './LocalForm.module.css';

/** Bytes below which stored data is not mentioned. */
const LITTLE = 100_000;

/**
 * Data that the browser keeps for this page, and the way to delete it; shown even where models can no longer
 * run.
 */
export function KeptSection({ kind }: { kind: LocalKind }) {
  const link = useLink();
  const used = usePage(state => state.local.facts?.used ?? 0);
  const [sure, setSure] = useState(false);
  if (used < LITTLE) return null;
  const remove = () => {
    setSure(false);
    void link.removeAllModels(kind);
  };
  return (
    <section className={panel.part} aria-label="Kept in this browser">
      <h3>Kept in this browser</h3>
      <p>
        {formatByteSize(used)}, mostly models: those of the lists, and the remains of interrupted downloads.
      </p>
      <p className={styles.action}>
        {sure ? (
          <>
            <button type="button" onClick={remove}>
              Delete {formatByteSize(used)}
            </button>
            <button type="button" onClick={() => setSure(false)}>
              Keep them
            </button>
          </>
        ) : (
          <button type="button" onClick={() => setSure(true)}>
            Delete all models
          </button>
        )}
      </p>
    </section>
  );
}
