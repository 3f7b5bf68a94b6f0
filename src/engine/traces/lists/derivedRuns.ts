import { parseTraceTime } from '../times.ts';
import { createValueReader, type ValueFormat } from '../traceReading.ts';
import { createStepDraft, type StepDraft } from '../traceSteps.ts';
import type { TraceStep } from '../traces.ts';
import { getListField, getNumberField, getPathValue, getTextField, isFieldsObject } from '../values.ts';
import { parseSuccessOutcome } from './messageList.ts';

/** Runs in the short form that this program's own sets are kept in: `{run, outcome, steps: [{tool, args_hash, …}]}`. */
export const DERIVED_RUNS: ValueFormat = {
  name: 'runs',
  fits: value =>
    getTextField(value, 'run') !== null &&
    Array.isArray(getPathValue(value, 'steps')) &&
    getListField(value, 'steps').every(step => getTextField(step, 'tool') !== null),
  open: sink =>
    createValueReader((value, place) => {
      const counted = /^(?:exact|estimated|none)$/.exec(getTextField(value, 'tokens') ?? '')?.[0];
      const labels = Object.fromEntries(
        ['set', 'task', 'model', 'domain'].map(name => [name, getTextField(value, name)]),
      );
      sink.add(
        {
          id: getTextField(value, 'run') ?? place.file,
          outcome: parseSuccessOutcome(getPathValue(value, 'outcome')),
          reward: getNumberField(value, 'reward'),
          end: getTextField(value, 'end'),
          ...(counted === undefined ? {} : { tokens: counted as 'exact' | 'estimated' | 'none' }),
          labels,
          steps: getListField(value, 'steps').filter(isFieldsObject).map(buildDerivedStep),
        },
        place,
      );
    }),
};

function buildDerivedStep(step: unknown): StepDraft {
  const error = getPathValue(step, 'error');
  const failed: TraceStep['failed'] =
    typeof error === 'boolean' ? error : error === undefined ? null : error === 1;
  return createStepDraft({
    tool: getTextField(step, 'tool') ?? '',
    state: getTextField(step, 'state'),
    args: getPathValue(step, 'args'),
    argsHash: getTextField(step, 'args_hash'),
    result: getPathValue(step, 'result') ?? null,
    resultHash: getTextField(step, 'result_hash'),
    failed,
    at: parseTraceTime(getPathValue(step, 't')),
    tokensIn: getNumberField(step, 'tokens_in'),
    tokensOut: getNumberField(step, 'tokens_out'),
    usd: getNumberField(step, 'usd'),
  });
}
