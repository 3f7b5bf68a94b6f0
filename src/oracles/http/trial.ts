import type { Answer, ChoiceQuestion } from '../../engine/oracle/oracle.ts';
import { createAnswerAttempt } from '../client/attempt.ts';
import { ServerFailure } from '../client/failure.ts';
import type { Server } from '../client/http.ts';
import { createRequestMapper } from '../client/wanted.ts';
import { createHttpSpeaker, type HttpConnection } from './httpSpeaker.ts';
import { retryWhileServerBusy } from './retryWhileServerBusy.ts';

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
export async function askTestQuestion(trial: Trial): Promise<Tested> {
  const { environment } = trial.connection;
  const begun = environment.now();
  const answer = await askTestQuestionPatiently(trial, 'letter').catch(error => {
    if (isConclusiveFailure(error)) throw error;
    return askTestQuestionPatiently(trial, 'json').then(() => null);
  });
  const milliseconds = answer?.evidence?.milliseconds ?? environment.now() - begun;
  return { milliseconds, letters: answer?.kind === 'weighed', thinking: isThinkingOnlyAnswer(answer) };
}

/** Whether another form would not help: no connection, no permission, no model. */
const isConclusiveFailure = (error: unknown): boolean =>
  !(error instanceof ServerFailure) ||
  error.kind !== 'status' ||
  [401, 403, 404, 429, 503].includes(error.status ?? 0);

const isThinkingOnlyAnswer = (answer: Answer | null): boolean =>
  answer?.kind === 'unusable' && answer.reason === 'only thinking, no answer';

function askTestQuestionPatiently(trial: Trial, form: 'letter' | 'json'): Promise<Answer> {
  const { connection, server, signal } = trial;
  const speaker = createHttpSpeaker(connection, server.model);
  const attempt = createAnswerAttempt(
    speaker,
    connection.environment,
    createRequestMapper({ form, texts: false, temperature: 0 }),
  );
  const put = () => attempt({ question: QUESTION, signal, dispatched: () => {} }, server.url);
  return retryWhileServerBusy(put, connection.environment, TRIES, trial);
}
