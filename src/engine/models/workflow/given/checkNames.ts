import { isScalar, type Node } from 'yaml';
import { isWorldName, WORLD_NAMES } from '../world/names.ts';
import { nearest } from './near.ts';
import type { Problems } from './problems.ts';
import type { ReadStep } from './readSteps.ts';
import type { Template } from './template.ts';
import { type Condition, placeWithin, type Workflow } from './workflow.ts';

/** Warns of names that nothing sets: of those in conditions, in code and in prompts. */
export function checkNames(problems: Problems, workflow: Workflow, steps: readonly ReadStep[]): void {
  const set = new Set(steps.flatMap(({ step }) => (step.type === 'code' ? step.program.sets : [])));
  const known = new Set([...WORLD_NAMES, ...set]);
  const ofCondition = (condition: Condition | null) => {
    if (condition === null) return;
    for (const { name, line, column } of condition.program.reads)
      if (!known.has(name)) {
        problems.warn(
          placeWithin(condition, { line, column }),
          name.length,
          `nothing sets “${name}”: the condition is false`,
          nearest(name, known),
        );
      }
  };
  for (const { condition } of workflow.edges) ofCondition(condition);
  for (const { prompt } of workflow.traits) ofPrompt(problems, prompt, known);
  for (const { step, body } of steps) {
    ofCondition(step.runIf);
    if (step.type === 'code') {
      ofCode(problems, step.program.reads, body, known);
      for (const name of step.program.sets)
        if (isWorldName(name) && name !== 'success_rate')
          problems.warn(
            step.codeAt,
            0,
            `“${name}” is told by the world; from here on agents see what this step sets`,
          );
    } else ofPrompt(problems, step.prompt, known);
  }
}

function ofCode(
  problems: Problems,
  reads: readonly { readonly name: string; readonly line: number; readonly column: number }[],
  body: Node | null,
  known: ReadonlySet<string>,
): void {
  if (!isScalar(body)) return;
  for (const { name, line, column } of reads)
    if (!known.has(name))
      problems.warn(
        problems.inside(body, { line, column }),
        name.length,
        `nothing sets “${name}”: the step will fail here`,
        nearest(name, known),
      );
}

function ofPrompt(problems: Problems, prompt: Template, known: ReadonlySet<string>): void {
  const told = new Set(known);
  for (const part of prompt.parts) {
    if (part.kind === 'text' || told.has(part.name)) continue;
    if (problems.isFull) return;
    const { name } = part;
    told.add(name);
    problems.warn(
      placeWithin(prompt.at, part),
      name.length + 2,
      `nothing sets “${name}”: it stays as it stands here`,
      withBraces(nearest(name, known)),
    );
  }
}

const withBraces = (name: string | null): string | null => name && `{${name}}`;
