import { type CSSProperties, type ReactNode, useState } from 'react';
import { Icon } from '../../controls/Icon.tsx';
import { lazily } from '../../controls/lazily.tsx';
import { useCalmPage } from '../../hooks.ts';
import { noun } from '../../words.ts';
import styles from './CascadeView.module.css';
import { socialOf } from './socialPart.ts';

const LIST_ORDERED =
  'M11 5h10M11 12h10M11 19h10M4 4h1v5M4 9h2M6.5 20H3.4c0-1 2.6-1.925 2.6-3.5a1.5 1.5 0 0 0-2.6-1.02';

const LargestCascades = lazily(async () => (await import('./LargestCascades.tsx')).LargestCascades);

/** The measures of the cascade on the screen, its table, and the way to the others. */
export function CascadeMeasureList({ twin }: { readonly twin: ReactNode }) {
  const [open, setOpen] = useState(false);
  const measures = useCalmPage(state => socialOf(state).tree?.measures, 'measures');
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
          <Measure value={measures.size} name={noun(measures.size, 'person', 'people')} />
          <Measure value={measures.posts} name={noun(measures.posts, 'post')} />
          <Measure
            value={measures.reshares}
            name={noun(measures.reshares, 'reshare')}
            hue="--state-engaging-reshare"
          />
          <Measure
            value={measures.replies}
            name={noun(measures.replies, 'reply', 'replies')}
            hue="--state-engaging-reply"
          />
          <Measure value={measures.depth} name="deep" />
          <Measure value={measures.maxBreadth} name="wide" />
          <Measure value={measures.structuralVirality.toFixed(1)} name="virality" />
          <Measure value={Math.round(measures.minutesToHalfSize)} name="min to half" />
        </dl>
      )}
      {open && <LargestCascades onClose={() => setOpen(false)} />}
    </>
  );
}

function Measure({ value, name, hue }: { value: number | string; name: string; hue?: string }) {
  return (
    <div>
      <dd>
        {hue && <span className={styles.key} style={{ '--hue': `var(${hue})` } as CSSProperties} />}
        <b>{value}</b>
      </dd>
      <dt>{name}</dt>
    </div>
  );
}
