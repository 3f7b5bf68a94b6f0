import { ListOrdered } from 'lucide-react';
import { type CSSProperties, useState } from 'react';
import { POST_KINDS } from '../../../engine/cascade/measures.ts';
import { TableTwin } from '../../controls/TableTwin.tsx';
import { useCalmPage, usePageStore } from '../../hooks.ts';
import type { PageState } from '../../store/pageState.ts';
import { noun } from '../../words.ts';
import { CascadeTable } from './CascadeTable.tsx';
import styles from './CascadeView.module.css';
import { cascadeSentence } from './cascadeSentence.ts';
import { socialOf } from './socialPart.ts';

/** The measures of the cascade on the screen, its table, and the way to the others. */
export function CascadeMeasureList() {
  const store = usePageStore();
  const [open, setOpen] = useState(false);
  const measures = useCalmPage(state => socialOf(state).tree?.measures, 'measures');
  return (
    <>
      <div className={styles.title}>
        <h2>Cascade</h2>
        <TableTwin
          name="Cascade"
          summary={() => cascadeSentence(store.getState())}
          table={() => tableOf(store.getState())}
        />
        <button
          type="button"
          aria-label="Largest cascades"
          title="the largest cascades"
          onClick={() => setOpen(true)}
        >
          <ListOrdered size={14} />
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
      {open && <CascadeTable onClose={() => setOpen(false)} />}
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

function tableOf(state: PageState) {
  const { run } = state;
  const { tree } = socialOf(state);
  const head = ['post', 'by', 'kind', 'round', 'parent', 'likes', 'text'];
  if (!tree || !run) return { head, rows: [] };
  const id = (row: number) => (row < 0 ? '' : `post_${String(tree.post[row]! + 1).padStart(3, '0')}`);
  const rows = Array.from(tree.post, (_, row) => [
    id(row),
    run.info.names[tree.author[row]!]!,
    POST_KINDS[tree.kind[row]!]!,
    tree.tick[row]!,
    id(tree.parent[row]!),
    tree.likes[row]!,
    tree.text[row]!,
  ]);
  return { head, rows };
}
