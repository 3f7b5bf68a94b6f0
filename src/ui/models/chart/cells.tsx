import { useEffect, useId, useState } from 'react';
import { findQuantityMistake, type Measure } from '../../../engine/models/chart/editing/quantities.ts';
import styles from './TransitionTable.module.css';

interface CellNaming {
  /** Whose it is: "calm → excited". */
  readonly where: string;
  /** Heading with its unit; drawn above. */
  readonly heading: string;
  readonly value: string;
}

interface CellProps extends CellNaming {
  /** Kind of number that the cell takes; absent for text. */
  readonly measure?: Measure;
  readonly isLong?: boolean;
  readonly onCommit: (value: string) => void;
}

/**
 * A field that is committed on blur or Enter; Escape restores the old value. An invalid number stays in the field with
 * the reason below it.
 */
export function EditableCell({ where, heading, value, measure, isLong, onCommit }: CellProps) {
  const [typed, setTyped] = useState(value);
  const id = useId();
  useEffect(() => setTyped(value), [value]);
  const mistake = measure === undefined || typed === value ? null : findQuantityMistake(measure, typed);
  const Field = isLong ? 'textarea' : 'input';
  return (
    <div className={isLong ? styles.long : measure === undefined ? styles.words : styles.number}>
      <span className={styles.heading} aria-hidden="true">
        {heading}
      </span>
      <Field
        aria-label={`${where}: ${heading}`}
        aria-invalid={mistake !== null}
        aria-describedby={mistake === null ? undefined : id}
        value={typed}
        {...(isLong && { rows: 4 })}
        onChange={event => setTyped(event.target.value)}
        onBlur={() => typed !== value && mistake === null && onCommit(typed)}
        onKeyDown={event => {
          if (event.key === 'Enter' && !isLong) event.currentTarget.blur();
          if (event.key === 'Escape') setTyped(value);
        }}
      />
      {mistake !== null && (
        <span id={id} className={styles.mistake} role="status">
          {mistake}
        </span>
      )}
    </div>
  );
}

interface ChoiceProps extends CellNaming {
  readonly choices: readonly (readonly [value: string, words: string])[];
  readonly onChoose: (value: string) => void;
}

/** A choice below its heading. */
export function CellChoice({ where, heading, value, choices, onChoose }: ChoiceProps) {
  return (
    <div className={styles.choice}>
      <span className={styles.heading} aria-hidden="true">
        {heading}
      </span>
      <select
        aria-label={`${where}: ${heading}`}
        title={`${where}: ${heading}`}
        value={value}
        onChange={event => onChoose(event.target.value)}
      >
        {choices.map(([one, words]) => (
          <option key={one} value={one}>
            {words}
          </option>
        ))}
      </select>
    </div>
  );
}
