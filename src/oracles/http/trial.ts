import type { Answer, ChoiceQuestion } from '../../engine/oracle/oracle.ts';
import { attemptIn } from '../client/attempt.ts';
import { ServerFailure } from '../client/failure.ts';
import type { Server } from '../client/http.ts';
import { wantedIn } from '../client/wanted.ts';
import { type HttpConnection, httpSpeaker } from './httpSpeaker.ts';
import { patiently } from './patiently.ts';

/** Tries where a server fails. */
const TRIES = 3;

/** One small choice; its content does not matter. */
const QUESTION: ChoiceQuestion = {
  kind: 'choice',
  agent: 0,
  tick: 0,
  options: [
    { action: 'ignore', nextState: 'scrolling', meaning: 'ignore it', writes: false },
    { action: 'like', nextState: 'engaging_like', meaning: 'like it', writes: false },
  ],
  rules: 'You decide what one person does about a post.',
  situation: 'Post: "Good morning!"',
  rotation: 0,
  kin: null,
};

/** One server under test. */
export interface Trial {
  readonly connection: HttpConnection;
  readonly server: Server;
  readonly signal: AbortSignal;
  /** The time at which it is given up. */
  readonly until: number;
}

/** What the trial question showed of a server: its answer's milliseconds, and how it answers. */
export interface Tested {
  readonly milliseconds: number;
  readonly letters: boolean;
  readonly thinking: boolean;
}

/**
 * Asks for letters first; a server that refuses log-probabilities may still give JSON. @throws ServerFailure
 */
export async function testQuestion(trial: Trial): Promise<Tested> {
  const { environment } = trial.connection;
  const begun = environment.now();
  const answer = await persist(trial, 'letter').catch(error => {
    if (isTelling(error)) throw error;
    return persist(trial, 'json').then(() => null);
  });
  const milliseconds = answer?.evidence?.milliseconds ?? environment.now() - begun;
  return { milliseconds, letters: answer?.kind === 'weighed', thinking: isThinking(answer) };
}

/** Whether another form would not help: no connection, no permission, no model. */
const isTelling = (error: unknown): boolean =>
  !(error instanceof ServerFailure) ||
  error.kind !== 'status' ||
  [401, 403, 404, 429, 503].includes(error.status ?? 0);

const isThinking = (answer: Answer | null): boolean =>
  answer?.kind === 'unusable' && answer.reason === 'only thinking, no answer';

function persist(trial: Trial, form: 'letter' | 'json'): Promise<Answer> {
  const { connection, server, signal } = trial;
  const speaker = httpSpeaker(connection, server.model);
  const attempt = attemptIn(
    speaker,
    connection.environment,
    wantedIn({ form, texts: false, temperature: 0 }),
  );
  const put = () => attempt({ question: QUESTION, signal, dispatched: () => {} }, server.url);
  return patiently(put, connection.environment, TRIES, trial);
}
