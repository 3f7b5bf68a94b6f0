import { useMemo } from 'react';
import { ENDS, NOT_BEGUN } from '../../../engine/models/recorded/words.ts';
import type { PlacedEdge, PlacedState, Placement } from '../../charts/placement.ts';
import { usePage } from '../../hooks.ts';
import type { Again } from '../look.ts';
import { againPlace } from './againPlace.ts';
import styles from './ChartMarks.module.css';
import { drawnPart } from './drawnPart.ts';

/** Where cases begin and end, and how often a state follows itself. */
export function ChartMarks({ placement }: { readonly placement: Placement }) {
  const part = usePage(drawnPart);
  const cases = usePage(({ run }) => run?.info.config.agents ?? 0);
  const edges = useMemo(() => (part && placement.part?.(part.facts)) ?? placement.edges, [placement, part]);
  return (
    <>
      {placement.states.map(placed => (
        <Mark
          key={placed.state}
          placed={placed}
          isEnd={ENDS.some(end => end === placed.state)}
          again={part?.again.get(placed.state)}
          edges={edges}
          cases={cases}
        />
      ))}
    </>
  );
}

interface Props {
  readonly placed: PlacedState;
  readonly isEnd: boolean;
  readonly again: Again | undefined;
  readonly edges: readonly PlacedEdge[];
  readonly cases: number;
}

function Mark({ placed, isEnd, again, edges, cases }: Props) {
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
  if (!again?.isDrawn) return null;
  const note = againPlace(placed, again.count, edges, cases);
  const classes = [styles.again, again.isMarked && styles.foreign, note.isAtBorder && styles.border];
  return (
    <text className={classes.filter(Boolean).join(' ')} x={note.x} y={note.y}>
      {note.words}
    </text>
  );
}
