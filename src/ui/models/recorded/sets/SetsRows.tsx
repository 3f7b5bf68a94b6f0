import type { Contrast } from '../../../../engine/models/recorded/sets/resampled.ts';
import type {
  MoveContrast,
  SetsReport,
  StateContrast,
} from '../../../../engine/models/recorded/sets/setsReport.ts';
import { TableTwin } from '../../../controls/TableTwin.tsx';
import { usePage } from '../../../hooks/hooks.ts';
import { escapeInvisibleText, formatGroupedInteger } from '../../../lib/formatCounts.ts';
import { SideBadge } from '../../../views/compare/SideBadge.tsx';
import {
  describeCasePairing,
  type FigureUnit,
  formatContrastFigures,
  formatContrastInterval,
  getSetsReport,
  includesZeroDifference,
} from './formatContrastFigures.ts';
import styles from './Sets.module.css';
import { buildSetMovesTable, buildSetStatesTable } from './setsTables.ts';

/** Moves that are shown; the table has more. */
const MAX_MOVES_SHOWN = 20;

/** States and moves of two sets next to each other. */
export function SetsRows() {
  const sets = usePage(getSetsReport);
  return (
    <section className={styles.tables} aria-label="States and moves of both sets">
      <div className={styles.rows}>
        {sets === null ? (
          <p className="label">comparing…</p>
        ) : (
          <>
            <States sets={sets} />
            <SetsMoves sets={sets} />
          </>
        )}
      </div>
    </section>
  );
}

function States({ sets }: { readonly sets: SetsReport }) {
  const { states, hasOtherStates } = sets;
  const hasTimes = states.some(({ ms }) => ms.a !== null || ms.b !== null);
  return (
    <table className={styles.figures}>
      <caption>
        <span>
          <b className={styles.title}>States</b>{' '}
          <TableTwin
            name="States of both sets"
            summary={() => describeCasePairing(sets)}
            table={() => buildSetStatesTable(sets)}
          />
        </span>
        <span className="label">
          share of the visits, and median stay; bold: the interval leaves out 0
          {hasOtherStates && '; B by the states of A'}
        </span>
      </caption>
      <thead>
        <tr>
          <th scope="col">visits in A | B</th>
          <Heads what="visits, %" />
          <Heads what="steps" />
          {hasTimes && <Heads what="s" />}
        </tr>
      </thead>
      <tbody>
        {states.map(one => (
          <StateRow key={one.state} one={one} hasTimes={hasTimes} />
        ))}
      </tbody>
    </table>
  );
}

const Heads = ({ what }: { readonly what: string }) => (
  <>
    <th scope="col">
      <SideBadge side="a" /> {what}
    </th>
    <th scope="col">
      <SideBadge side="b" />
    </th>
    <th scope="col">B − A, 95 %</th>
  </>
);

function StateRow({ one, hasTimes }: { readonly one: StateContrast; readonly hasTimes: boolean }) {
  const { state, visits, share, steps, ms } = one;
  return (
    <tr>
      <th scope="row" title={escapeInvisibleText(state)}>
        {escapeInvisibleText(state)}{' '}
        <span className="label">
          {formatGroupedInteger(visits.a)} | {formatGroupedInteger(visits.b)}
        </span>
      </th>
      <Cells contrast={share} unit="share" />
      <Cells contrast={steps} unit="steps" />
      {hasTimes && <Cells contrast={ms} unit="ms" />}
    </tr>
  );
}

function Cells({ contrast, unit }: { readonly contrast: Contrast; readonly unit: FigureUnit }) {
  const interval = formatContrastInterval(contrast, unit);
  const words = formatContrastFigures(contrast, unit);
  return (
    <>
      <td>{words.a}</td>
      <td>{words.b}</td>
      <td data-open={includesZeroDifference(contrast) || undefined}>
        <b>{words.difference}</b>
        {interval !== '' && <span> ({interval})</span>}
      </td>
    </>
  );
}

function SetsMoves({ sets }: { readonly sets: SetsReport }) {
  const { moves, movesInAll } = sets;
  return (
    <table className={styles.figures}>
      <caption>
        <span>
          <b className={styles.title}>Moves</b>{' '}
          <TableTwin
            name="Moves of both sets"
            summary={() => describeCasePairing(sets)}
            table={() => buildSetMovesTable(sets)}
          />
        </span>
        <span className="label">
          the largest differences of {formatGroupedInteger(movesInAll)}: how often a case makes them, and
          their share of the moves out of the state; bold: the interval leaves out 0, as the largest of many
          do more often by chance
        </span>
      </caption>
      <thead>
        <tr>
          <th scope="col">moves in A | B</th>
          <Heads what="a case" />
          <Heads what="share, %" />
        </tr>
      </thead>
      <tbody>
        {moves.slice(0, MAX_MOVES_SHOWN).map(move => (
          <MoveRow key={`${move.from}\n${move.to}`} move={move} />
        ))}
      </tbody>
    </table>
  );
}

function MoveRow({ move: { from, to, moves, often, share } }: { readonly move: MoveContrast }) {
  const words = `${escapeInvisibleText(from)} → ${escapeInvisibleText(to)}`;
  return (
    <tr>
      <th scope="row" title={words}>
        {words}{' '}
        <span className="label">
          {formatGroupedInteger(moves.a)} | {formatGroupedInteger(moves.b)}
        </span>
      </th>
      <Cells contrast={often} unit="a case" />
      <Cells contrast={share} unit="share" />
    </tr>
  );
}
