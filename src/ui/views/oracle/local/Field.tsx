import { useId } from 'react';
import styles from './LocalForm.module.css';

interface Props {
  readonly label: string;
  readonly value: string;
  readonly hint: string;
  readonly onChange: (value: string) => void;
}

/** A labelled line of text; `hint` shows while it is empty. */
export function Field({ label, value, hint, onChange }: Props) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.fieldName}>
        {label}
      </label>
      <input
        id={id}
        type="text"
        spellCheck={false}
        autoComplete="off"
        placeholder={hint}
        value={value}
        onChange={event => onChange(event.target.value)}
      />
    </div>
  );
}
