import { useEffect, useState } from 'react';
import { type CascadeRow, socialQueries } from '../../../engine/models/social/socialQueries.ts';
import { Dialog } from '../../controls/Dialog.tsx';
import { useLink, usePageStore } from '../../hooks.ts';
import styles from './CascadeView.module.css';
import { showCascade } from './showPost.ts';

const LIMIT = 50;

/** The largest cascades with their measures; one of them is chosen with a click. */
export function LargestCascades({ onClose }: { onClose: () => void }) {
  const link = useLink();
  const store = usePageStore();
  const [rows, setRows] = useState<readonly CascadeRow[] | null>(null);
  useEffect(() => {
    void link.ask(api => socialQueries.ask(api, 'cascades', LIMIT)).then(measured => setRows(measured ?? []));
  }, [link]);
  const names = store.getState().run?.info.names ?? [];
  return (
    <Dialog title="Largest cascades" onClose={onClose}>
      {!rows && <p>Measuring…</p>}
      {rows && (
        <div className={styles.list}>
          <table>
            <thead>
              <tr>
                {[
                  'post',
                  'people',
                  'posts',
                  'reshares',
                  'replies',
                  'deep',
                  'wide',
                  'virality',
                  'min to half',
                ].map(name => (
                  <th key={name} scope="col">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(row => (
                <tr key={row.root}>
                  <td>
                    <button
                      type="button"
                      className={styles.choose}
                      onClick={() => {
                        showCascade(store, row);
                        onClose();
                      }}
                    >
                      {row.text}
                    </button>
                    <span className="label">
                      {row.topic}, by {names[row.author]}, Round {row.tick}
                    </span>
                  </td>
                  <td>{row.measures.size}</td>
                  <td>{row.measures.posts}</td>
                  <td>{row.measures.reshares}</td>
                  <td>{row.measures.replies}</td>
                  <td>{row.measures.depth}</td>
                  <td>{row.measures.maxBreadth}</td>
                  <td>{row.measures.structuralVirality.toFixed(2)}</td>
                  <td>{Math.round(row.measures.minutesToHalfSize)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Dialog>
  );
}
