import { type CSSProperties, type ReactNode, useState } from 'react';
import { Icon } from '../../controls/Icon.tsx';
import { useCalmPage } from '../../hooks.ts';
import { noun } from '../../words.ts';
import styles from './CascadeView.module.css';
import { spreadOf } from './cascadeSentence.ts';
import { LargestCascades } from './largestLate.ts';
import { socialOf } from './socialPart.ts';

const LIST_ORDERED =
  'M11 5h10M11 12h10M11 19h10M4 4h1v5M4 9h2M6.5 20H3.4c0-1 2.6-1.925 2.6-3.5a1.5 1.5 0 0 0-2.6-1.02';

/** The measures of the cascade on the screen, its table, and the way to the others. */
export function CascadeMeasureList({ twin }: { readonly twin: ReactNode }) {
  const [open, setOpen] = useState(false);
  const measures = useCalmPage(state => socialOf(state).tree?.measures, 'measures');
  const spread = measures ? spreadOf(measures) : null;
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
      {measures && (
        <dl className={styles.measures}>
          <Measure
            value={measures.size}
            name={noun(measures.size, 'person', 'people')}
            meaning="people who posted in it, its author among them"
          />
          <Measure
            value={measures.posts}
            name={noun(measures.posts, 'post')}
            meaning="the first post with all replies and reshares below it"
          />
          <Measure
            value={measures.reshares}
            name={noun(measures.reshares, 'reshare')}
            hue="--state-engaging-reshare"
            meaning="posts that pass another one on"
          />
          <Measure
            value={measures.replies}
            name={noun(measures.replies, 'reply', 'replies')}
            hue="--state-engaging-reply"
            meaning="posts that answer another one"
          />
          <Measure
            value={measures.depth}
            name="deep"
            meaning="depth: steps from the first post to the farthest one below it"
          />
          <Measure
            value={measures.maxBreadth}
            name="wide"
            meaning="breadth: most posts at the same number of steps from the first"
          />
          <Measure
            value={measures.structuralVirality.toFixed(1)}
            name="virality"
            meaning="structural virality: mean number of steps between two of its posts; just under 2 where all came straight from the source, more where people passed it on to each other (Goel et al. 2016)"
          />
          <Measure
            value={Math.round(measures.minutesToHalfSize)}
            name="min to half"
            meaning="simulated minutes until half of its posts were there"
          />
        </dl>
      )}
      {spread !== null && <p className={styles.spread}>{spread}</p>}
      {open && <LargestCascades onClose={() => setOpen(false)} />}
    </>
  );
}

interface MeasureProps {
  readonly value: number | string;
  readonly name: string;
  readonly meaning: string;
  readonly hue?: string;
}

function Measure({ value, name, meaning, hue }: MeasureProps) {
  return (
    <div title={meaning}>
      <dd>
        {hue && <span className={styles.key} style={{ '--hue': `var(${hue})` } as CSSProperties} />}
        <b>{value}</b>
      </dd>
      <dt>{name}</dt>
    </div>
  );
}
