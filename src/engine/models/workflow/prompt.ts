import type { Prompt } from '../../oracle/formats/words.ts';
import type { Place } from '../../python/place.ts';
import { str } from '../../python/write.ts';
import { placeWithin } from './inputs/place.ts';
import { fill } from './inputs/template.ts';
import { type AskingStep, keysOf, type Trait, type Workflow } from './inputs/workflow.ts';
import type { WorkflowParameters } from './parameters.ts';
import type { TurnContext } from './turn/context.ts';

/** UTF-16 units of a prompt; anything beyond is cut. */
const LONGEST_PROMPT = 100_000;

/** Traits that are appended to a step's prompt, in order. */
export const traitsOf = ({ traits }: Workflow, { name }: AskingStep): readonly Trait[] =>
  traits.filter(({ injectInto }) => injectInto.includes(name));

/** The step's prompt, then its components, with the variables filled in; other names stay as written. */
export function promptOf(workflow: Workflow, step: AskingStep, context: TurnContext): string {
  const textOf = (name: string) => {
    const value = context.get(name);
    return value === undefined ? null : str(value);
  };
  const parts: string[] = [];
  let room = LONGEST_PROMPT;
  for (const { prompt } of [step, ...traitsOf(workflow, step)]) {
    const filled = fill(prompt, textOf, room).trim();
    parts.push(filled);
    room -= filled.length;
    if (room <= 0) break;
  }
  return parts.join('\n\n');
}

/** Names in braces that are not variables in this turn. */
export function unknownIn(
  workflow: Workflow,
  step: AskingStep,
  context: TurnContext,
): readonly (Place & { readonly name: string })[] {
  const found = new Map<string, Place>();
  for (const { prompt } of [step, ...traitsOf(workflow, step)])
    for (const part of prompt.parts)
      if (part.kind === 'variable' && !found.has(part.name) && !context.has(part.name))
        found.set(part.name, placeWithin(prompt.at, part));
  return [...found].map(([name, place]) => ({ name, ...place }));
}

/** Preamble of an llm step's prompt: the world, and the form of the answer. */
export function systemOfAction({ material, rework, return_fee }: WorkflowParameters): string {
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
export const systemOfChoice = (keys: readonly string[]): string =>
  `You are one of many agents who make artifacts and sell them to each other for scrip. You decide what you do next. Answer with one of these words and nothing else: ${keys.join(', ')}`;

/** The first asking step's prompt, with `{…}` for what a turn fills in. */
export function templateOf(workflow: Workflow, parameters: WorkflowParameters): Prompt {
  const step = workflow.steps.find((step): step is AskingStep => step.type !== 'code');
  if (step === undefined) return { system: systemOfAction(parameters), user: '' };
  return {
    system: step.type === 'llm' ? systemOfAction(parameters) : systemOfChoice(keysOf(step)),
    user: [step, ...traitsOf(workflow, step)]
      .map(({ prompt }) => fill(prompt, () => null).trim())
      .join('\n\n'),
  };
}
