import { useMemo } from 'react';
import { CASE_END_STATES, NOT_BEGUN } from '../../../../engine/models/recorded/recordedTerms.ts';
import type { PlacedState, Placement } from '../../../charts/placement.ts';
import { useNarrow, usePage } from '../../../hooks/hooks.ts';
import { placeRepeatNotes } from '../cases/placeRepeatNotes.ts';
import styles from './ChartMarks.module.css';
import { getDrawnChartPart } from './getDrawnChartPart.ts';

/** Beginnings and ends of cases, and the number of self-transitions of each state. */
export function ChartMarks({ placement }: { readonly placement: Placement }) {
  const part = usePage(getDrawnChartPart);
  const cases = usePage(({ run }) => run?.info.config.agents ?? 0);
  const narrow = useNarrow();
  const notes = useMemo(() => {
    const edges = (part && placement.part?.(part.facts)) ?? placement.edges;
    const drawn = [...(part?.again ?? [])].filter(([, { isDrawn }]) => isDrawn);
    const counts = new Map(drawn.map(([state, { count }]) => [state, count]));
    return placeRepeatNotes(counts, { states: placement.states, edges, most: cases, narrow });
  }, [placement, part, cases, narrow]);
  return (
    <>
      {placement.states.map(placed => (
        <ChartMark
          key={placed.state}
          placed={placed}
          isEnd={CASE_END_STATES.some(end => end === placed.state)}
          note={notes.get(placed.state)}
          isMarked={part?.again.get(placed.state)?.isMarked === true}
        />
      ))}
    </>
  );
}

interface Props {
  readonly placed: PlacedState;
  readonly isEnd: boolean;
  readonly note: ReturnType<ReturnType<typeof placeRepeatNotes>['get']>;
  readonly isMarked: boolean;
}

function ChartMark({ placed, isEnd, note, isMarked }: Props) {
  const { state, box } = placed;
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
  if (note === undefined) return null;
  const classes = [styles.again, isMarked && styles.foreign, note.isAtBorder && styles.border];
  return (
    <text className={classes.filter(Boolean).join(' ')} x={note.x} y={note.y}>
      {note.words}
    </text>
  );
}
