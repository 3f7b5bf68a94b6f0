import {
  describeFailing,
  describeStopped,
  describeWaiting,
  type Trouble,
} from '../../../engine/models/workflow/reports/trouble.ts';
import { usePageStore } from '../../hooks/hooks.ts';
import type { PageState } from '../../state/pageState.ts';
import styles from './Workflow.module.css';

/** Failures and waiting agents, before the rest of the headline; each part leads to the list of the agents concerned. */
export function MarketTrouble({ trouble }: { readonly trouble: Trouble }) {
  const { failing, waiting, stopped } = trouble;
  const parts = [
    ...(failing === null ? [] : [<ListLink key="failing" of="steps" words={describeFailing(failing)} />]),
    ...(waiting === null ? [] : [<ListLink key="waiting" of="stuck" words={describeWaiting(waiting)} />]),
    ...(stopped === 0 ? [] : [<ListLink key="stopped" of="stuck" words={describeStopped(stopped)} />]),
  ];
  return parts.flatMap((part, position) => [part, position < parts.length - 1 ? ', ' : '; ']);
}

interface ListLinkProps {
  readonly of: PageState['statistics'];
  readonly words: string;
  /** Absent: as in the headline. */
  readonly className?: string | undefined;
}

/** Opens a part of the statistics, of all agents. */
export function ListLink({ of, words, className = styles.trouble }: ListLinkProps) {
  const store = usePageStore();
  const open = () => {
    const { arrange, select } = store.getState();
    select({ agents: [], state: null });
    arrange({ counted: [], isLogged: false, statistics: of });
  };
  return (
    <button type="button" className={className} title="lists who and when" onClick={open}>
      {words}
    </button>
  );
}
