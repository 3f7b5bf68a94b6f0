import type { Prompt } from '../../oracle/formats/prompt.ts';
import type { Place } from '../../python/sourcePlace.ts';
import { toPyString } from '../../python/toPyRepr.ts';
import { compareAskedAnswers } from './inputs/askedAnswers.ts';
import {
  fillTemplate,
  measureFilledTemplate,
  resolveNestedPlace,
  type Template,
} from './inputs/promptTemplate.ts';
import {
  type AskingStep,
  listAnswerKeys,
  listQuestionPrompts,
  listStepTraits,
  type Trait,
  type TransitionStep,
  type Workflow,
} from './inputs/workflow.ts';
import type { TurnContext } from './turn/turnContext.ts';
import type { WorkflowParameters } from './workflowParameters.ts';

/** UTF-16 units of a prompt; anything beyond is cut. */
const MAX_PROMPT_LENGTH = 100_000;
/** Separator of the prompts of a step and its traits. */
const SEPARATOR = '\n\n';

/** Answers to a transition step that its prompts ask for: the keys of its map, unless they disagree. */
export const listAskedAnswers = (step: TransitionStep, traits: readonly Trait[]): readonly string[] =>
  compareAskedAnswers(listQuestionPrompts(step, traits), listAnswerKeys(step)).answers;

/** A question's prompts with the variables filled in; other names stay as written. */
export function buildWorkflowPrompt(prompts: readonly Template[], context: TurnContext): string {
  const textOf = createVariableWriter(context);
  const parts: string[] = [];
  let room = MAX_PROMPT_LENGTH;
  for (const prompt of prompts) {
    const filled = fillTemplate(prompt, textOf, room).trim();
    parts.push(filled);
    room -= filled.length;
    if (room <= 0) break;
  }
  return parts.join(SEPARATOR);
}

/** UTF-16 units of `buildWorkflowPrompt`, without the text. */
export function measureWorkflowPrompt(prompts: readonly Template[], context: TurnContext): number {
  const textOf = createVariableWriter(context);
  let length = -SEPARATOR.length;
  let filled = 0;
  for (const prompt of prompts) {
    const measured = measureFilledTemplate(prompt, textOf);
    filled += measured.length;
    length += SEPARATOR.length + measured.trimmed;
  }
  return filled < MAX_PROMPT_LENGTH ? length : buildWorkflowPrompt(prompts, context).length;
}

const createVariableWriter =
  (context: TurnContext) =>
  (name: string): string | null => {
    const value = context.get(name);
    return value === undefined ? null : toPyString(value);
  };

const NOTHING_UNKNOWN: readonly (Place & { readonly name: string })[] = [];

/** Names in braces that are not variables in this turn. */
export function findUnknownVariables(
  prompts: readonly Template[],
  context: TurnContext,
): readonly (Place & { readonly name: string })[] {
  let found: Map<string, Place> | null = null;
  for (const prompt of prompts)
    for (const part of prompt.parts)
      if (part.kind === 'variable' && !context.has(part.name) && !found?.has(part.name)) {
        found ??= new Map();
        found.set(part.name, resolveNestedPlace(prompt.at, part));
      }
  return found === null ? NOTHING_UNKNOWN : [...found].map(([name, place]) => ({ name, ...place }));
}

/** Preamble of an llm step's prompt: the world, and the form of the answer. */
export function buildActionSystem({ material, rework, return_fee }: WorkflowParameters): string {
  const fee = return_fee > 0 ? `, which costs you ${return_fee} scrip` : '';
  return `You are one of many agents who make artifacts and sell them to each other for scrip. You can have one artifact in hand. In each turn you do one thing:
- observe: look at the market
- think: note an idea
- make: make a new artifact for ${material} scrip; what is in hand is dropped; it may be flawed
- test: find out whether the artifact in hand works
- rework: mend the artifact in hand for ${rework} scrip; test it again afterwards
- ship: offer the artifact in hand; a buyer pays its price, and sends it back if it is broken${fee}
- wait: do nothing

Answer with one JSON object and nothing else, for example:
{"action": "make", "note": "one short sentence"}`;
}

/** Preamble of a transition step's prompt. */
export const buildChoiceSystem = (keys: readonly string[]): string =>
  `You are one of many agents who make artifacts and sell them to each other for scrip. You decide what you do next. Answer with one of these words and nothing else: ${keys.join(', ')}`;

/** The first asking step's prompt, with `{…}` for what a turn fills in, and all that may be injected into it. */
export function buildWorkflowTemplate(workflow: Workflow, parameters: WorkflowParameters): Prompt {
  const step = workflow.steps.find((step): step is AskingStep => step.type !== 'code');
  if (step === undefined) return { system: buildActionSystem(parameters), user: '' };
  return {
    system: step.type === 'llm' ? buildActionSystem(parameters) : buildChoiceSystem(listAnswerKeys(step)),
    user: listQuestionPrompts(step, listStepTraits(workflow, step))
      .map(prompt => fillTemplate(prompt, () => null).trim())
      .join(SEPARATOR),
  };
}
