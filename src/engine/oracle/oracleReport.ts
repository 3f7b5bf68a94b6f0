/** An oracle's work in a run so far; for the page, never for the log. Durations in milliseconds. */
export interface OracleReport {
  /** Questions sent to a server, and how often one was sent again. */
  readonly calls: number;
  readonly retries: number;
  /** Questions that agents put. */
  readonly decisions: number;
  readonly tokensIn: number;
  readonly tokensOut: number;
  /** Answers of the servers per second, over the time in which any were pending. */
  readonly perSecond: number;
  readonly latency: Latency;
  /** Decisions answered from a cache, with an answer that was already paid for. */
  readonly cacheHits: number;
  /** Decisions that are not the model's own, by reason, most frequent first. */
  readonly notOwn: readonly {
    readonly source: 'late' | 'fallback' | 'budget';
    readonly reason: string;
    readonly count: number;
  }[];
  readonly spent: { readonly calls: number; readonly tokens: number };
  /** Mean probabilities on the questions that the model answered; null before the first. */
  readonly comparison: OracleComparison | null;
  /** Mean share of the model's probability that was on the letters, 0 to 1; null if there are none. */
  readonly letterMass: number | null;
  readonly servers: readonly {
    readonly url: string;
    /** Requests allowed under way at once, and those that are. */
    readonly window: number;
    readonly underWay: number;
  }[];
  /** Questions of the present round still unanswered, and in all. */
  readonly waiting: number;
  readonly asked: number;
  /** The longest wait of the present; null while nothing is under way. */
  readonly wait: Wait | null;
  /** Progress of a browser model being loaded; null when none is. */
  readonly loading: { readonly phase: 'download' | 'load' | 'shaders'; readonly part: number } | null;
  /** Why a model in the browser cannot be asked any more; null while it can. */
  readonly lost: string | null;
  /** Servers that were named and cannot be asked, each with the reason, one line. */
  readonly missing: readonly string[];
}

/** A wait for a server or a model: for whom, for how many milliseconds so far, and for how many seconds at most. */
export interface Wait {
  readonly place: string;
  readonly milliseconds: number;
  /** Null without a limit. */
  readonly most: number | null;
  /** True if it is not known yet that anybody answers there. */
  readonly isFirst: boolean;
}

/** Durations of answered calls in milliseconds, as percentiles and a histogram of bins `width` wide. */
export interface Latency {
  readonly p50: number;
  readonly p95: number;
  /** Counts; bin i holds the calls from i × `width` on, the last one all longer ones. */
  readonly bins: readonly number[];
  readonly width: number;
}

/** Mean probabilities of model and policy on the same questions, one per option. */
export interface OracleComparison {
  readonly questions: number;
  readonly options: readonly string[];
  readonly model: readonly number[];
  readonly policy: readonly number[];
}

/** Finding of a connection test at one base URL. */
export type ServerReport = { readonly url: string } & (
  | {
      readonly kind: 'answers';
      readonly milliseconds: number;
      /** Versions as the server reports them; null if it does not. */
      readonly version: string | null;
      readonly digest: string | null;
      readonly models: readonly string[];
      /** True if it gives log-probabilities on letters. */
      readonly letters: boolean;
      readonly thinking: boolean;
    }
  /** Nothing listens there. */
  | { readonly kind: 'silent' }
  /** It listens, but refuses pages of this origin. */
  | { readonly kind: 'origin'; readonly origin: string }
  /** The browser keeps the page from the local network until the user allows it. */
  | { readonly kind: 'permission'; readonly denied: boolean }
  /** The model is not there; others are. */
  | { readonly kind: 'model'; readonly models: readonly string[] }
  /** It answers that it has no time, with the seconds until the next try; null if it does not say. */
  | { readonly kind: 'busy'; readonly message: string; readonly seconds: number | null }
  /** It needs a key, or a different one. */
  | { readonly kind: 'key' }
  | { readonly kind: 'other'; readonly message: string }
);

/** Effect of the options' order, measured on a sample without touching the run. */
export interface OrderSensitivity {
  readonly questions: number;
  /** Questions whose likeliest option changes when the letters are rotated by one. */
  readonly changed: number;
  /** Mean total variation between the two, 0 to 1. */
  readonly difference: number;
}

/** Difference between agents' individual answers and those adapted from their kind's. */
export interface KinError {
  readonly questions: number;
  /** Mean total variation, 0 to 1. */
  readonly difference: number;
  /** Mean probabilities, one per option. */
  readonly options: readonly string[];
  readonly own: readonly number[];
  readonly adapted: readonly number[];
}

/** A run's demands on a model, as far as the policy's run shows. */
export interface Estimate {
  readonly rounds: number;
  readonly questions: number;
  /** After archetypes and cache. */
  readonly calls: number;
  readonly tokensIn: number;
  readonly tokensOut: number;
}
