/** A condition at which playing pauses. */
export interface Pause {
  /** As `readYamlCondition` reads it: `enters evaluating`. */
  readonly text: string;
  readonly isOn: boolean;
  /** True if the run on the screen can meet it. */
  readonly fits: boolean;
  /** Times that it has paused the run on the screen. */
  readonly hits: number;
}

/** The conditions; they stay when another run is opened. */
export interface PausesSlice {
  readonly pauses: readonly Pause[];
  setPauses(pauses: readonly Pause[]): void;
  /** True if their panel is open. */
  readonly showsPauses: boolean;
  showPauses(isShown: boolean): void;
}
