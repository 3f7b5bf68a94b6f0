/** A link that the run has otherwise than its network, by agents. */
export interface ChangedLink {
  readonly followed: number;
  readonly follower: number;
  /** Added; false: cut. */
  readonly isThere: boolean;
}

/** What of a run is told on its network, beside everybody's state; agents by number. */
export interface Story {
  /** Who handed something on to whom, in order. */
  readonly passes: readonly { readonly from: number; readonly to: number; readonly hue: number }[];
  /** Who began it, and what that one did; null for nobody. */
  readonly author: { readonly agent: number; readonly did: string } | null;
  /** Ringed in ink: handed it on. */
  readonly ringed: ReadonlySet<number>;
  /** Ringed in a hue of the palette. */
  readonly liked: ReadonlySet<number>;
  readonly likedHue: number;
  /** It came to them at all. */
  readonly looked: ReadonlySet<number>;
  /** Links that changes of the run have added or cut. */
  readonly changed: readonly ChangedLink[];
  /** How its lines are read; '' for none. */
  readonly note: string;
  /** Head of the table's column of what each did; null for none. */
  readonly column: string | null;
  /** What an agent did, in words; '' for nothing that is told. */
  partOf(agent: number): string;
}

const NOBODY: ReadonlySet<number> = new Set();

/** Nothing is told. */
export const NO_STORY: Story = {
  passes: [],
  author: null,
  ringed: NOBODY,
  liked: NOBODY,
  likedHue: 0,
  looked: NOBODY,
  changed: [],
  note: '',
  column: null,
  partOf: () => '',
};
