import { cleanTextLine } from '../../../core/cleanTextLine.ts';
import type { WhyLink } from '../../../model/whyLink.ts';
import { SAY } from '../../../traces/traces.ts';
import { findEndingCycle } from '../discovery/loops.ts';
import { mergeRepeatedNames } from '../discovery/variants.ts';
import type { RecordedState } from '../recordedState.ts';
import { buildCaseTrace } from './buildCaseTrace.ts';
import type { PlacedStep } from './recordedQueries.ts';

/** Maximum length of a quoted text in UTF-16 units. */
const MAX_QUOTED_RESULT_LENGTH = 120;
/** Maximum number of similar calls that are listed one by one. */
const MOST_CALLS = 3;

/** Record of a case in the last sealed tick, with its loop and its earlier equal calls. */
export function explainRecordedStep(state: RecordedState, agent: number): readonly WhyLink[] {
  const { steps } = buildCaseTrace(state, agent, state.sealed);
  const now = steps.filter(({ tick }) => tick === state.sealed).reverse();
  return now.flatMap(step => [
    createRecordedLink(step, agent, 'recorded'),
    ...buildStateLoopLinks(steps, step, agent),
    ...buildEarlierCallLinks(steps, step, agent),
  ]);
}

/** The loop between states in which a step is: that which its stay in its state has come round. */
function buildStateLoopLinks(
  steps: readonly PlacedStep[],
  step: PlacedStep,
  agent: number,
): readonly WhyLink[] {
  const loop = findEndingCycle(mergeRepeatedNames(steps.slice(0, step.number).map(({ state }) => state)));
  if (loop === null) return [];
  const { path, count } = loop;
  const times = count === 1 ? 'for the first time' : `${count} times so far`;
  return [
    {
      ...{ tick: step.tick, agent, kind: 'loop', about: `step_${step.number}`, numbers: { times: count } },
      said: `it is back in ${cleanTextLine(step.state, MAX_QUOTED_RESULT_LENGTH)}, round ${cleanTextLine(path.join(' → '), MAX_QUOTED_RESULT_LENGTH)}, ${times}`,
    },
  ];
}

/** The chain of the same call, made earlier; the latest first. */
function buildEarlierCallLinks(
  steps: readonly PlacedStep[],
  { repeats }: PlacedStep,
  agent: number,
): readonly WhyLink[] {
  const same: PlacedStep[] = [];
  for (let before = repeats; before !== null; ) {
    const step = steps[before.number - 1];
    same.push(step);
    before = step.repeats;
  }
  const links = same.slice(0, MOST_CALLS).map(step => createRecordedLink(step, agent, 'same_call'));
  const first = same.at(-1);
  const more = same.length - links.length;
  if (first === undefined || more === 0) return links;
  const said = `the same call ${more === 1 ? 'once' : `${more} times`} before that, first in step ${first.number}`;
  return [...links, { ...createRecordedLink(first, agent, 'same_call'), said }];
}

function createRecordedLink({ tick, number, step }: PlacedStep, agent: number, kind: string): WhyLink {
  const { tool, args } = step;
  const called = tool === SAY ? 'a message' : `${tool}${args === null ? '' : ` ${args}`}`;
  const came = describeStepResult(step).map(words => cleanTextLine(words, MAX_QUOTED_RESULT_LENGTH));
  return {
    ...{ tick, agent, kind, about: `step_${number}`, numbers: {} },
    said: `step ${number}, as recorded: ${cleanTextLine(called, MAX_QUOTED_RESULT_LENGTH)}${came.length === 0 ? '' : `: ${came.join(', ')}`}`,
  };
}

/** Result of a step; for a message, its text. */
function describeStepResult({ tool, result, error, failed, answer }: PlacedStep['step']): readonly string[] {
  const words = error ?? result ?? (tool === SAY ? answer : null);
  return [
    ...(error !== null ? ['error'] : failed === true ? ['failed'] : []),
    ...(words === null ? [] : [words]),
  ];
}
