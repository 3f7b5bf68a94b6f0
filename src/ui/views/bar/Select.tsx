import type { NamedChoice } from '../../state/oracleChoices.ts';
import styles from './Bar.module.css';

interface Props {
  readonly label: string;
  readonly value: string;
  readonly choices: readonly NamedChoice[];
  readonly onChoose: (value: string) => void;
  readonly strong?: boolean;
}

/** A choice by name, as the bar and the panel show it. Those of one group are listed under it. */
export function Select({ label, value, choices, onChoose, strong = false }: Props) {
  const groups = [...new Set(choices.map(({ group }) => group))];
  return (
    <select
      className={strong ? styles.strong : styles.select}
      aria-label={label}
      title={`${label}: ${choices.find(choice => choice.value === value)?.title ?? value}`}
      value={value}
      onChange={event => onChoose(event.target.value)}
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
