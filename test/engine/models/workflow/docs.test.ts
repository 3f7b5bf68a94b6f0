import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readWorkflow } from '../../../../src/engine/models/workflow/inputs/read.ts';
import { WORLD_NAMES } from '../../../../src/engine/models/workflow/world/names.ts';

const page = readFileSync(new URL('../../../../docs/workflow.md', import.meta.url), 'utf8');

it('what the page shows as a workflow can be run, but for what it leaves out', () => {
  const [, text] = /```yaml\n([\s\S]*?)```/.exec(page)!;
  const { workflow, problems } = readWorkflow(text);
  expect(workflow?.steps.map(({ type }) => type)).toEqual(['code', 'llm']);
  expect(problems.map(({ message }) => message)).toEqual([
    'nothing sets “has_context”: the condition is false',
  ]);
});

it('the page names every variable that the world tells', () => {
  const table = page.slice(page.indexOf('## What agents see'), page.indexOf('## The world'));
  for (const name of WORLD_NAMES) expect(table).toContain(`\`${name}\``);
});
