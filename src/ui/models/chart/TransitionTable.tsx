import { useEffect, useRef, useState } from 'react';
import type { ChartTable, TransitionRow } from '../../../engine/models/chart/chartQueries.ts';
import { chartQueries } from '../../../engine/models/chart/chartQueries.ts';
import type { ChartEdit, MovedBy } from '../../../engine/models/chart/editing/editChart.ts';
import { useLink, usePage } from '../../hooks.ts';
import type { SideTableProps } from '../../views/side/sideText.ts';
import { chartOf } from './chartPart.ts';
import styles from './TransitionTable.module.css';

const CAUSES: readonly (readonly [MovedBy, string])[] = [
  ['event', 'event'],
  ['rate', 'rate'],
  ['neighbours', 'neighbours'],
  ['timeout', 'timeout'],
];

/** What makes agents take each transition, and which states ask: each cell changes the text. */
export function TransitionTable({ text, onChange }: SideTableProps) {
  const link = useLink();
  const check = usePage(state => chartOf(state).check);
  const table = check?.table ?? null;
  const [isPending, setPending] = useState(false);
  const latest = useRef(text);
  latest.current = text;
  if (check === null || table === null)
    return (
      <p className={`label ${styles.none}`}>
        {check?.found === null
          ? 'The text has mistakes: mend them first.'
          : 'An XState configuration is changed in its text: its transitions stand in no list.'}
      </p>
    );
  const isOld = check.text !== text || isPending;
  const edit = async (change: ChartEdit) => {
    setPending(true);
    const next = await link.ask(engine => chartQueries.ask(engine, 'editChart', { text, edit: change }));
    setPending(false);
    // What was typed or undone meanwhile stays.
    if (next !== null && latest.current === text) onChange(next);
  };
  return (
    <fieldset className={styles.table} disabled={isOld} aria-busy={isOld}>
      <legend className="hidden">Transitions and what moves agents along them</legend>
      <ol className={styles.rows}>
        {table.transitions.map((row, transition) => (
          <Row
            key={transition}
            row={row}
            states={check.names}
            onEdit={(part: Partial<TransitionRow>) => {
              const { by, name, rate, per } = { ...row, ...part };
              if (by !== null) void edit({ kind: 'transition', transition, by, name, rate, per });
            }}
          />
        ))}
      </ol>
      <Asking states={table.states} onEdit={(state, asks) => void edit({ kind: 'asks', state, asks })} />
    </fieldset>
  );
}

interface RowProps {
  readonly row: TransitionRow;
  readonly states: readonly string[];
  readonly onEdit: (part: Partial<TransitionRow>) => void;
}

function Row({ row, states, onEdit }: RowProps) {
  const { source, target, name, by, rate, per } = row;
  const where = `${source} → ${target}`;
  /** What a row needs that did not have it. */
  const choose = (next: MovedBy) =>
    onEdit({ by: next, rate: rate === '' ? '0.1' : rate, per: per === '' ? target : per });
  return (
    <li className={styles.row}>
      <span className={styles.where}>{where}</span>
      {by === null ? (
        <span className="label">{name}: said in the text</span>
      ) : (
        <span className={styles.cells}>
          <select
            aria-label={`${where}: moved by`}
            value={by}
            onChange={event => choose(event.target.value as MovedBy)}
          >
            {CAUSES.map(([value, words]) => (
              <option key={value} value={value}>
                {words}
              </option>
            ))}
          </select>
          {by !== 'timeout' && (
            <Cell label={`${where}: name`} value={name} onCommit={value => onEdit({ name: value })} />
          )}
          {(by === 'rate' || by === 'neighbours') && (
            <Cell
              label={`${where}: rate, a tick`}
              value={rate}
              isShort
              onCommit={value => onEdit({ rate: value })}
            />
          )}
          {by === 'neighbours' && (
            <select
              aria-label={`${where}: neighbours in`}
              value={per}
              onChange={event => onEdit({ per: event.target.value })}
            >
              {states.map(state => (
                <option key={state} value={state}>
                  in {state}
                </option>
              ))}
            </select>
          )}
        </span>
      )}
    </li>
  );
}

interface AskingProps {
  readonly states: ChartTable['states'];
  readonly onEdit: (state: string, asks: string | null) => void;
}

/** Which states ask an oracle for the event, and what it is told. */
function Asking({ states, onEdit }: AskingProps) {
  if (states.length === 0)
    return <p className="label">No state can ask: none has transitions with two events to choose from.</p>;
  return (
    <>
      <h3 className={styles.title}>states that ask which event to take</h3>
      {states.map(({ id, asks, events }) => (
        <div key={id} className={styles.ask}>
          <label>
            <input
              type="checkbox"
              checked={asks !== null}
              onChange={({ target }) => onEdit(id, target.checked ? `{name} is in {state}.` : null)}
            />{' '}
            {id} <span className="label">{events} events</span>
          </label>
          {asks !== null && (
            <Cell
              label={`${id}: what an oracle is told`}
              value={asks}
              isLong
              onCommit={value => onEdit(id, value)}
            />
          )}
        </div>
      ))}
      <p className="label">
        In braces: name, state, ticks, tick, followers, neighbours in a state, a column.
      </p>
    </>
  );
}

interface CellProps {
  readonly label: string;
  readonly value: string;
  readonly isShort?: boolean;
  readonly isLong?: boolean;
  readonly onCommit: (value: string) => void;
}

/** A field that is committed when it is left, or by Enter; Escape takes back what was typed. */
function Cell({ label, value, isShort, isLong, onCommit }: CellProps) {
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  const Field = isLong ? 'textarea' : 'input';
  return (
    <Field
      aria-label={label}
      title={label}
      className={isShort ? styles.short : undefined}
      value={typed}
      {...(isLong && { rows: 4 })}
      onChange={event => setTyped(event.target.value)}
      onBlur={() => typed !== value && onCommit(typed)}
      onKeyDown={event => {
        if (event.key === 'Enter' && !isLong) event.currentTarget.blur();
        if (event.key === 'Escape') setTyped(value);
      }}
    />
  );
}
