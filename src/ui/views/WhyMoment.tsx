import { useState } from 'react';
import type { AgentDetail } from '../../engine/detail.ts';
import { lazily } from '../controls/lazily.tsx';
import { usePage } from '../hooks.ts';
import { wordsNow } from '../models/looks.ts';
import { roundNumber } from '../words/clock.ts';
import styles from './InspectorParts.module.css';

const WhyDialog = lazily<{ about: { agent: number; tick: number }; title: string; onClose: () => void }>(
  async () => (await import('./WhyDialog.tsx')).WhyDialog,
);

/** Leads to what happened to an agent in the round that is looked at, and what it hung on. */
export function WhyMoment({ detail: { agent, tick, id } }: { readonly detail: AgentDetail }) {
  const [open, setOpen] = useState(false);
  const { Tick } = usePage(wordsNow);
  const name = usePage(({ run }) => run?.info.names[agent]);
  const when = `${Tick} ${roundNumber(tick)}`;
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
      {open && <WhyDialog about={{ agent, tick }} title={name ?? id} onClose={() => setOpen(false)} />}
    </>
  );
}
