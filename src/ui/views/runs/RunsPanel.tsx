import { useEffect, useRef, useState } from 'react';
import { useLink, usePage, usePageStore } from '../../hooks/hooks.ts';
import { formatSeed, getCurrentModelWords } from '../../model/looks.ts';
import type { KeptList, KeptRow } from '../../state/keptRow.ts';
import frame from '../oracle/OraclePanel.module.css';
import { DamagedRun } from './DamagedRun.tsx';
import { RunRow } from './RunRow.tsx';
import styles from './RunsPanel.module.css';
import { StorageNote } from './StorageNote.tsx';

/** The runs that this browser keeps: opened, compared, named, pinned, saved as files, deleted. */
export function RunsPanel() {
  const store = usePageStore();
  const link = useLink();
  const picker = useRef<HTMLInputElement>(null);
  const version = usePage(state => state.keptVersion);
  const [list, setList] = useState<KeptList | null>(null);
  const own = usePage(state => state.keptAs);
  const problem = usePage(state => state.kept?.problem ?? null);
  const [words, setWords] = useState('');
  const { tick } = usePage(getCurrentModelWords);
  useEffect(() => {
    let isShown = true;
    void link.listKept().then(all => isShown && setList(all));
    return () => {
      isShown = false;
    };
  }, [link, version]);
  const look = () => {
    setList(null);
    store.getState().relistKept();
  };
  const close = () => {
    store.getState().arrange({ panel: null });
    document.querySelector<HTMLElement>('[aria-controls="runs"]')?.focus();
  };
  const { rows = null, damaged = [] } = list ?? {};
  const found = rows?.filter(row => matchesRunSearch(row, words)) ?? [];
  return (
    <section id="runs" className={frame.panel} aria-label="Kept runs">
      <header className={frame.head}>
        <h2>Kept runs</h2>
        <button type="button" className={frame.close} onClick={close}>
          Close
        </button>
      </header>
      <p className="label">
        Every run is kept in this browser as it plays, with all that a language model answered. The last 40
        stay; those that you pin or name stay until you delete them.
      </p>
      {problem !== null && (
        <p role="alert" className={styles.problem}>
          The run on the screen is not kept: {problem}.
        </p>
      )}
      {rows !== null && rows.length > 5 && (
        <input
          type="search"
          className={styles.search}
          aria-label="Search kept runs"
          placeholder="search"
          value={words}
          onChange={event => setWords(event.target.value)}
        />
      )}
      {list === null && <p role="status">Looking for kept runs…</p>}
      {list?.isUnread && (
        <p>
          The list of kept runs could not be read.{' '}
          <button type="button" className={styles.again} onClick={look}>
            Try again
          </button>
        </p>
      )}
      {rows?.length === 0 && !list?.isUnread && damaged.length === 0 && <p>None yet: play a {tick}.</p>}
      <ul className={styles.list}>
        {damaged.map(row => (
          <DamagedRun key={row.id} row={row} />
        ))}
        {found.map(row => (
          <RunRow key={row.id} row={row} isOwn={row.id === own} parent={findSavedParent(row, rows ?? [])} />
        ))}
      </ul>
      <p className={styles.foot}>
        <button type="button" onClick={() => picker.current?.click()}>
          Open a kept run’s file…
        </button>
        <input
          ref={picker}
          type="file"
          hidden
          accept=".statescope"
          aria-label="File of a kept run"
          onChange={event => {
            const file = event.target.files?.[0];
            if (file) void link.takeKept(file);
            event.target.value = '';
          }}
        />
      </p>
      {rows !== null && <StorageNote rows={rows} />}
    </section>
  );
}

const matchesRunSearch = ({ name, words, setup, decider }: KeptRow, sought: string): boolean =>
  `${name ?? ''} ${words} ${formatSeed(setup)} ${decider ?? ''}`
    .toLowerCase()
    .includes(sought.trim().toLowerCase());

/** The kept run that a branch left; null where that is not kept. */
const findSavedParent = ({ parent }: KeptRow, rows: readonly KeptRow[]): KeptRow | null =>
  parent === null ? null : (rows.find(({ hash }) => hash === parent.hash) ?? null);
