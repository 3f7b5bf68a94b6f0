import { usePage, usePageStore } from '../../hooks/hooks.ts';
import { getCurrentPlugin } from '../../model/registered.ts';
import styles from './InspectorParts.module.css';

/** Closes the inspector, as Esc does, which lets go of what is selected of the agent's own first. */
export function CloseAgent() {
  const store = usePageStore();
  const isFirst = usePage(state => {
    const { own } = state.selection;
    return own === null || !getCurrentPlugin(state).letGo?.(own);
  });
  return (
    <button
      type="button"
      className={styles.close}
      title={isFirst ? undefined : 'Esc goes back to the latest first'}
      onClick={() => store.getState().select({ agents: [] })}
    >
      {isFirst ? 'Esc closes' : 'close'}
    </button>
  );
}
