import { InputError, OracleHalt } from '../../engine/core/errors.ts';
import { buildAnswerGrammar } from '../../engine/oracle/formats/buildAnswerGrammar.ts';
import type { Question } from '../../engine/oracle/oracle.ts';
import type { LocalSetup } from '../../engine/oracle/oracleSetup.ts';
import { ServerFailure } from '../client/http.ts';
import { raceWithAbort } from '../client/limits/withCallDeadline.ts';
import type { Access, Speaker } from '../client/sharedPlaces.ts';
import { toChatMessages, type Wanted } from '../client/wanted.ts';
import type { LocalModels, LocalRequest } from './localModelContract.ts';

const PLACE = 'this browser';

/** A model in this browser. It is loaded from the cache before the first question; nothing is fetched. */
export function createLocalAccess(setup: LocalSetup, models: LocalModels | null): Access {
  if (models === null) throw new InputError(`${setup.kind} runs in a browser`);
  return {
    place: PLACE,
    speaker: createLocalSpeaker(setup, models),
    mostUnderWay: 1,
    // Pausing does not wait for the loading, which continues.
    async look(signal) {
      let ready = await raceWithAbort(models.ready(setup), signal);
      if (ready.kind === 'gone') ready = await raceWithAbort(models.ready(setup), signal);
      if (ready.kind !== 'done') throw new OracleHalt(ready.reason);
      const { runtime, digest } = ready.value;
      return [
        {
          url: PLACE,
          kind: 'answers',
          milliseconds: 0,
          version: runtime,
          digest,
          models: [setup.model],
          letters: true,
          thinking: false,
        },
      ];
    },
    patience: () => null,
    usable: reports => reports,
    tell: ({ url }) => url,
  };
}

/**
 * When the worker or its device is lost, it is replaced and the same question asked again; if that one is
 * lost without any answer, it gives up.
 */
function createLocalSpeaker(setup: LocalSetup, models: LocalModels): Speaker {
  let lost = 0;
  let halted: OracleHalt | null = null;
  /** Pending questions would load the model once more before they learned that the round is over. */
  const halt = (line: string) => {
    const halting = new OracleHalt(line);
    halted = halting;
    setTimeout(() => {
      halted = null;
    });
    return halting;
  };
  return {
    source: setup.kind,
    model: setup.model,
    async say({ question, wanted, signal }) {
      const request = buildLocalRequest(question, wanted);
      for (;;) {
        if (halted !== null) throw halted;
        const outcome = await models.say(setup, request, signal);
        signal.throwIfAborted();
        if (outcome.kind === 'failed') throw new ServerFailure('status', outcome.reason, 400);
        if (outcome.kind === 'done') {
          lost = 0;
          const { value } = outcome;
          return { utterance: { ...value, thought: false, held: true }, reply: value.text };
        }
        lost++;
        if (lost < 2) continue;
        lost = 0;
        throw halt(describeLostModel(setup, outcome.reason));
      }
    },
  };
}

const describeLostModel = ({ model }: LocalSetup, reason: string): string =>
  `${model} stopped: ${reason}. It was restarted once and stopped again`;

/** WebLLM's generator is broken for small seeds, and a negative one breaks every request after it. */
const MIN_SEED = 1_000;
const SEEDS = 0x7fff_fffe - MIN_SEED;

/** A question as a request to a model in the browser. */
export function buildLocalRequest(question: Question, wanted: Wanted): LocalRequest {
  const { form, texts, mostTokens, temperature, seed } = wanted;
  const isChoice = question.kind === 'choice' && form !== 'completion';
  return {
    messages: toChatMessages(wanted),
    grammar: isChoice ? buildAnswerGrammar(question, form, texts) : getAnswerGrammar(question),
    letters: isChoice && form === 'letter' ? question.options.length : 0,
    mostTokens,
    temperature,
    seed: MIN_SEED + (seed % SEEDS),
  };
}

const getAnswerGrammar = (question: Question): string | null =>
  question.kind === 'completion' ? (question.shape?.grammar ?? null) : null;
