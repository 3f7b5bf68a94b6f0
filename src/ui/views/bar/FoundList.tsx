import type { findSearchOptions } from './findSearchOptions.ts';
import styles from './SearchField.module.css';

/** Properties of `FoundList`. */
export interface FoundListProps {
  readonly id: string;
  readonly options: ReturnType<typeof findSearchOptions>;
  /** Place of the active one. */
  readonly at: number;
  readonly onPick: (position: number) => void;
}

/** The best of what was found. */
export function FoundList({ id, options, at, onPick }: FoundListProps) {
  return (
    <div id={id} className={styles.list} role="listbox" aria-label="Found">
      {options.map(({ key, noun, text, whom }, position) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field's arrows and Enter choose an option
        <div
          key={key}
          id={`${id}${position}`}
          className={styles.option}
          role="option"
          tabIndex={-1}
          aria-selected={position === at}
          title={text}
          // The field keeps the focus.
          onPointerDown={event => event.preventDefault()}
          onClick={() => onPick(position)}
        >
          <span className="label">{noun}</span>
          <span className={styles.text}>{text}</span>
          <span className="label">{whom}</span>
        </div>
      ))}
    </div>
  );
}
