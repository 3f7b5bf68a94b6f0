import { useEffect, useState } from 'react';
import { usePage } from '../../hooks/hooks.ts';
import { getCurrentPlugin } from '../../model/registered.ts';
import type { Worlds } from '../../state/worldsState.ts';
import styles from './Worlds.module.css';

/** The rule by which the model’s outcomes are measured in worlds; nothing for a model without one. */
export function MeasuresNote({ worlds: { plan } }: { readonly worlds: Worlds }) {
  const load = usePage(state => (state.run === null ? undefined : getCurrentPlugin(state).methods));
  const config = usePage(state => state.run?.info.config);
  const [note, setNote] = useState('');
  useEffect(() => {
    let isWanted = config !== undefined;
    const swept = Object.keys(plan.arms[0].values);
    // A note that cannot be loaded is missing; the figures do not depend on it.
    load?.().then(
      ({ describeMeasures }) => isWanted && config && setNote(describeMeasures(config, swept)),
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, [load, config, plan]);
  return note === '' ? null : <p className={`label ${styles.note}`}>{note}</p>;
}
