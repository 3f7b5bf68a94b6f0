import { ENDS, NOT_BEGUN } from '../../../engine/models/recorded/words.ts';
import { textWidth } from '../../charts/automatic/text.ts';
import type { PlacedState, Placement } from '../../charts/placement.ts';
import { usePage, usePageStore } from '../../hooks.ts';
import { grouped } from '../../words/words.ts';
import styles from './ChartMarks.module.css';
import { type Again, againOf, drawnPart } from './drawnPart.ts';

/** Sizes of a name and of a note, how much wider a bold name is, and the room of a box’s number beside them, pixels. */
const SIZE = { name: 12.5, note: 11 };
const BOLD = 1.06;
const NUMBER = 20;

/** Where cases begin and end, and how often a state follows itself. */
export function ChartMarks({ placement }: { readonly placement: Placement }) {
  const store = usePageStore();
  const part = usePage(drawnPart);
  const again = part === null ? null : againOf(store.getState());
  return (
    <>
      {placement.states.map(placed => (
        <Mark
          key={placed.state}
          placed={placed}
          isEnd={ENDS.some(end => end === placed.state)}
          again={again?.get(placed.state)}
        />
      ))}
    </>
  );
}

interface Props {
  readonly placed: PlacedState;
  readonly isEnd: boolean;
  readonly again: Again | undefined;
}

function Mark({ placed: { state, box, name = state, isLow = false }, isEnd, again }: Props) {
  const { x, y, width, height } = box;
  if (state === NOT_BEGUN) return <circle className={styles.begin} cx={x} cy={y + height / 2} r={4.5} />;
  if (isEnd)
    return (
      <rect
        className={styles.end}
        x={x + 3}
        y={y + 3}
        width={Math.max(0, width - 6)}
        height={Math.max(0, height - 6)}
        rx={Math.max(0, Math.min(10, height / 4) - 3)}
      />
    );
  if (again === undefined || isLow || name === '') return null;
  const left = 10 + textWidth(name, SIZE.name) * BOLD + 6;
  const room = width - left - NUMBER;
  const count = grouped(again.count);
  const note = [`again ${count}`, `↻${count}`].find(words => textWidth(words, SIZE.note) <= room);
  if (note === undefined) return null;
  return (
    <text
      className={again.isMarked ? `${styles.again} ${styles.foreign}` : styles.again}
      x={x + left}
      y={y + 16}
    >
      {note}
    </text>
  );
}
