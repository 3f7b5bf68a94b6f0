import { useState } from 'react';
import { Icon } from '../../controls/Icon.tsx';
import { useLink, usePage, usePageStore } from '../../hooks/hooks.ts';
import { PIN } from '../../lib/icons.ts';
import { formatNounCount } from '../../lib/words.ts';
import { formatSeed, getModelAppearance } from '../../model/looks.ts';
import type { KeptRow } from '../../state/keptRow.ts';
import { DeleteRun } from './DeleteRun.tsx';
import { formatDiskSize } from './formatDiskSize.ts';
import { formatTimeAgo } from './formatTimeAgo.ts';
import styles from './RunsPanel.module.css';
import { Spark } from './Spark.tsx';

interface Props {
  readonly row: KeptRow;
  /** Whether it is the run on the screen. */
  readonly isOwn: boolean;
  /** The kept run that it branched off; null for none. */
  readonly parent: KeptRow | null;
}

/** A kept run: what it is, how it went, and what can be done with it. */
export function RunRow({ row, isOwn, parent }: Props) {
  const link = useLink();
  const { Tick } = getModelAppearance(row.setup.model).words;
  const title = row.name ?? row.words;
  const told = [
    row.name !== null && row.words,
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
        <p className="label">{told.filter(Boolean).join(', ')}</p>
        <p className="label">
          <span className="mono" title="hash of everything that happened">
            {row.hash.slice(0, 8)}
          </span>
          , {formatDiskSize(row.bytes)}, {formatTimeAgo(row.touched, Date.now())}
        </p>
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
        onClick={() => void link.amendKept(row.id, { isPinned: !row.isPinned })}
      >
        <Icon outline={PIN} size={14} stroke={1.5} />
      </button>
    </li>
  );
}

/** The name, which opens the run; and its change. */
function Name({ row, title, isOwn }: Pick<Props, 'row' | 'isOwn'> & { readonly title: string }) {
  const link = useLink();
  const [draft, setDraft] = useState<string | null>(null);
  if (draft === null)
    return (
      <p className={styles.name}>
        {isOwn ? (
          <b>{title}</b>
        ) : (
          <button type="button" onClick={() => void link.openKept(row.id)}>
            {title}
          </button>
        )}
        <button type="button" className={styles.small} onClick={() => setDraft(row.name ?? '')}>
          Rename
        </button>
      </p>
    );
  const done = () => {
    void link.amendKept(row.id, { name: draft.trim() === '' ? null : draft.trim() });
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
  const link = useLink();
  const store = usePageStore();
  const isComparable = usePage(({ run }) => run?.setup.model === row.setup.model) && !isOwn;
  const compare = async () => {
    if (await link.compare({ kind: 'kept', id: row.id }, { own: 'this run', other: title }))
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
        onClick={() => void link.saveKept(row.id)}
      >
        Save as file
      </button>
      {!isOwn && <DeleteRun id={row.id} />}
    </p>
  );
}
