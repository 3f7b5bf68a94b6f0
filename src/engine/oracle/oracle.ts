import type { Tick } from '../core/indices.ts';

/** A choice between options that are legal now, or a text to complete. Pure data about a sealed tick. */
export type Question = ChoiceQuestion | CompletionQuestion;

/** One legal way to go on. */
export interface ChoiceOption {
  /** The part of an option that an answer is matched against. */
  readonly action: string;
  /** Other words for it, in lower case, that an answer may use: "repost". */
  readonly synonyms?: readonly string[];
  /** The state that the action leads to. */
  readonly nextState: string;
  /** The action in a prompt's words: "like it". */
  readonly meaning: string;
  /** True if the model may write a text for it. */
  readonly writes: boolean;
}

/** A question with a closed list of legal options. */
export interface ChoiceQuestion {
  readonly kind: 'choice';
  readonly agent: number;
  readonly tick: Tick;
  readonly options: readonly ChoiceOption[];
  /** Static instructions, the same for all questions of a model. */
  readonly rules: string;
  /** Description of the agent and its situation. Built on access, since a policy never needs it. */
  readonly situation: string;
  /** A uint32, equal for questions that a cache may take for one; the order of letters depends on it. */
  readonly rotation: number;
  /** The question for all agents of this one's kind; null if a model has no kinds. */
  readonly kin: KinQuestion | null;
}

/**
 * One question for all agents of a kind about one thing, and the way to adapt its answer to a single agent.
 */
export interface KinQuestion {
  readonly question: ChoiceQuestion;
  /**
   * The agent's own probabilities, given those of its kind. Pure.
   * @param shared one per option of `question`.
   * @returns one per option of the agent's own question.
   */
  adapt(shared: readonly number[]): readonly number[];
}

/** A question that is answered in free text, at most `maxTokens` long. */
export interface CompletionQuestion {
  readonly kind: 'completion';
  readonly agent: number;
  readonly tick: Tick;
  /** Static instructions, the same for all questions of a model; empty or absent for none. */
  readonly system?: string;
  /** The prompt, built on access. */
  readonly prompt: string;
  readonly maxTokens: number;
  /** Constraint on the answer, for language models that support one. */
  readonly shape?: AnswerShape;
}

/** Constraints that a server or runtime can enforce on an answer. */
export interface AnswerShape {
  /** JSON Schema; null for an answer that is not JSON. */
  readonly schema: Readonly<Record<string, unknown>> | null;
  /** A grammar for at most what the schema allows, in the notation that XGrammar and llama.cpp share. */
  readonly grammar: string;
}

/** Sources of answers; columns store the position in this list. Not part of the hash. `given`: a change of the set-up; `custom`: an oracle of another program. */
export const SOURCES = [
  'policy',
  'ollama',
  'openai',
  'cache',
  'replay',
  'budget',
  'fallback',
  'late',
  'webllm',
  'wllama',
  'given',
  'custom',
] as const;
/** Source of an answer. */
export type Source = (typeof SOURCES)[number];

/** Form of a choice for a model; `shares` asks for a whole kind's frequencies if letters cannot be weighed. */
export const ANSWER_FORMS = ['letter', 'json', 'shares'] as const;
/** Form of a choice. */
export type DecisionForm = (typeof ANSWER_FORMS)[number];

/** Circumstances of an answer. Kept and exported, never hashed. */
export interface Evidence {
  readonly model?: string;
  readonly promptVersion?: number;
  readonly form?: DecisionForm;
  /** True if the model was to write the text of replies and comments. */
  readonly texts?: boolean;
  /** The model's reply, shortened. */
  readonly raw?: string;
  /** Its prompt, if a recording has it. */
  readonly told?: string;
  /** Tokens as the server counts them; 0 from a cache. */
  readonly tokensIn?: number;
  readonly tokensOut?: number;
  /** Milliseconds from dispatch to the last byte. */
  readonly milliseconds?: number;
  /** Milliseconds that a recorded answer took when it was given; a replay measures nothing. */
  readonly took?: number;
  /** Number of times it was sent. */
  readonly tries?: number;
  /** Share of the model's probability that fell on the options before the rest was dropped; letters only. */
  readonly mass?: number;
  /** The kind's probabilities, before adaptation to the agent; one per option of the kind. */
  readonly shared?: readonly number[];
}

/** Failures are values: `late` is asked again, `unusable` takes the model's fallback. */
export type Answer = (
  | {
      readonly kind: 'chosen';
      /** Index into the question's options. */
      readonly option: number;
      /** One per option, sum 1. */
      readonly probabilities?: readonly number[];
      /** The agent's text, if the option allows one. */
      readonly text?: string;
      readonly source: Source;
    }
  | {
      /** The engine's own generator chooses. */
      readonly kind: 'weighed';
      /** One per option, sum 1. */
      readonly probabilities: readonly number[];
      readonly source: Source;
    }
  | { readonly kind: 'text'; readonly text: string; readonly source: Source }
  | { readonly kind: 'late' }
  | {
      readonly kind: 'unusable';
      readonly reason: string;
      /** True if a model gave it; otherwise no reply of a model came. */
      readonly said?: boolean;
    }
) & { readonly evidence?: Evidence };

/** An oracle that decided up to a round, before another one took over. */
export interface EarlierOracle {
  readonly until: Tick;
  readonly oracle: OracleRecord;
}

/** The document's `config.oracle`. */
export type OracleRecord = { readonly kind: string } & Readonly<Record<string, unknown>>;

/**
 * The decider if a chart leaves a real choice. Answers come in the order of the questions, one each. When `signal` is
 * aborted, it resolves at once with `late` for missing answers, or it rejects. A rejection without abort ends the run
 * at the last sealed tick.
 */
export interface Oracle {
  readonly name: string;
  ask(questions: readonly Question[], signal: AbortSignal): Promise<readonly Answer[]>;
  /** The document's facts about it; they grow more precise once it has been asked. */
  readonly record?: OracleRecord;
  /** Why the run should pause after this tick, or null. Asking again starts afresh. */
  readonly trouble?: string | null;
  /** True if the cause is unusable answers, which the user may override. */
  readonly isUnusable?: boolean;
}
