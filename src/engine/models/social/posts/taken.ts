import type { Random } from '../../../core/random.ts';
import { isDistribution, sampleOption } from '../../../core/sampling.ts';
import type { Answer, Source } from '../../../oracle/oracle.ts';
import { FALLBACK, LATE_OPTION } from '../asking/socialDecisions.ts';
import type { SocialQuestion } from '../asking/socialQuestion.ts';

/** Purpose of the choice stream's draw. */
const OPTION = 0;
/** Sources whose probabilities are the policy's and can be recomputed. */
const COMPUTED: ReadonlySet<Source> = new Set(['policy', 'budget']);

/** An answer after checking. */
export interface Taken {
  readonly option: number;
  readonly source: Source;
  readonly probabilities?: readonly number[];
  readonly text?: string;
  readonly reason?: string;
}

/** Checks an answer against the options that are legal now; anything else falls back to scrolling. */
export function checkSocialAnswer(question: SocialQuestion, answer: Answer, choice: Random): Taken {
  const options = question.options.length;
  switch (answer.kind) {
    case 'late':
      return { option: LATE_OPTION, source: 'late' };
    case 'weighed': {
      const { probabilities, source } = answer;
      if (!isDistribution(probabilities, options))
        return createFallbackChoice('no probabilities of the options');
      // If an oracle gives its probabilities, the engine's own generator chooses.
      const u = choice.unit(question.agent, question.tick, OPTION);
      return { option: sampleOption(probabilities, u), source, probabilities };
    }
    case 'chosen': {
      const { option, source, text } = answer;
      if (!(Number.isInteger(option) && option >= 0 && option < options))
        return createFallbackChoice('option outside the set');
      const probabilities = COMPUTED.has(source) ? undefined : answer.probabilities;
      return {
        option,
        source,
        ...(probabilities && { probabilities }),
        ...(text && question.options[option].writes && { text }),
      };
    }
    case 'unusable':
      return createFallbackChoice(answer.reason);
    case 'text':
      return createFallbackChoice('a text where a choice was asked for');
  }
}

const createFallbackChoice = (reason: string): Taken => ({ option: FALLBACK, source: 'fallback', reason });
