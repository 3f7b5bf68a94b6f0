import { buildChoicePrompt } from '../../engine/oracle/formats/choicePrompt.ts';
import type { Prompt } from '../../engine/oracle/formats/prompt.ts';
import type { DecisionForm, Oracle, Question } from '../../engine/oracle/oracle.ts';
import type { Estimate } from '../../engine/oracle/oracleReport.ts';
import { playRunTicks } from '../../engine/run/playRunTicks.ts';
import type { Run } from '../../engine/run/run.ts';

/** English words in most vocabularies: four characters a token; and a chat's frame around a prompt. */
const CHARACTERS_PER_TOKEN = 4;
const FRAME = 10;
/** Tokens of an answer, by form. */
const ANSWER_TOKENS: Readonly<Record<DecisionForm, number>> = { letter: 1, json: 14, shares: 24 };
const TEXT_TOKENS = 25;
/** Tokens of an answer that is one object with a few words in it. */
const COMPLETION_TOKENS = 60;

/** Rounds of an estimated run, and the form of its questions. */
export interface EstimateOptions {
  readonly rounds: number;
  /** `auto` is taken for letters, unless texts are wanted. */
  readonly form: 'auto' | 'letter' | 'json';
  readonly archetypes: boolean;
  readonly texts: boolean;
}

/**
 * Estimates a run's requests to a model from the same run played by the policy. It is an estimate because the model
 * decides differently.
 * @param rest awaited between rounds
 */
export async function estimateModelUsage(
  run: Run,
  options: EstimateOptions,
  rest: () => Promise<unknown>,
  signal: AbortSignal,
): Promise<Estimate> {
  const counter = new QuestionCounter(run.policy, options);
  await playRunTicks(run, { oracle: counter, until: options.rounds, signal, after: rest });
  return { rounds: run.rounds, ...counter.counts };
}

/** The policy, with a count of what its questions would cost. */
class QuestionCounter implements Oracle {
  readonly name = 'estimate';
  readonly counts = { questions: 0, calls: 0, tokensIn: 0, tokensOut: 0 };
  readonly #policy: Oracle;
  readonly #options: EstimateOptions;
  readonly #known = new Set<string>();

  constructor(policy: Oracle, options: EstimateOptions) {
    this.#policy = policy;
    this.#options = options;
  }

  ask(questions: readonly Question[], signal: AbortSignal) {
    for (const question of questions) this.#count(question);
    return this.#policy.ask(questions, signal);
  }

  #count(question: Question): void {
    const { counts } = this;
    counts.questions++;
    if (question.kind === 'completion') {
      this.#call((question.system?.length ?? 0) + question.prompt.length, COMPLETION_TOKENS);
      return;
    }
    const { archetypes } = this.#options;
    const texts = this.#options.texts && this.#options.form !== 'letter';
    const form = this.#options.form === 'json' || texts ? 'json' : 'letter';
    const kin = archetypes ? question.kin : null;
    const sent: DecisionForm = kin !== null && form === 'json' ? 'shares' : form;
    const prompt = buildChoicePrompt(kin?.question ?? question, sent, texts);
    if (kin !== null && this.#isKnown(prompt)) return;
    this.#call(
      prompt.system.length + prompt.user.length,
      ANSWER_TOKENS[sent] + (sent === 'json' && texts ? TEXT_TOKENS : 0),
    );
  }

  #isKnown({ system, user }: Prompt): boolean {
    const key = `${system}\n${user}`;
    const known = this.#known.has(key);
    this.#known.add(key);
    return known;
  }

  #call(characters: number, answer: number): void {
    this.counts.calls++;
    this.counts.tokensIn += FRAME + Math.ceil(characters / CHARACTERS_PER_TOKEN);
    this.counts.tokensOut += answer;
  }
}
