import { type ValueFormat, valueByValue } from '../reading.ts';
import { type StepDraft, stepOf } from '../steps.ts';
import { timeOf } from '../times.ts';
import type { TraceStep } from '../traces.ts';
import { at, isFields, listAt, numberAt, textAt } from '../values.ts';
import { outcomeOf } from './messageList.ts';

/** Runs in the short form that this program's own sets are kept in: `{run, outcome, steps: [{tool, args_hash, …}]}`. */
export const DERIVED_RUNS: ValueFormat = {
  name: 'runs',
  fits: value =>
    textAt(value, 'run') !== null &&
    Array.isArray(at(value, 'steps')) &&
    listAt(value, 'steps').every(step => textAt(step, 'tool') !== null),
  open: sink =>
    valueByValue((value, place) => {
      const counted = /^(?:exact|estimated|none)$/.exec(textAt(value, 'tokens') ?? '')?.[0];
      const labels = Object.fromEntries(
        ['set', 'task', 'model', 'domain'].map(name => [name, textAt(value, name)]),
      );
      sink.add(
        {
          id: textAt(value, 'run') ?? place.file,
          outcome: outcomeOf(at(value, 'outcome')),
          reward: numberAt(value, 'reward'),
          end: textAt(value, 'end'),
          ...(counted === undefined ? {} : { tokens: counted as 'exact' | 'estimated' | 'none' }),
          labels,
          steps: listAt(value, 'steps').filter(isFields).map(derivedStep),
        },
        place,
      );
    }),
};

function derivedStep(step: unknown): StepDraft {
  const error = at(step, 'error');
  const failed: TraceStep['failed'] =
    typeof error === 'boolean' ? error : error === undefined ? null : error === 1;
  return stepOf({
    tool: textAt(step, 'tool') ?? '',
    state: textAt(step, 'state'),
    args: at(step, 'args'),
    argsHash: textAt(step, 'args_hash'),
    result: at(step, 'result') ?? null,
    resultHash: textAt(step, 'result_hash'),
    failed,
    at: timeOf(at(step, 't')),
    tokensIn: numberAt(step, 'tokens_in'),
    tokensOut: numberAt(step, 'tokens_out'),
    usd: numberAt(step, 'usd'),
  });
}
