import { type KeyboardEvent, useRef, useState } from 'react';
import type { NamedChoice } from '../../state/oracleChoices.ts';
import styles from './Bar.module.css';

interface Props {
  readonly label: string;
  readonly value: string;
  readonly choices: readonly NamedChoice[];
  readonly onChoose: (value: string) => void;
  readonly strong?: boolean;
}

/** Milliseconds after a key within which a change is its own, and not that of a list which it opened. */
const KEY_MS = 100;

/**
 * A choice by name, as the bar and the panel show it. Those of one group are listed under it. The arrow keys pass over
 * choices, of which each may take long to open: Enter takes one, and so does leaving the field; Escape takes none.
 */
export function Select({ label, value, choices, onChoose, strong = false }: Props) {
  const [passed, setPassed] = useState<string | null>(null);
  const keyed = useRef(0);
  const take = (chosen: string | null) => {
    setPassed(null);
    if (chosen !== null && chosen !== value) onChoose(chosen);
  };
  const press = (event: KeyboardEvent) => {
    keyed.current = event.key === ' ' || event.altKey ? 0 : event.timeStamp;
    if (passed === null || (event.key !== 'Enter' && event.key !== 'Escape')) return;
    event.preventDefault();
    event.stopPropagation();
    take(event.key === 'Enter' ? passed : null);
  };
  const groups = [...new Set(choices.map(({ group }) => group))];
  return (
    <select
      className={strong ? styles.strong : styles.select}
      aria-label={label}
      title={
        passed === null
          ? `${label}: ${choices.find(choice => choice.value === value)?.title ?? value}`
          : 'Enter opens it, Escape does not'
      }
      value={passed ?? value}
      onKeyDown={press}
      onBlur={() => take(passed)}
      onChange={({ target, timeStamp }) => {
        const isPassed = keyed.current > 0 && timeStamp - keyed.current < KEY_MS;
        if (isPassed) setPassed(target.value);
        else take(target.value);
      }}
    >
      {groups.map(group => {
        const options = choices.filter(choice => choice.group === group).map(renderChoiceOption);
        return group === undefined ? (
          options
        ) : (
          <optgroup key={group} label={group}>
            {options}
          </optgroup>
        );
      })}
    </select>
  );
}

const renderChoiceOption = ({ value, label, title }: NamedChoice) => (
  <option key={value} value={value} title={title}>
    {label}
  </option>
);
