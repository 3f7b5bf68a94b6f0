import { useEffect, useState } from 'react';
import { type CascadeRow, socialQueries } from '../../../../engine/models/social/reports/socialQueries.ts';
import { Dialog } from '../../../controls/Dialog.tsx';
import { useCommands, usePageStore } from '../../../hooks/hooks.ts';
import { formatGroupedInteger } from '../../../lib/formatCounts.ts';
import { formatRoundNumber } from '../../../words/runClock.ts';
import styles from './CascadeView.module.css';
import { CASCADE_MEASURES } from './measureWords.ts';
import { showCascade } from './showPost.ts';

const LIMIT = 50;
const SEEN = 'people other than its author who looked at a post of it';
/** A number whose noun is in the plural. */
const PLURAL_COUNT = 2;

/** The largest cascades with their measures; one of them is chosen with a click. */
export function LargestCascades({ onClose }: { onClose: () => void }) {
  const commands = useCommands();
  const store = usePageStore();
  const [rows, setRows] = useState<readonly CascadeRow[] | null>(null);
  useEffect(() => {
    void commands
      .ask(api => socialQueries.ask(api, 'cascades', LIMIT))
      .then(measured => setRows(measured ?? []));
  }, [commands]);
  const names = store.getState().run?.info.names ?? [];
  return (
    <Dialog title="Largest cascades" onClose={onClose}>
      {!rows && <p>Measuring…</p>}
      {rows && (
        <div className={styles.list}>
          <table>
            <thead>
              <tr>
                <th scope="col">post</th>
                {CASCADE_MEASURES.map(({ key, nameOf, meaning }) => (
                  <th key={key} scope="col" title={meaning}>
                    {nameOf(PLURAL_COUNT)}
                  </th>
                ))}
                <th scope="col" title={SEEN}>
                  saw it
                </th>
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
                      {row.topic}, by {names[row.author]}, Round {formatRoundNumber(row.tick)}
                    </span>
                  </td>
                  {CASCADE_MEASURES.map(({ key, digitsOf }) => (
                    <td key={key}>{digitsOf(row.measures[key])}</td>
                  ))}
                  <td>{formatGroupedInteger(row.seen)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Dialog>
  );
}
