import { type CSSProperties, type ReactNode, useState } from 'react';
import { formatPostId } from '../../../../engine/core/indices.ts';
import { isLanguageModelOracle } from '../../../../engine/oracle/oracleSetup.ts';
import { Icon } from '../../../controls/Icon.tsx';
import { useCalmPage, useLink, usePage, usePageStore } from '../../../hooks/hooks.ts';
import { explainNoReplicates } from '../../../store/deciders.ts';
import { PlaceSwitch } from '../../../views/time/PlaceSwitch.tsx';
import { SeenBy } from '../inspector/SeenBy.tsx';
import { getSocialPart, SOCIAL_PICKED } from '../socialPart.ts';
import styles from './CascadeView.module.css';
import { describeSpread } from './describeCascade.ts';
import { LargestCascades } from './largestLate.ts';
import { MEASURES, type MeasureWords } from './measureWords.ts';

const LIST_ORDERED =
  'M11 5h10M11 12h10M11 19h10M4 4h1v5M4 9h2M6.5 20H3.4c0-1 2.6-1.925 2.6-3.5a1.5 1.5 0 0 0-2.6-1.02';

/** The measures of the cascade on the screen, its table, and the way to the others. */
export function CascadeMeasureList({ twin }: { readonly twin: ReactNode }) {
  const [open, setOpen] = useState(false);
  const measures = useCalmPage(state => getSocialPart(state).tree?.measures, 'measures');
  const spread = measures ? describeSpread(measures) : null;
  return (
    <>
      <div className={styles.title}>
        <h2>Cascade</h2>
        {twin}
        <button
          type="button"
          aria-label="Largest cascades"
          title="the largest cascades"
          onClick={() => setOpen(true)}
        >
          <Icon outline={LIST_ORDERED} size={14} />
        </button>
      </div>
      <PlaceSwitch own="tree" />
      {measures && (
        <dl className={styles.measures}>
          {MEASURES.map(({ key, nameOf, meaning, digitsOf }) => (
            <div key={key} title={meaning}>
              <dd>
                {FORMS[key] && <span className={FORMS[key].form} style={FORMS[key].style} />}
                <b>{digitsOf(measures[key])}</b>
              </dd>
              <dt>{nameOf(measures[key])}</dt>
            </div>
          ))}
        </dl>
      )}
      {spread !== null && <p className={styles.spread}>{spread}</p>}
      <SeenBy />
      <PostAgain />
      {open && <LargestCascades onClose={() => setOpen(false)} />}
    </>
  );
}

/** Plays the post of the tree again, in many worlds. */
function PostAgain() {
  const link = useLink();
  const isPossible = usePage(
    state => state.phase === 'paused' && state.run !== null && !isLanguageModelOracle(state.run.setup.oracle),
  );
  const obstacle = usePage(explainNoReplicates);
  const tree = usePage(state => getSocialPart(state).tree);
  const head = usePage(state => state.head);
  const store = usePageStore();
  if (!isPossible || tree === null || tree.tick[0] >= head) return null;
  return (
    <button
      type="button"
      className={styles.again}
      aria-disabled={obstacle !== null}
      title={
        obstacle ?? 'the same run up to the round in which it was posted, then other draws: in 200 worlds'
      }
      onClick={() => {
        if (obstacle !== null) return;
        store.getState().pick(SOCIAL_PICKED, { root: tree.root, post: null, isChosen: true });
        void link.playWorlds({ worlds: 200, subject: formatPostId(tree.root), from: tree.tick[0] + 1 });
      }}
    >
      this post again
    </button>
  );
}

/** The mark of a kind of post beside its number. */
const FORMS: { readonly [key in MeasureWords['key']]?: Mark } = {
  reshares: getMeasureMark(styles.key, '--state-engaging-reshare'),
  replies: getMeasureMark(`${styles.key} ${styles.ring}`, '--state-engaging-reply'),
};

interface Mark {
  readonly form: string | undefined;
  readonly style: CSSProperties;
}

function getMeasureMark(form: string | undefined, hue: string): Mark {
  return { form, style: { '--hue': `var(${hue})` } as CSSProperties };
}
