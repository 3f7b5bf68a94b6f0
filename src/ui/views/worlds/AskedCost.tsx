import { useLink, usePage } from '../../hooks/hooks.ts';
import { wordsNow } from '../../model/looks.ts';
import type { Worlds } from '../../state/worldsState.ts';
import { deciderWords } from '../../words/deciderWords.ts';
import {
  askedWords,
  askedWorldsOf,
  costWords,
  modelIn,
  overWords,
  whereWords,
} from '../../worlds/askedWords.ts';
import styles from './Worlds.module.css';

/** What a language model would be asked for the worlds, and what it has been asked; null where the policy decides in all. */
export function AskedCost({ worlds }: { readonly worlds: Worlds }) {
  const link = useLink();
  const { tick } = usePage(wordsNow);
  // The limits of the present: they can be raised meanwhile.
  const present = usePage(({ run }) => run?.setup.oracle);
  const { asking, status, plan } = worlds;
  const model = modelIn(worlds);
  if (asking === null || model === null) return null;
  const { soFar, asked } = asking;
  const { left } = askedWorldsOf(worlds);
  const isOwn = present?.kind === model.kind && present.model === model.model;
  const limits = isOwn ? present : model;
  const isBegun = asked !== null;
  return (
    <section aria-label="What the model is asked">
      {status === 'stopped' && soFar !== null && left > 0 && (
        <p className={`label ${styles.note}`}>
          {deciderWords(model)} decides in each of them. {costWords(soFar, left, tick)}{' '}
          {overWords(soFar, left, asked, limits)}
        </p>
      )}
      {asked !== null && (
        <p className={`label ${styles.note}`}>
          {askedWords(asked)} {status === 'playing' && whereWords(asked, plan.rounds, tick)}
        </p>
      )}
      {status === 'stopped' && !isBegun && (
        <p className={styles.note}>
          <button
            type="button"
            className={styles.ask}
            disabled={soFar === null}
            onClick={() => void link.goOnWorlds()}
          >
            Ask {deciderWords(model)}
          </button>
        </p>
      )}
    </section>
  );
}
