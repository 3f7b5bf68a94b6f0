import { toModelAnswer } from './decide.ts';
import type { Environment } from './environment.ts';
import type { AttemptAt } from './limits/windows.ts';
import type { Speaker } from './speaker.ts';
import type { WantedFor } from './wanted.ts';

/** Puts a question once, in one form, and reads the answer. */
export function createAnswerAttempt(
  speaker: Speaker,
  environment: Pick<Environment, 'now'>,
  wantedFor: WantedFor,
): AttemptAt {
  return async ({ question, signal, dispatched }, url) => {
    const wanted = wantedFor(question);
    signal.throwIfAborted();
    const begun = environment.now();
    dispatched();
    const { said, reply } = await speaker.say({ question, wanted, url, signal });
    const { source, model } = speaker;
    return toModelAnswer(question, wanted, said, {
      source,
      model,
      milliseconds: environment.now() - begun,
      reply,
    });
  };
}
