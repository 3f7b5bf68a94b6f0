/** Colour scheme of the page. */
export type Theme = 'dark' | 'light';

/** A scenario that a run on the screen is about. */
export interface Lesson {
  readonly id: string;
  readonly question: string;
  readonly model: string;
}

/** The arrangement of the page, whatever runs on it. */
export interface ScreenSlice {
  readonly theme: Theme;
  readonly letterKeys: boolean;
  /** The panel next to the rail. */
  readonly panel: 'setup' | 'oracle' | 'runs' | null;
  /** True if the panel left of the chart is folded; null until the user has chosen. */
  readonly folded: boolean | null;
  /** Between actions and timelines: the model's own view, or who follows whom. */
  readonly place: 'own' | 'network';
  /**
   * Meaning of colours in the network and the timelines: everybody's state, or its group in a network that has some.
   */
  readonly colour: 'state' | 'group';
  /** The view under the chart. */
  readonly corner: 'agents' | 'oracle';
  /** True if nothing has been played in this browser yet, so that the page explains itself. */
  readonly isNew: boolean;
  /** True if the inspector takes the chart's place as well. */
  readonly isTall: boolean;
  /** True if triggers go by their names in the chart's definition instead of plain words. */
  readonly triggerNames: boolean;
  /** Help: the title of the example that it opens at, '' for its beginning; null while it is closed. */
  readonly help: string | null;
  /** Scenarios: the one whose sheet is open, '' for all of them; null while they are closed. */
  readonly scenarios: string | null;
  /** The scenario whose run was opened last, with the model that it is about; null for none, and once it is dismissed. */
  readonly lesson: Lesson | null;
  /** True while a run to compare with is being chosen. */
  readonly isComparing: boolean;
  /** Recordings that were brought while others are on the screen, or two of them: what becomes of them is asked; null for none. */
  readonly offered: readonly File[] | null;
  /** Rounds to play once the file comes that the address names and cannot hold. */
  readonly awaitedRounds: number;
  /** Agents of which statistics are shown, empty for all; null: none are. */
  readonly counted: readonly number[] | null;
  /** True if the event log is shown, with any selection. */
  readonly isLogged: boolean;

  /** Per cent of the states and of the edges that are not drawn of a discovered chart, the rarest: `20,30`; null: nobody has said. */
  readonly rare: string | null;
  /** Content of the model's own views, in its own words, as in the address; null: nobody has said. */
  readonly view: string | null;

  /** The part of the statistics that is shown. */
  readonly statistics: 'states' | 'steps' | 'stuck';
  arrange(part: Partial<Omit<ScreenSlice, 'arrange' | 'count'>>): void;
  /** Shows statistics of those who are selected, or of all; once more: no more. */
  count(): void;
}
