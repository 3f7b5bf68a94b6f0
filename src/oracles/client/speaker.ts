import type { Question, Source } from '../../engine/oracle/oracle.ts';
import type { Utterance } from './backend.ts';
import type { Wanted } from './wanted.ts';

/** One question, put in one form, to one place. */
export interface Put {
  readonly question: Question;
  readonly wanted: Wanted;
  /** Base URL of a server; a model in the browser has one place only. */
  readonly url: string;
  readonly signal: AbortSignal;
}

interface Spoken {
  readonly said: Utterance;
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
