import { useEffect, useState } from 'react';
import { formatPercent } from '../../../engine/core/formatPercent.ts';
import { Icon } from '../../controls/Icon.tsx';
import { openPickedFiles } from '../../files/openPickedFiles.ts';
import { useCommands, usePage, usePageStore } from '../../hooks/hooks.ts';
import { formatNounCount } from '../../lib/formatCounts.ts';
import { PIN } from '../../lib/icons.ts';
import { formatSeed, getCurrentModelWords, getModelAppearance } from '../../model/getModelAppearance.ts';
import type { DamagedRow, SavedList, SavedRow } from '../../state/savedRow.ts';
import { describeReplayedBriefly, isReplayedInDoubt } from '../../words/describeVerdict.ts';
import frame from '../oracle/OraclePanel.module.css';
import { formatTimeAgo } from './formatTimeAgo.ts';
import styles from './RunsPanel.module.css';

/** The runs that this browser keeps: opened, compared, named, pinned, saved as files, deleted. */
export function RunsPanel() {
  const store = usePageStore();
  const commands = useCommands();
  const version = usePage(state => state.keptVersion);
  const [list, setList] = useState<SavedList | null>(null);
  const own = usePage(state => state.keptAs);
  const problem = usePage(state => state.kept?.problem ?? null);
  const [words, setWords] = useState('');
  const { tick } = usePage(getCurrentModelWords);
  useEffect(() => {
    let isShown = true;
    void commands.listKept().then(all => isShown && setList(all));
    return () => {
      isShown = false;
    };
  }, [commands, version]);
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
    <section id="runs" className={frame.panel} aria-label="Saved runs">
      <header className={frame.head}>
        <h2>Saved runs</h2>
        <button type="button" className={frame.close} onClick={close}>
          Close
        </button>
      </header>
      <p className="label">
        Every run is saved in this browser as it plays, with every answer of a language model. The last 40
        stay; those that you pin or name stay until you delete them.
      </p>
      {problem !== null && (
        <p role="alert" className={styles.problem}>
          The run on the screen is not saved: {problem}.
        </p>
      )}
      {rows !== null && rows.length > 5 && (
        <input
          type="search"
          className={styles.search}
          aria-label="Search saved runs"
          title="Search saved runs"
          placeholder="search"
          value={words}
          onChange={event => setWords(event.target.value)}
        />
      )}
      {list === null && <p role="status">Loading the saved runs…</p>}
      {list?.isUnread && (
        <p>
          The list of saved runs could not be read.{' '}
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
        <button type="button" onClick={() => openPickedFiles(commands)}>
          Open a file…
        </button>
      </p>
      {rows !== null && <StorageNote rows={rows} />}
    </section>
  );
}

const matchesRunSearch = ({ name, words, setup, decider }: SavedRow, sought: string): boolean =>
  `${name ?? ''} ${words} ${formatSeed(setup)} ${decider ?? ''}`
    .toLowerCase()
    .includes(sought.trim().toLowerCase());

/** The saved parent run of a branch; null if it is not saved. */
const findSavedParent = ({ parent }: SavedRow, rows: readonly SavedRow[]): SavedRow | null =>
  parent === null ? null : (rows.find(({ hash }) => hash === parent.hash) ?? null);

/** An entry of the list that cannot be understood. Its run may be whole: it can be opened, saved or deleted. */
function DamagedRun({ row: { id, problem } }: { readonly row: DamagedRow }) {
  const commands = useCommands();
  return (
    <li className={styles.row}>
      <span />
      <div className={styles.what}>
        <p className={styles.name}>
          <b>Damaged entry</b>
        </p>
        <p className="label">{problem}; its run may be whole.</p>
        <p className={styles.tools}>
          <button type="button" onClick={() => void commands.openKept(id)}>
            Open its run
          </button>
          <button type="button" onClick={() => void commands.saveKept(id)}>
            Save as file
          </button>
          <DeleteRun id={id} />
        </p>
      </div>
    </li>
  );
}

/** Size of the saved runs, and a warning if the browser may clear them when it is short of room. */
function StorageNote({ rows }: { readonly rows: readonly SavedRow[] }) {
  const [isPersisted, setPersisted] = useState<boolean | null>(null);
  const [isRefused, setRefused] = useState(false);
  useEffect(() => {
    void navigator.storage?.persisted?.().then(setPersisted, () => undefined);
  }, []);
  const ask = async () => {
    const granted = await navigator.storage.persist();
    setPersisted(granted);
    setRefused(!granted);
  };
  const bytes = rows.reduce((sum, row) => sum + row.bytes, 0);
  return (
    <p className="label">
      {formatNounCount(rows.length, 'run')}, {formatDiskSize(bytes)}.{' '}
      {isPersisted === true && 'The browser deletes them only at your request.'}
      {isPersisted === false && (
        <>
          The browser may delete them when it runs out of space
          {isRefused ? ', and declined to protect them: save important runs as files.' : '.'}{' '}
          {!isRefused && (
            <button type="button" className={styles.small} onClick={() => void ask()}>
              Ask it to protect them
            </button>
          )}
        </>
      )}
    </p>
  );
}

interface Props {
  readonly row: SavedRow;
  /** True for the run on the screen. */
  readonly isOwn: boolean;
  /** The kept run that it branched off; null for none. */
  readonly parent: SavedRow | null;
}

/** A kept run: what it is, how it went, and what can be done with it. */
function RunRow({ row, isOwn, parent }: Props) {
  const commands = useCommands();
  const { Tick } = getModelAppearance(row.setup.model).words;
  const replayed = row.setup.oracle.kind === 'replay' ? row.view.replayed : null;
  const title = row.name ?? replayed?.name ?? row.words;
  const rows = [
    title !== row.words && row.words,
    formatSeed(row.setup),
    formatNounCount(row.agents, 'agent'),
    `${Tick} ${row.tick}`,
    row.decider !== null && `${row.decider} decides`,
  ];
  return (
    <li className={styles.row} aria-current={isOwn || undefined}>
      <Spark shares={row.spark} />
      <div className={styles.what}>
        <Name row={row} title={title} isOwn={isOwn} />
        <p className="label">{rows.filter(Boolean).join(', ')}</p>
        <p className="label">
          {row.hash !== '' && (
            <>
              <span className="mono" title="hash of everything that happened">
                {row.hash.slice(0, 8)}
              </span>
              ,{' '}
            </>
          )}
          {formatDiskSize(row.bytes)}, {formatTimeAgo(row.touched, Date.now())}
        </p>
        {replayed && (
          <p className={isReplayedInDoubt(replayed) ? `label ${styles.doubted}` : 'label'}>
            {row.name !== null && `${replayed.name}: `}
            {describeReplayedBriefly(replayed)}
          </p>
        )}
        {row.parent && (
          <p className="label">
            branches off {parent ? `“${parent.name ?? parent.words}”` : 'a run'} after {Tick}{' '}
            {row.parent.from}: {row.parent.change}
          </p>
        )}
        <Tools row={row} title={title} isOwn={isOwn} />
      </div>
      <button
        type="button"
        className={styles.pin}
        aria-pressed={row.isPinned}
        aria-label={`Pin ${title}`}
        title={row.isPinned ? 'pinned: it stays until you delete it' : 'pin: it stays until you delete it'}
        onClick={() => void commands.amendKept(row.id, { isPinned: !row.isPinned })}
      >
        <Icon outline={PIN} size={14} stroke={1.5} />
      </button>
    </li>
  );
}

/** The name, which opens the run; and its change. */
function Name({ row, title, isOwn }: Pick<Props, 'row' | 'isOwn'> & { readonly title: string }) {
  const commands = useCommands();
  const [draft, setDraft] = useState<string | null>(null);
  if (draft === null)
    return (
      <p className={styles.name}>
        {isOwn ? (
          <b>{title}</b>
        ) : (
          <button type="button" onClick={() => void commands.openKept(row.id)}>
            {title}
          </button>
        )}
        <button type="button" className={styles.small} onClick={() => setDraft(row.name ?? '')}>
          Rename
        </button>
      </p>
    );
  const done = () => {
    void commands.amendKept(row.id, { name: draft.trim() === '' ? null : draft.trim() });
    setDraft(null);
  };
  return (
    <form
      className={styles.name}
      onSubmit={event => {
        event.preventDefault();
        done();
      }}
    >
      <input
        // The user has just asked for it.
        ref={input => input?.focus()}
        aria-label={`Name of ${row.words}`}
        title={`Name of ${row.words}`}
        maxLength={80}
        value={draft}
        placeholder={row.words}
        onChange={event => setDraft(event.target.value)}
        onKeyDown={event => {
          if (event.key !== 'Escape') return;
          event.stopPropagation();
          setDraft(null);
        }}
        onBlur={done}
      />
    </form>
  );
}

function Tools({ row, title, isOwn }: Pick<Props, 'row' | 'isOwn'> & { readonly title: string }) {
  const commands = useCommands();
  const store = usePageStore();
  const isComparable = usePage(({ run }) => run?.setup.model === row.setup.model) && !isOwn;
  const compare = async () => {
    if (await commands.compare({ kind: 'kept', id: row.id }, { own: 'this run', other: title }))
      store.getState().arrange({ panel: null });
  };
  return (
    <p className={styles.tools}>
      {isComparable && (
        <button type="button" onClick={() => void compare()}>
          Compare
        </button>
      )}
      <button
        type="button"
        title="as a file, which opens on any page"
        onClick={() => void commands.saveKept(row.id)}
      >
        Save as file
      </button>
      {!isOwn && <DeleteRun id={row.id} />}
    </p>
  );
}

const [WIDTH, HEIGHT] = [64, 28];

/** A run's active agents as a small area, from its beginning to its last round. */
function Spark({ shares }: { readonly shares: readonly number[] }) {
  const most = Math.max(...shares, 0.01);
  const x = (point: number) => ((WIDTH * point) / Math.max(1, shares.length - 1)).toFixed(1);
  const line = shares.map(
    (share, point) => `${x(point)} ${(HEIGHT - (HEIGHT - 2) * (share / most)).toFixed(1)}`,
  );
  return (
    <svg className={styles.spark} width={WIDTH} height={HEIGHT} role="img" aria-label={describeSpark(shares)}>
      <path d={`M0 ${HEIGHT}L${line.join('L')}L${WIDTH} ${HEIGHT}Z`} />
    </svg>
  );
}

const describeSpark = (shares: readonly number[]): string =>
  `active at its end ${formatPercent(shares.at(-1) ?? 0)}, at most ${formatPercent(Math.max(...shares, 0))}`;

/** `12 kB`, `5.2 MB`: bytes on the disk. */
const formatDiskSize = (bytes: number): string =>
  bytes < 1e6 ? `${Math.max(1, Math.round(bytes / 1000))} kB` : `${(bytes / 1e6).toFixed(1)} MB`;

/** Deletes a kept run, pressed twice. */
function DeleteRun({ id }: { readonly id: string }) {
  const commands = useCommands();
  const [isSure, setSure] = useState(false);
  return (
    <button
      type="button"
      onBlur={() => setSure(false)}
      onClick={() => (isSure ? void commands.forgetKept(id) : setSure(true))}
    >
      {isSure ? 'Delete for good' : 'Delete'}
    </button>
  );
}
