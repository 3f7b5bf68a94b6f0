import type { TokenLogprob } from '../../engine/oracle/formats/letter.ts';
import type { Dialect } from '../../engine/oracle/servers/serverKind.ts';
import type { ServerFailure } from './failure.ts';
import type { Server } from './http.ts';
import type { Wanted } from './wanted.ts';

/** A model's reply, as far as its server revealed it. */
export interface Utterance {
  /** Text of the reply; null if it has none. */
  readonly text: string | null;
  /** True if the model thought first. */
  readonly thought: boolean;
  /** Candidates for the first token; null without log-probabilities. */
  readonly tokens: readonly TokenLogprob[] | null;
  /** True if the grammar allowed only a letter; the letters' share then has no meaning. */
  readonly held: boolean;
  /** Tokens as the server counts them; null if it does not. */
  readonly tokensIn: number | null;
  readonly tokensOut: number | null;
}

/** A model that a server lists; `digest` distinguishes versions of one name. */
export interface ListedModel {
  readonly name: string;
  readonly digest: string | null;
}

/** Fetches one path of a server. @throws ServerFailure */
export type Probe = (path: string, body?: object) => Promise<string>;

/** A dialect, as it is written and read. Pure, except for `version` and `thinks`. */
export interface Backend {
  readonly source: Dialect;
  readonly answerPath: string;
  readonly modelsPath: string;
  /** True if a server that lists no models may answer all the same. */
  readonly mayLackModels: boolean;
  /** @param refused parameters that the server does not take */
  request(model: Server['model'], wanted: Wanted, refused: ReadonlySet<string>): object;
  /** The parameter that a server refuses by a failure, if it can be asked without; null for any other failure. */
  refusedBy(failure: ServerFailure): string | null;
  /** @throws ServerFailure with status 500 for an error inside a successful reply */
  read(text: string): Utterance;
  /** Reads a list of models; null for anything else. */
  readModels(text: string): readonly ListedModel[] | null;
  /** The server's own version; null or false if it does not say. */
  version(look: Probe): Promise<string | null>;
  thinks(look: Probe, model: string): Promise<boolean>;
  /** True if two names mean the same model. */
  sameModel(one: string, other: string): boolean;
}

/** A reply without anything readable. */
export const NOTHING_SAID: Utterance = {
  text: null,
  thought: false,
  tokens: null,
  held: false,
  tokensIn: null,
  tokensOut: null,
};
