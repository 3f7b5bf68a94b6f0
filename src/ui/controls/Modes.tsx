import styles from './Modes.module.css';

interface Props<Mode extends string> {
  /** Each with its word. */
  readonly modes: readonly (readonly [mode: Mode, word: string])[];
  readonly chosen: Mode;
  onChoose(mode: Mode): void;
}

/** Words of which one is chosen, in a view's gutter. */
export function Modes<Mode extends string>({ modes, chosen, onChoose }: Props<Mode>) {
  return (
    <div className={styles.modes}>
      {modes.map(([mode, word]) => (
        <button key={mode} type="button" aria-pressed={mode === chosen} onClick={() => onChoose(mode)}>
          {word}
        </button>
      ))}
    </div>
  );
}
