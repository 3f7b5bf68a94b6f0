import type { ModelKind } from '../../../../engine/oracle/oracleSetup.ts';
import { usePage, usePageStore } from '../../../hooks/hooks.ts';
import { getLastModelSetup } from '../../../store/slices/decidingSlice.ts';
import styles from './LocalForm.module.css';

interface Props {
  readonly title: string;
  readonly text: string;
}

/** Alternatives for a browser that cannot run a model. */
export function WaysOn({ title, text }: Props) {
  const store = usePageStore();
  const shown = usePage(state => (state.draft ?? state.run?.setup.oracle)?.kind);
  const choose = (kind: ModelKind | 'policy') => {
    const { setDraft, arrange } = store.getState();
    setDraft(kind === 'policy' ? { kind } : getLastModelSetup(store.getState(), kind));
    arrange({ panel: 'oracle' });
  };
  return (
    <div className={styles.ways} role="alert">
      <b>{title}</b>
      <p>{text}</p>
      <p className={styles.action}>
        {shown !== 'wllama' && (
          <button type="button" className={styles.strong} onClick={() => choose('wllama')}>
            Use wllama, on the processor
          </button>
        )}
        <button type="button" onClick={() => choose('ollama')}>
          A server
        </button>
        <button type="button" onClick={() => choose('policy')}>
          The policy
        </button>
      </p>
    </div>
  );
}
