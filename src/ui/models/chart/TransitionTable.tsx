import { useEffect, useRef, useState } from 'react';
import type { ChartEdit, MovedBy } from '../../../engine/models/chart/editing/editChartText.ts';
import {
  type ChartTable,
  chartQueries,
  type TransitionRow,
} from '../../../engine/models/chart/reports/chartQueries.ts';
import { useCommands, usePage } from '../../hooks/hooks.ts';
import type { SideTableProps } from '../../views/side/sideText.ts';
import { CellChoice, EditableCell } from './cells.tsx';
import { getChartPart } from './chartPart.ts';
import { TableAdditions } from './TableAdditions.tsx';
import styles from './TransitionTable.module.css';

const CAUSES: readonly (readonly [MovedBy, string])[] = [
  ['event', 'event'],
  ['rate', 'rate'],
  ['neighbours', 'neighbours'],
  ['timeout', 'timeout'],
];

/** Triggers of each transition, and the states that ask an oracle. Each cell edits the text. */
export function TransitionTable({ text, onChange }: SideTableProps) {
  const commands = useCommands();
  const check = usePage(state => getChartPart(state).check);
  const table = check?.table ?? null;
  const [isPending, setPending] = useState(false);
  const latest = useRef(text);
  latest.current = text;
  const rows = useRef<HTMLOListElement>(null);
  const nameField = useRef<HTMLInputElement>(null);
  /** The addition whose place in the table is focused once it is there. */
  const added = useRef<ChartEdit | null>(null);
  const isOld = check?.text !== text || isPending;
  useEffect(() => {
    const edit = added.current;
    if (isOld || edit === null) return;
    added.current = null;
    if (edit.kind === 'addState') return nameField.current?.focus();
    if (edit.kind !== 'addTransition') return;
    const row = table?.transitions.findLastIndex(({ source }) => source === edit.source) ?? -1;
    rows.current?.children[row]?.querySelector('select')?.focus();
  }, [isOld, table]);
  if (check === null || table === null)
    return (
      <p className={`label ${styles.none}`}>
        {check?.found === null
          ? 'The text has mistakes: mend them first.'
          : 'An XState configuration is changed in its text: its transitions stand in no list.'}
      </p>
    );
  const edit = async (change: ChartEdit) => {
    setPending(true);
    const next = await commands.ask(engine => chartQueries.ask(engine, 'editChart', { text, edit: change }));
    setPending(false);
    // Keep anything typed or undone in the meantime.
    if (next === null || latest.current !== text) return;
    added.current = change;
    onChange(next);
  };
  return (
    <fieldset className={styles.table} disabled={isOld} aria-busy={isOld}>
      <legend className="hidden">Transitions and what moves agents along them</legend>
      <ol ref={rows} className={styles.rows}>
        {table.transitions.map((row, transition) => (
          <TransitionTableRow
            key={transition}
            row={row}
            states={check.names}
            onEdit={(part: Partial<TransitionRow>) => {
              const { by, name, rate, per } = { ...row, ...part };
              if (by !== null) void edit({ kind: 'transition', transition, by, name, rate, per });
            }}
            onWeight={weight => void edit({ kind: 'weight', transition, weight })}
            onTicks={ticks => void edit({ kind: 'timeout', state: row.source, ticks })}
          />
        ))}
      </ol>
      <TableAdditions
        table={table}
        names={check.names}
        nameField={nameField}
        onEdit={one => void edit(one)}
      />
      <AskingStates
        states={table.states}
        onEdit={(state, asks) => void edit({ kind: 'asks', state, asks })}
      />
    </fieldset>
  );
}

interface TransitionRowProps {
  readonly row: TransitionRow;
  readonly states: readonly string[];
  readonly onEdit: (part: Partial<TransitionRow>) => void;
  readonly onWeight: (weight: string) => void;
  readonly onTicks: (ticks: string) => void;
}

function TransitionTableRow({ row, states, onEdit, onWeight, onTicks }: TransitionRowProps) {
  const { source, target, name, by, rate, per, weight, ticks } = row;
  const where = `${source} → ${target}`;
  /** Fields that a row needs and did not have. */
  const choose = (next: MovedBy) =>
    onEdit({ by: next, rate: rate === '' ? '0.1' : rate, per: per === '' ? target : per });
  if (by === null)
    return (
      <li className={styles.row}>
        <span className={styles.where}>{where}</span>
        <span className="label">{name}: said in the text</span>
      </li>
    );
  return (
    <li className={styles.row}>
      <span className={styles.where}>{where}</span>
      <span className={styles.cells}>
        <CellChoice
          where={where}
          heading="moved by"
          value={by}
          choices={CAUSES}
          onChoose={value => choose(value as MovedBy)}
        />
        {by !== 'timeout' && (
          <EditableCell
            where={where}
            heading={by === 'event' ? 'event' : 'called'}
            value={name}
            onCommit={value => onEdit({ name: value })}
          />
        )}
        {(by === 'rate' || by === 'neighbours') && (
          <EditableCell
            where={where}
            heading={by === 'rate' ? 'chance a tick' : 'chance a tick, each'}
            value={rate}
            measure="rate"
            onCommit={value => onEdit({ rate: value })}
          />
        )}
        {by === 'neighbours' && (
          <CellChoice
            where={where}
            heading="neighbours in"
            value={per}
            choices={states.map(state => [state, state])}
            onChoose={value => onEdit({ per: value })}
          />
        )}
        {weight !== null && (
          <EditableCell where={where} heading="weight" value={weight} measure="weight" onCommit={onWeight} />
        )}
        {ticks !== null && (
          <EditableCell
            where={where}
            heading="after, ticks"
            value={ticks}
            measure="ticks"
            onCommit={onTicks}
          />
        )}
      </span>
    </li>
  );
}

interface AskingProps {
  readonly states: ChartTable['states'];
  readonly onEdit: (state: string, asks: string | null) => void;
}

/** States that ask an oracle for the event, and the prompt that it gets. */
function AskingStates({ states, onEdit }: AskingProps) {
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
            <EditableCell
              where={id}
              heading="what an oracle is asked"
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
