import type { Choice } from '../choices.ts';
import styles from './Bar.module.css';

interface Props {
  readonly label: string;
  readonly value: string;
  readonly choices: readonly Choice[];
  readonly onChoose: (value: string) => void;
  readonly strong?: boolean;
}

/** A choice by name, as the bar and the panel show it. */
export function Select({ label, value, choices, onChoose, strong = false }: Props) {
  return (
    <select
      className={strong ? styles.strong : styles.select}
      aria-label={label}
      title={`${label}: ${choices.find(choice => choice.value === value)?.title ?? value}`}
      value={value}
      onChange={event => onChoose(event.target.value)}
    >
      {choices.map(choice => (
        <option key={choice.value} value={choice.value} title={choice.title}>
          {choice.label}
        </option>
      ))}
    </select>
  );
}
