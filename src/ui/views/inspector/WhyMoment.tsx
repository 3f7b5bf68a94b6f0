import { useState } from 'react';
import type { AgentDetail } from '../../../engine/model/agentDetail.ts';
import { createLazyView } from '../../controls/createLazyView.tsx';
import { usePage } from '../../hooks/hooks.ts';
import { getCurrentModelWords } from '../../model/getModelAppearance.ts';
import { formatRoundNumber } from '../../words/runClock.ts';
import styles from './InspectorParts.module.css';

const WhyDialog = createLazyView<{
  about: { agent: number; tick: number };
  title: string;
  onClose: () => void;
}>(async () => (await import('./WhyDialog.tsx')).WhyDialog);

/** Another moment of an agent than the round that is looked at. */
export interface OtherMoment {
  readonly tick: number;
  /** "step 8" */
  readonly words: string;
}

interface Props {
  readonly detail: AgentDetail;
  readonly moment?: OtherMoment | undefined;
}

/** Leads to the causes of an agent's state in the round shown, or at another moment. */
export function WhyMoment({ detail: { agent, tick, id }, moment }: Props) {
  const [open, setOpen] = useState(false);
  const { Tick } = usePage(getCurrentModelWords);
  const name = usePage(({ run }) => run?.info.names[agent]);
  const when = moment ? `its ${moment.words}` : `${Tick} ${formatRoundNumber(tick)}`;
  const title = moment ? `${name ?? id}, its ${moment.words},` : (name ?? id);
  return (
    <>
      <button
        type="button"
        className={styles.link}
        title="what happened to it then, what that hung on, and what could not happen"
        onClick={() => setOpen(true)}
      >
        why, at {when}?
      </button>
      {open && (
        <WhyDialog
          about={{ agent, tick: moment?.tick ?? tick }}
          title={title}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
