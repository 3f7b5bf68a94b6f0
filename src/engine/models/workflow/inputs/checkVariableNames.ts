import { findNearestWord } from '../../../core/findNearestWord.ts';
import type { Condition as Expression, Program } from '../../../python/program.ts';
import type { Place } from '../../../python/sourcePlace.ts';
import { isMarketVariable } from '../market/marketView.ts';
import { listKnownNames } from './knownNames.ts';
import type { Problems } from './problems.ts';
import { type Anchor, resolveNestedPlace, type Template } from './promptTemplate.ts';
import type { Condition, Workflow } from './workflow.ts';

/** The parts of a workflow that hold conditions, code or prompts. */
export type WorkflowSources = Pick<Workflow, 'edges' | 'steps' | 'traits' | 'artifacts'>;

/** All conditions of a workflow: of edges, steps and traits. */
export const listConditions = ({ edges, steps, traits }: WorkflowSources): readonly Condition[] => [
  ...edges.flatMap(({ condition }) => condition ?? []),
  ...steps.flatMap(({ runIf }) => runIf ?? []),
  ...traits.flatMap(({ condition }) => condition ?? []),
];

/** Warns of names that nothing sets: in conditions, in code and in prompts. */
export function checkVariableNames(problems: Problems, workflow: WorkflowSources): void {
  const known = listKnownNames(workflow.steps);
  const checkReads = (program: Program | Expression, at: Anchor, effect: string): void => {
    for (const { name, ...place } of program.reads)
      if (!known.has(name))
        warnAtPlace(problems, at, place, name, {
          message: `nothing sets “${name}”: ${effect}`,
          meant: findNearestWord(name, known),
        });
  };
  for (const condition of listConditions(workflow))
    checkReads(condition.program, condition, 'the condition is false');
  for (const { program, codeAt } of workflow.artifacts.values())
    checkReads(program, codeAt, 'the artifact will fail here');
  for (const { prompt } of workflow.traits) checkPromptNames(problems, prompt, known);
  for (const step of workflow.steps) {
    if (step.type === 'code') {
      checkReads(step.program, step.codeAt, 'the step will fail here');
      for (const name of step.program.sets)
        if (isMarketVariable(name) && name !== 'success_rate')
          problems.warnAtWord(
            step.codeAt,
            name,
            `“${name}” is set by the world; from here on agents see what this step sets`,
          );
    } else checkPromptNames(problems, step.prompt, known);
  }
}

function checkPromptNames(problems: Problems, prompt: Template, known: ReadonlySet<string>): void {
  const reported = new Set(known);
  for (const part of prompt.parts) {
    if (part.kind === 'text' || reported.has(part.name)) continue;
    if (problems.isFull) return;
    const { name } = part;
    reported.add(name);
    warnAtPlace(problems, prompt.at, part, `{${name}}`, {
      message: `nothing sets “${name}”: the prompt keeps it as written`,
      meant: addBraces(findNearestWord(name, known)),
    });
  }
}

/** Warns of a word at a place; where only the beginning of a value is known, at its first place from there on. */
export function warnAtPlace(
  problems: Problems,
  at: Anchor,
  inside: Place,
  word: string,
  { message, meant }: { readonly message: string; readonly meant: string | null },
): void {
  if (at.isExact) problems.warn(resolveNestedPlace(at, inside), word.length, message, meant);
  else problems.warnAtWord(at, word, message, meant);
}

const addBraces = (name: string | null): string | null => name && `{${name}}`;
