import { NOT_BEGUN } from '../../../engine/models/recorded/words.ts';
import type { PlacedState, Placement } from '../../charts/placement.ts';
import { usePage, usePageStore } from '../../hooks.ts';
import { grouped } from '../../words/words.ts';
import styles from './ChartMarks.module.css';
import { againOf, shownPart } from './drawnPart.ts';
import { recordedOf } from './recordedPart.ts';

/** Widths of a letter of a name and of a note, and what is beside them in a box (its number and its edges), pixels. */
const LETTERS = { name: 8, note: 5.8 };
const BESIDE = 44;

/** Where cases begin and end, and how often a state follows itself. */
export function ChartMarks({ placement }: { readonly placement: Placement }) {
  const store = usePageStore();
  const part = usePage(shownPart);
  const ends = usePage(state => recordedOf(state).flow?.ends);
  const again = part === null ? new Map<string, number>() : againOf(store.getState());
  return (
    <>
      {placement.states.map(placed => (
        <Mark
          key={placed.state}
          placed={placed}
          isEnd={ends?.some(({ end }) => end === placed.state) ?? false}
          again={again.get(placed.state) ?? 0}
        />
      ))}
    </>
  );
}

interface Props {
  readonly placed: PlacedState;
  readonly isEnd: boolean;
  readonly again: number;
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
  const note = `again ${grouped(again)}`;
  const isThere = again > 0 && !isLow && name !== '';
  if (!isThere || name.length * LETTERS.name + note.length * LETTERS.note + BESIDE > width) return null;
  return (
    <text className={styles.again} x={x + 10 + name.length * LETTERS.name + 6} y={y + 16}>
      {note}
    </text>
  );
}
