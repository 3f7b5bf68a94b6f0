import { EVENT_KINDS, type EventKind } from '../../../engine/model/event.ts';
import { formatGroupedInteger } from '../../lib/words.ts';
import styles from './Log.module.css';

interface Props {
  readonly counts: Readonly<Record<EventKind, number>>;
  readonly off: readonly EventKind[];
  readonly onChange: (off: readonly EventKind[]) => void;
}

/** Kinds of events with how many there are; one that is left out is struck through. */
export function KindChips({ counts, off, onChange }: Props) {
  const there = EVENT_KINDS.filter(kind => counts[kind] > 0 || off.includes(kind));
  const toggle = (kind: EventKind) =>
    onChange(off.includes(kind) ? off.filter(one => one !== kind) : [...off, kind]);
  return there.map(kind => (
    <button
      key={kind}
      type="button"
      className={styles.chip}
      aria-pressed={!off.includes(kind)}
      title={off.includes(kind) ? 'show them again' : 'leave them out'}
      onClick={() => toggle(kind)}
    >
      <span>{kind}</span> <b>{formatGroupedInteger(counts[kind])}</b>
    </button>
  ));
}
