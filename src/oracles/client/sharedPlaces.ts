import type { TokenLogprob } from '../../engine/oracle/formats/letter.ts';
import type { Question, Source } from '../../engine/oracle/oracle.ts';
import type { ServerReport } from '../../engine/oracle/oracleReport.ts';
import type { Dialect } from '../../engine/oracle/servers/serverKind.ts';
import { Cache } from './cache.ts';
import type { Environment } from './environment.ts';
import type { Server, ServerFailure } from './http.ts';
import { Windows } from './limits/windows.ts';
import type { Wanted } from './wanted.ts';

/** State shared by all oracles of the same model: endpoints, requests under way, and the answers paid for. */
export class SharedPlaces {
  readonly access: Access;
  readonly cache = new Cache();
  /** Findings of the last look at which somebody could be asked; null before it. */
  reports: readonly ServerReport[] | null = null;
  #windows: Windows | null = null;

  constructor(access: Access) {
    this.access = access;
  }

  /** The requests under way from all oracles. @param urls that answer, at the first call */
  windowsAt(urls: readonly string[], clock: Pick<Environment, 'now' | 'wait'>): Windows {
    this.#windows ??= new Windows(urls, this.access.mostUnderWay, clock);
    return this.#windows;
  }
}

/** The way to a language model. */
export interface Access {
  /** Place of the model, in words for the user. */
  readonly place: string;
  readonly speaker: Speaker;
  /** Most requests under way at one place. */
  readonly mostUnderWay: number;
  /** Checks which servers answer. Rejects when aborted. @throws OracleHalt if there is no point in trying */
  look(signal: AbortSignal): Promise<readonly ServerReport[]>;
  /** Seconds after which it is given up to find out who answers; null for never. */
  patience(): number | null;
  /**
   * The reports on places that can be asked.
   * @throws OracleHalt when there is none, with what to do about it
   */
  usable(reports: readonly ServerReport[]): readonly ServerReport[];
  /** A place that cannot be asked, in one line. */
  tell(report: ServerReport): string;
}

/** One question, put in one form, to one place. */
interface Put {
  readonly question: Question;
  readonly wanted: Wanted;
  /** Base URL of a server; a model in the browser has one place only. */
  readonly url: string;
  readonly signal: AbortSignal;
}

interface Spoken {
  readonly utterance: Utterance;
  /** The reply as it came. */
  readonly reply: string;
}

/** A way to make a model say something: over HTTP, or in a worker of this browser. */
export interface Speaker {
  readonly source: Source;
  readonly model: string;
  /** Parameters that its servers have refused and are asked without; absent if there are none to refuse. */
  refused?(): readonly string[];
  /** @throws ServerFailure; OracleHalt if asking on is of no use; the signal's reason when aborted */
  say(put: Put): Promise<Spoken>;
}

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
