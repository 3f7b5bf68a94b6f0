import { useEffect, useRef, useState } from 'react';
import { isValidSeed, MAX_SEED } from '../../../engine/core/seed.ts';
import { useLink, usePage, usePageStore } from '../../hooks/hooks.ts';
import { formatQuotedField } from '../../lib/words.ts';
import styles from './Bar.module.css';

/** Time after the last digit until the run with the new seed is opened, milliseconds. */
const PATIENCE = 600;

/** The seed; another one opens its run from round 0. */
export function SeedField() {
  const link = useLink();
  const store = usePageStore();
  const seed = usePage(state => state.run?.setup.seed ?? 1);
  const [draft, setDraft] = useState<string | null>(null);
  const timer = useRef(0);
  useEffect(() => () => clearTimeout(timer.current), []);

  const commit = (text: string | null) => {
    clearTimeout(timer.current);
    setDraft(null);
    if (text === null || text === String(seed)) return;
    const value = Number(text);
    if (text.trim() !== '' && isValidSeed(value)) void link.reset({ seed: value });
    else
      store
        .getState()
        .notify(
          'error',
          `${formatQuotedField('Seed', text)}: must be a whole number from 0 to ${MAX_SEED}. The seed stays ${seed}.`,
        );
  };
  return (
    <label className={styles.seed}>
      <span>Seed</span>
      <input
        type="number"
        min={0}
        max={MAX_SEED}
        step={1}
        value={draft ?? String(seed)}
        onChange={event => {
          const text = event.target.value;
          setDraft(text);
          clearTimeout(timer.current);
          if (text !== '') timer.current = window.setTimeout(() => commit(text), PATIENCE);
        }}
        onKeyDown={event => event.key === 'Enter' && commit(draft)}
        onBlur={() => commit(draft === '' ? null : draft)}
      />
    </label>
  );
}
