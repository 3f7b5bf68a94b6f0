import type { TokenLogprob } from '../engine/answerFormats/letter.ts';
import type { RemoteKind } from '../engine/config.ts';
import type { Server } from './http.ts';
import type { Wanted } from './wanted.ts';

/** What a model said, as far as its server let it be read. */
export interface Utterance {
  /** Null: the reply has none. */
  readonly text: string | null;
  /** Whether the model thought first. */
  readonly thought: boolean;
  /** What might have stood in the first token's place; null without log-probabilities. */
  readonly tokens: readonly TokenLogprob[] | null;
  /** Whether it could say nothing but a letter: what share the letters have then means nothing. */
  readonly held: boolean;
  /** As the server counts them; null where it does not. */
  readonly tokensIn: number | null;
  readonly tokensOut: number | null;
}

/** A model that a server lists; `digest` tells versions of one name apart. */
export interface ListedModel {
  readonly name: string;
  readonly digest: string | null;
}

/** Fetches one path of a server. @throws ServerFailure */
export type Look = (path: string, body?: object) => Promise<string>;

/** How one kind of server is spoken to. Pure, but for `version` and `thinks`. */
export interface Backend {
  readonly source: RemoteKind;
  readonly answerPath: string;
  readonly modelsPath: string;
  request(model: Server['model'], wanted: Wanted): object;
  /** @throws ServerFailure with status 500 for an error in a reply that calls itself good */
  read(text: string): Utterance;
  /** Null when it is no list of models. */
  readModels(text: string): readonly ListedModel[] | null;
  /** What the server says about itself; null or false where it does not. */
  version(look: Look): Promise<string | null>;
  thinks(look: Look, model: string): Promise<boolean>;
  /** Whether two names mean one model. */
  sameModel(one: string, other: string): boolean;
}

/** Nothing that could be read. */
export const NOTHING_SAID: Utterance = {
  text: null,
  thought: false,
  tokens: null,
  held: false,
  tokensIn: null,
  tokensOut: null,
};
