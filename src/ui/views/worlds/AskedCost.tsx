import { useLink, usePage } from '../../hooks/hooks.ts';
import { getCurrentModelWords } from '../../model/looks.ts';
import type { Worlds } from '../../state/worldsState.ts';
import { describeDecider } from '../../words/describeDecider.ts';
import {
  countAskedWorlds,
  describeAskedWorlds,
  describeAskingProgress,
  describeExceededLimits,
  describeWorldsCost,
  findPlanModel,
} from '../../worlds/describeAskedWorlds.ts';
import styles from './Worlds.module.css';

/** What a language model would be asked for the worlds, and what it has been asked; null where the policy decides in all. */
export function AskedCost({ worlds }: { readonly worlds: Worlds }) {
  const link = useLink();
  const { tick } = usePage(getCurrentModelWords);
  // The limits of the present: they can be raised meanwhile.
  const present = usePage(({ run }) => run?.setup.oracle);
  const { asking, status, plan } = worlds;
  const model = findPlanModel(worlds);
  if (asking === null || model === null) return null;
  const { soFar, asked } = asking;
  const { left } = countAskedWorlds(worlds);
  const isOwn = present?.kind === model.kind && present.model === model.model;
  const limits = isOwn ? present : model;
  const isBegun = asked !== null;
  return (
    <section aria-label="What the model is asked">
      {status === 'stopped' && soFar !== null && left > 0 && (
        <p className={`label ${styles.note}`}>
          {describeDecider(model)} decides in each of them. {describeWorldsCost(soFar, left, tick)}{' '}
          {describeExceededLimits(soFar, left, asked, limits)}
        </p>
      )}
      {asked !== null && (
        <p className={`label ${styles.note}`}>
          {describeAskedWorlds(asked)}{' '}
          {status === 'playing' && describeAskingProgress(asked, plan.rounds, tick)}
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
            Ask {describeDecider(model)}
          </button>
        </p>
      )}
    </section>
  );
}
