import { expect, it } from 'vitest';
import {
  createGuard,
  guardLangChain,
  guardOpenAiAgents,
  guardTools,
} from '../../../src/engine/guard/index.ts';

const POLICY = { format: 'statescope-guard', version: 1, name: 'careful', budgets: { calls: 3 } };
const any = (value: unknown) => value as never;

it('says what is missing, and which argument comes first', () => {
  expect(() => createGuard(POLICY, any(undefined))).toThrow(
    "needs the session's id after the policy, not missing",
  );
  const guard = createGuard(POLICY, 'one');
  const tools = { look: { execute: () => 1 } };
  expect(Object.keys(guardTools(guard, tools))).toEqual(['look']);
  expect(() => guardTools(any(tools), any(guard))).toThrow('guardTools takes a guard first');
  expect(() => guardTools(guard, any(null))).toThrow('takes tools by name after the guard, not null');
  expect(() => guardOpenAiAgents(guard, any({}))).toThrow(
    'takes a list of tools after the guard, not an object',
  );
  expect(() => guardLangChain(guard, any(undefined))).toThrow('takes the package langchain');
});
