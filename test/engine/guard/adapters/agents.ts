import { createGuard } from '../../../../src/engine/guard/index.ts';

/** A guard that advises at the third equal call, and stops at the fourth. */
export const guardOf = (part: object = {}) =>
  createGuard(
    {
      ...{ format: 'statescope-guard', version: 1, name: 'ours' },
      rules: [
        {
          id: 'same',
          when: { rule: 'in_a_row', threshold: 3, compare: 'result' },
          advise: 'Look elsewhere.',
        },
      ],
      ...part,
    },
    's',
  );

/** The move of a played model: arguments of the one tool, or its last text. @param prompt everything that the model sees */
export type Mind = (calls: number, prompt: string) => { readonly file: string } | { readonly text: string };

/** A model that reads the same file for ever, but answers if it is not allowed to call anything. */
export const createLoop = (): Mind => () => ({ file: 'a.ts' });

/** The same, until it is advised. */
export function createObedientLoop(): Mind {
  let isAdvised = false;
  return (calls, prompt) => {
    isAdvised ||= prompt.includes('Look elsewhere.');
    if (!isAdvised) return { file: 'a.ts' };
    return calls < 6 ? { file: `${calls}.ts` } : { text: 'mended' };
  };
}

/** A model that reads ten different files. */
export const createHealthyMind = (): Mind => calls =>
  calls < 10 ? { file: `${calls}.ts` } : { text: 'read' };

/** An agent that was run: its calls that ran, and its last text. */
export interface AgentOutcome {
  readonly files: readonly string[];
  readonly text: string;
}
