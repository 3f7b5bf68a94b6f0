import { type FormEvent, type RefObject, useId, useState } from 'react';
import type { ChartEdit } from '../../../engine/models/chart/editing/editChartText.ts';
import { findStateNameMistake, toStateName } from '../../../engine/models/chart/editing/stateNames.ts';
import type { ChartTable } from '../../../engine/models/chart/reports/chartQueries.ts';
import { CellChoice } from './cells.tsx';
import styles from './TransitionTable.module.css';

/** Value of the choice of the chart itself. */
const TOP = '';

interface AdditionsProps {
  readonly table: Pick<ChartTable, 'sources' | 'targets' | 'parents'>;
  /** Names of all states. */
  readonly names: readonly string[];
  /** The field for the name of a new state, which has the focus again once the state is there. */
  readonly nameField: RefObject<HTMLInputElement | null>;
  readonly onEdit: (edit: ChartEdit) => void;
}

/** New states and transitions for a chart. */
export function TableAdditions({ table, names, nameField, onEdit }: AdditionsProps) {
  const { sources, targets, parents } = table;
  const [typed, setTyped] = useState('');
  const [inside, setInside] = useState(TOP);
  const [from, setFrom] = useState<string | null>(null);
  const [to, setTo] = useState<string | null>(null);
  const id = useId();
  const mistake = typed.trim() === '' ? null : findStateNameMistake(typed, names);
  const parent = parents.includes(inside) ? inside : TOP;
  const source = sources.find(one => one === from) ?? sources[0];
  const target = targets.find(one => one === to) ?? targets[0];
  const addState = (event: FormEvent) => {
    event.preventDefault();
    if (findStateNameMistake(typed, names) !== null) return;
    onEdit({ kind: 'addState', name: typed, inside: parent === TOP ? null : parent });
    // Most likely it is to be reached next.
    setTo(toStateName(typed));
    setTyped('');
  };
  const addTransition = (event: FormEvent) => {
    event.preventDefault();
    if (source !== undefined && target !== undefined) onEdit({ kind: 'addTransition', source, target });
  };
  return (
    <div className={styles.additions}>
      <form className={styles.cells} onSubmit={addState}>
        <label className={styles.words}>
          <span className={styles.heading}>new state</span>
          <input
            ref={nameField}
            value={typed}
            aria-invalid={mistake !== null}
            aria-describedby={mistake === null ? undefined : id}
            onChange={event => setTyped(event.target.value)}
          />
        </label>
        {parents.length > 0 && (
          <CellChoice
            where="new state"
            heading="inside"
            value={parent}
            choices={[[TOP, 'the top'], ...parents.map(one => [one, one] as const)]}
            onChoose={setInside}
          />
        )}
        <button type="submit" disabled={typed.trim() === '' || mistake !== null}>
          Add state
        </button>
        {mistake !== null && (
          <span id={id} className={styles.mistake} role="status">
            {mistake}
          </span>
        )}
      </form>
      <form className={styles.cells} onSubmit={addTransition}>
        <CellChoice
          where="new transition"
          heading="from"
          value={source ?? ''}
          choices={sources.map(one => [one, one])}
          onChoose={setFrom}
        />
        <CellChoice
          where="new transition"
          heading="to"
          value={target ?? ''}
          choices={targets.map(one => [one, one])}
          onChoose={setTo}
        />
        <button type="submit">Add transition</button>
      </form>
    </div>
  );
}
