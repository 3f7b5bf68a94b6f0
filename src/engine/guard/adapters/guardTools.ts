import { checkFunctions, checkOptions, describeValue } from '../../core/checkOptions.ts';
import { InputError } from '../../core/errors.ts';
import type { Guard, GuardDecision } from '../guard.ts';
import type { GuardCall, GuardResult } from '../guardCall.ts';

/** Options of a guarded agent. */
export interface GuardedToolsOptions {
  /** Asks a person whether a call may run; without it such a call is refused. */
  readonly askPerson?: (question: string, call: GuardCall) => boolean | Promise<boolean>;
  /** Clock in milliseconds since 1970, for times in phases and budgets of minutes; none when absent. */
  readonly now?: () => number;
}

/** A tool as agent frameworks have it: a function of its input and of facts about the call. */
interface ExecutableTool {
  // Method syntax: each framework narrows the facts in its own way.
  execute?(input: never, options: never): unknown;
}

/** Text for the model in place of a refused call's result. */
const REFUSED_BY_PERSON = 'A person refused this call. Do something else, or finish.';

/**
 * Runs a call under a guard.
 * @param run the call itself
 * @returns its result, with advice at its end if there is some; for a call that must not run, the reason
 */
export async function runGuardedCall(
  guard: Guard,
  call: GuardCall,
  run: () => unknown,
  { askPerson, now }: GuardedToolsOptions = {},
): Promise<unknown> {
  const timed = now === undefined ? call : { ...call, at: now() };
  const asked = guard.before(timed);
  const refusal = await explainRefusal(guard, asked, timed, askPerson);
  if (refusal !== null) return refusal;
  const end = () => (now === undefined ? {} : { until: now() });
  try {
    const output = await run();
    const followed = guard.after(timed, { ...readOutput(output), ...end() });
    return appendAdvice(output, [asked, followed]);
  } catch (error) {
    guard.after(timed, { output: String(error), failed: true, ...end() });
    throw error;
  }
}

/**
 * @throws InputError for anything but a guard, as where arguments were swapped, for options that are not known, and for a
 * limit of minutes without a clock
 */
export function checkGuard(guard: Guard, options: GuardedToolsOptions, place: string): void {
  if (typeof guard?.before !== 'function')
    throw new InputError(
      `${place} takes a guard first, as createGuard() gives it, not ${describeValue(guard)}`,
    );
  checkOptions(options, place, ['askPerson', 'now']);
  checkFunctions(options, place, ['askPerson', 'now']);
  if (guard.needsTimes && options.now === undefined)
    throw new InputError(
      `the policy limits minutes, and ${place} has no clock: give it { now }, a function of milliseconds since 1970`,
    );
}

/** @throws InputError for tools of which a guard could hold none: it would be taken for a guarded agent */
export function checkGuarded(names: readonly string[], guarded: number, place: string, run: string): void {
  if (names.length > 0 && guarded === 0)
    throw new InputError(
      `${place} would guard nothing: ${names.join(', ')} ${names.length === 1 ? 'has' : 'have'} no function ${run}, so ${names.length === 1 ? 'it runs' : 'they run'} elsewhere`,
    );
}

/**
 * Tools that a guard watches, under the same names: of the AI SDK, of Mastra, and of all that have `execute`. They are typed as
 * they were, for frameworks that hand results on to a model; a program that reads a result itself has to know: that of a call
 * that must not run is a text, and advice makes `{ result, guard }` of a result that is not a text.
 */
export function guardTools<Tools extends Readonly<Record<string, ExecutableTool>>>(
  guard: Guard,
  tools: Tools,
  options: GuardedToolsOptions = {},
): Tools {
  checkGuard(guard, options, 'guardTools');
  if (typeof tools !== 'object' || tools === null || Array.isArray(tools))
    throw new InputError(`guardTools takes tools by name after the guard, not ${describeValue(tools)}`);
  const names = Object.keys(tools);
  const canRun = (name: string) => typeof tools[name]?.execute === 'function';
  checkGuarded(names, names.filter(canRun).length, 'guardTools', 'execute');
  const guarded = Object.entries(tools).map(([name, tool]) => {
    const { execute } = tool;
    if (execute === undefined) return [name, tool];
    const watched = (input: never, facts: never) => {
      const id = (facts as { readonly toolCallId?: unknown } | undefined)?.toolCallId;
      const call = { ...(typeof id === 'string' && { id }), tool: name, args: input ?? ({} as unknown) };
      return runGuardedCall(guard, call, () => execute.call(tool, input, facts), options);
    };
    return [name, Object.assign(Object.create(Object.getPrototypeOf(tool)), tool, { execute: watched })];
  });
  return Object.fromEntries(guarded);
}

/** @returns null for a call that may run */
async function explainRefusal(
  guard: Guard,
  { action, text }: GuardDecision,
  call: GuardCall,
  askPerson: GuardedToolsOptions['askPerson'],
): Promise<string | null> {
  if (action === 'stop' || action === 'refuse') return text;
  if (action !== 'ask') return null;
  if (askPerson !== undefined && (await askPerson(text, call))) return null;
  guard.cancel(call);
  return askPerson === undefined ? text : REFUSED_BY_PERSON;
}

/** True for streams, generators, maps and bytes: JSON says nothing of them, and nothing can be put next to them. */
const isOpaque = (output: unknown): boolean =>
  typeof output === 'object' &&
  output !== null &&
  !Array.isArray(output) &&
  (Symbol.iterator in output || Symbol.asyncIterator in output);

/** Outputs so far whose content no JSON has. */
let opaque = 0;

/** An output for a guard; one whose content it cannot see is equal to no other, so that none is stopped for it. */
const readOutput = (output: unknown): Pick<GuardResult, 'output' | 'outputHash'> =>
  isOpaque(output) ? { outputHash: `opaque ${++opaque}` } : { output };

/** Advice stands at the end of a text, and next to any other result. A question is for a person, not for the model. */
function appendAdvice(output: unknown, decisions: readonly GuardDecision[]): unknown {
  const advice = decisions
    .flatMap(({ action, text }) => (action === 'advise' || action === 'stop' ? [text] : []))
    .join('\n');
  // A stream stays what it is: the advice is in the agent's state.
  if (advice === '' || isOpaque(output)) return output;
  return typeof output === 'string' ? `${output}\n\n${advice}` : { result: output, guard: advice };
}
