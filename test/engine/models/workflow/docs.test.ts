import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readWorkflow } from '../../../../src/engine/models/workflow/inputs/readWorkflow.ts';
import { WORLD_NAMES } from '../../../../src/engine/models/workflow/market/marketView.ts';
import { FLAT, NESTED } from './nestedText.ts';
import { CALM } from './own.ts';
import { action, play } from './playing.ts';

const page = readFileSync(new URL('../../../../docs/workflow.md', import.meta.url), 'utf8');

it('the workflow on the page can be run, except for what it leaves out', () => {
  const { workflow, problems } = readWorkflow(FLAT);
  expect(workflow?.steps.map(({ type }) => type)).toEqual(['code', 'llm']);
  expect(problems.map(({ message }) => message)).toEqual([
    'nothing sets “has_context”: the condition is false',
  ]);
});

it('the nested states on the page can be run, and history leads back to where the agent was', async () => {
  const { workflow, problems } = readWorkflow(NESTED);
  expect(problems).toEqual([]);
  const { states, nesting } = workflow!;
  expect(nesting.leaves.map(leaf => states[leaf])).toEqual([
    ...['observing', 'ideating', 'implementing', 'testing', 'shipping'],
  ]);
  // What comes back broken is mended, and after three failures it observes.
  const answers = ['observe', 'think', 'make', ...Array(9).fill('ship'), 'observe'];
  const parameters = { ...CALM, flaw: 1, ticks: 40 };
  const { run, script } = await play(
    NESTED,
    24,
    answers.map(said => action(said)),
    { parameters },
  );
  const ways = run.machine.agent(0).stateHistory.map(({ fromState, toState }) => `${fromState} > ${toState}`);
  expect(ways.slice(0, 3)).toEqual([
    'observing > ideating',
    'ideating > implementing',
    'implementing > testing',
  ]);
  expect(ways.filter(way => way.startsWith('observing > ')).slice(1)).toContain('observing > testing');
  expect(script.prompts[1]).toBe('You are ideating. In hand: none.');
});

it('the page names every variable that the world provides', () => {
  const table = page.slice(page.indexOf('## Variables that agents see'), page.indexOf('## The market'));
  for (const name of WORLD_NAMES) expect(table).toContain(`\`${name}\``);
});
