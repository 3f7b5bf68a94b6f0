/** Measures that are compared; the size among all, the others among cascades of the same size. */
export const MEASURES = ['size', 'depth', 'breadth', 'virality', 'half'] as const;
/** Name of a measure. */
export type FidelityMeasure = (typeof MEASURES)[number];

/** A Kolmogorov–Smirnov distance, 0 to 1, with a bootstrap interval of 95 %. */
export interface Distance {
  readonly ks: number;
  readonly low: number;
  readonly high: number;
}

/** What one model or baseline came to, beside the cascades that are held out. */
export interface FidelityRow {
  readonly name: string;
  readonly kind: 'ours' | 'baseline';
  /** What was fitted, in words; null for nothing. */
  readonly fitted: string | null;
  /** First posts, large or not; null where the cascades are given. */
  readonly roots: number | null;
  /** Cascades of the least size and more. */
  readonly cascades: number;
  /** Share of the real ones that have simulated ones of their size. */
  readonly covered: number;
  /** Null where it cannot be told. */
  readonly ks: Readonly<Record<FidelityMeasure, Distance | null>>;
  /** The distance to what it was fitted to: a description. Null where nothing was, or it is that itself. */
  readonly fit: Readonly<Record<FidelityMeasure, number | null>> | null;
  /** Mean relative error of the mean at that size. */
  readonly error: Readonly<Record<FidelityMeasure, number | null>>;
  /** 5, 25, 50, 75 and 95 %. */
  readonly quantiles: Readonly<Record<FidelityMeasure, readonly number[] | null>>;
}

/** Why a model's cascades take as long as they do. */
export interface CascadePace {
  readonly preset: string;
  readonly network: string;
  readonly tickSeconds: number;
  /** Ticks between a post and what hangs on it: the fewest, and the median. */
  readonly leastHop: number;
  readonly medianHop: number;
  /** Median minutes to half size, sizes matched to what was fitted to; and that of the real ones. */
  readonly half: number;
  readonly real: number;
  /** Seconds of a tick at which the two would be equal, all else in ticks as it is. */
  readonly meets: number;
}

/** What is kept of a data set, and what was left out. */
interface Counted {
  readonly name: string;
  readonly rows: number;
  readonly twice: number;
  readonly small: number;
  readonly late: number;
  readonly kept: number;
}

/** All figures of docs/validation.md. */
export interface Fidelity {
  readonly command: string;
  readonly engine: string;
  readonly seed: number;
  /** SHA-256 of the table of real cascades. */
  readonly table: string;
  /** What preset twitter15 has otherwise than realistic. */
  readonly preset: Readonly<Record<string, number>>;
  readonly window: number;
  readonly least: number;
  readonly fitted: Counted;
  readonly held: Counted;
  readonly real: Readonly<Record<FidelityMeasure, readonly number[]>>;
  readonly networks: readonly {
    readonly name: string;
    readonly agents: number;
    readonly worlds: number;
    readonly rows: readonly FidelityRow[];
  }[];
  readonly pace: readonly CascadePace[];
  /** Rows that need no network. */
  readonly free: readonly FidelityRow[];
}
