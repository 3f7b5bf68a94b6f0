import { parseCodeStep } from '../../../src/engine/python/parse.ts';
import { runCode } from '../../../src/engine/python/runCode.ts';
import { toPyRepr } from '../../../src/engine/python/toPyRepr.ts';
import type { PyValue } from '../../../src/engine/python/value.ts';

/** The repr of the variable `out` after a code step; the first message where it is refused or fails. */
export function outOf(source: string, context: Map<string, PyValue> = new Map()): string {
  const parsed = parseCodeStep(source);
  if (parsed.kind === 'refused') return parsed.problems[0].message;
  const outcome = runCode(parsed.program, context);
  if (outcome.kind === 'failed') return outcome.problem.message;
  return toPyRepr(context.get('out') ?? null);
}
