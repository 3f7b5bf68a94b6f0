import { findNearestWord } from '../../../core/findNearestWord.ts';
import type { Place } from '../../../python/place.ts';
import { isMarketVariable, WORLD_NAMES } from '../world/names.ts';
import { type Anchor, resolveNestedPlace } from './place.ts';
import type { Problems } from './problems.ts';
import type { Template } from './template.ts';
import type { CodeStep, Condition, Workflow } from './workflow.ts';

/** Warns of names that nothing sets: in conditions, in code and in prompts. */
export function checkVariableNames(
  problems: Problems,
  workflow: Pick<Workflow, 'edges' | 'steps' | 'traits'>,
): void {
  const set = new Set(workflow.steps.flatMap(step => (step.type === 'code' ? step.program.sets : [])));
  const known = new Set([...WORLD_NAMES, ...set]);
  const ofCondition = (condition: Condition | null) => {
    if (condition === null) return;
    for (const { name, line, column } of condition.program.reads)
      if (!known.has(name))
        warnAtPlace(problems, condition, { line, column }, name.length, {
          message: `nothing sets “${name}”: the condition is false`,
          meant: findNearestWord(name, known),
        });
  };
  for (const { condition } of workflow.edges) ofCondition(condition);
  for (const { prompt } of workflow.traits) checkPromptNames(problems, prompt, known);
  for (const step of workflow.steps) {
    ofCondition(step.runIf);
    if (step.type === 'code') {
      checkCodeNames(problems, step, known);
      for (const name of step.program.sets)
        if (isMarketVariable(name) && name !== 'success_rate')
          problems.warn(
            step.codeAt,
            0,
            `“${name}” is set by the world; from here on agents see what this step sets`,
          );
    } else checkPromptNames(problems, step.prompt, known);
  }
}

function checkCodeNames(problems: Problems, { program, codeAt }: CodeStep, known: ReadonlySet<string>): void {
  for (const { name, ...place } of program.reads)
    if (!known.has(name))
      warnAtPlace(problems, codeAt, place, name.length, {
        message: `nothing sets “${name}”: the step will fail here`,
        meant: findNearestWord(name, known),
      });
}

function checkPromptNames(problems: Problems, prompt: Template, known: ReadonlySet<string>): void {
  const told = new Set(known);
  for (const part of prompt.parts) {
    if (part.kind === 'text' || told.has(part.name)) continue;
    if (problems.isFull) return;
    const { name } = part;
    told.add(name);
    warnAtPlace(problems, prompt.at, part, name.length + 2, {
      message: `nothing sets “${name}”: the prompt keeps it as written`,
      meant: addBraces(findNearestWord(name, known)),
    });
  }
}

/** Warns at a place; no correction is offered where only the beginning of a value is known. */
function warnAtPlace(
  problems: Problems,
  at: Anchor,
  inside: Place,
  length: number,
  { message, meant }: { readonly message: string; readonly meant: string | null },
): void {
  problems.warn(resolveNestedPlace(at, inside), at.isExact ? length : 0, message, at.isExact ? meant : null);
}

const addBraces = (name: string | null): string | null => name && `{${name}}`;
