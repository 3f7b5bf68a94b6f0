import { compilePattern, MAX_PATTERN_TEXT } from '../stateMapping/compilePattern.ts';
import type { TraceStep } from '../traces/traces.ts';
import type { Exemption } from './guardPolicy.ts';

/** Equal calls whose time is remembered, for polling. */
const MAX_POLLED_CALLS = 1_000;

/** True if no rule counts a call. Stateful, since polling is judged by the time of the last equal call: one for each session. */
export function createExemptionTest(exemptions: readonly Exemption[]): (step: TraceStep) => boolean {
  const tests = exemptions.map(({ tool, args, everySeconds }) => ({
    tool: compilePattern(tool),
    args: args === null ? null : compilePattern(args),
    everySeconds,
  }));
  const lastAt = new Map<string, number>();
  const isDue = (step: TraceStep, seconds: number): boolean => {
    // Without times nothing says that the agent waited.
    if (step.at === null) return false;
    const call = `${step.tool} ${step.argsHash}`;
    const last = lastAt.get(call);
    lastAt.delete(call);
    lastAt.set(call, step.at);
    if (lastAt.size > MAX_POLLED_CALLS) lastAt.delete(lastAt.keys().next().value as string);
    return last === undefined || step.at - last >= seconds * 1000;
  };
  return step => {
    const text = (step.args ?? '').slice(0, MAX_PATTERN_TEXT);
    const name = step.tool.slice(0, MAX_PATTERN_TEXT);
    const found = tests.find(({ tool, args }) => tool.test(name) && (args?.test(text) ?? true));
    return found !== undefined && (found.everySeconds === null || isDue(step, found.everySeconds));
  };
}
