import { checkFunctions, checkOptions, describeValue } from '../../core/checkOptions.ts';
import { InputError } from '../../core/errors.ts';
import { computeTextKey } from '../../core/hashing/computeTextKey.ts';
import { serializeStepValue } from '../../traces/traceSteps.ts';
import type { Guard } from '../guard.ts';
import type { GuardCall, GuardResult } from '../guardCall.ts';
import type { GuardDecision } from '../guardDecision.ts';

/** Options of a guarded agent. */
export interface GuardedToolsOptions {
  /** Asks a person whether a call may run: true alone lets it. Without it such a call is refused. */
  readonly askPerson?: (question: string, call: GuardCall) => boolean | Promise<boolean>;
  /** Clock in milliseconds since 1970, for times in phases and budgets of minutes; none when absent. */
  readonly now?: () => number;
}

/** A tool as agent frameworks have it: a function of its input and of facts about the call. */
interface ExecutableTool {
  // Method syntax: each framework narrows the facts in its own way.
  execute?(input: never, options: never): unknown;
  /** Of the AI SDK: the result as the model gets it. */
  toModelOutput?(result: never): unknown;
}

/** Texts for the model in place of a refused call's result. */
const REFUSED_BY_NOBODY =
  'This call needs a person’s leave, and nobody can be asked: it did not run. Do something else, or finish.';
const REFUSED_BY_PERSON = 'A person refused this call. Do something else, or finish.';

/**
 * Runs a call under a guard.
 * @param run the call itself
 * @returns its result, with advice at its end if there is some; for a call that must not run, the reason. What comes in pieces
 * (an async iterable) is handed on piece by piece.
 */
export function runGuardedCall(
  guard: Guard,
  call: GuardCall,
  run: () => unknown,
  options: GuardedToolsOptions = {},
): Promise<unknown> | AsyncIterable<unknown> {
  const { askPerson, now } = options;
  const at = readClock(guard, now);
  const timed = at === undefined ? call : { ...call, at };
  const asked = guard.before(timed);
  const end = () => {
    const until = readClock(guard, now);
    return until === undefined ? {} : { until };
  };
  const result = { guard, call: timed, asked, end };
  if (asked.action !== 'allow' && asked.action !== 'advise')
    return explainRefusal(guard, asked, timed, askPerson).then(refusal =>
      refusal === null ? finishCall(result, run) : markAsGuards(refusal),
    );
  // Called here and now, for what comes in pieces to be given at once: frameworks look whether it is such.
  const begun = begin(run);
  return isAsyncIterable(begun.value) ? followPieces(result, begun.value) : finishCall(result, begun.finish);
}

/** Today in seconds since 1970, 2001 to 2286: as milliseconds it would be in January or April 1970. */
const SECONDS = [1e9, 1e10] as const;

/** The time by a clock; undefined for none, and for one in seconds, which is a fault. */
function readClock(guard: Guard, now: GuardedToolsOptions['now']): number | undefined {
  const time = now?.();
  if (time === undefined || !(time >= SECONDS[0] && time < SECONDS[1])) return time;
  guard.noteFault(
    'now gives seconds, and needs milliseconds since 1970, as Date.now does: times are left out',
  );
  return undefined;
}

/** A call under way. */
interface CallUnderWay {
  readonly guard: Guard;
  readonly call: GuardCall;
  readonly asked: GuardDecision;
  /** Time of its end, if there is a clock. */
  end(): Pick<GuardResult, 'until'>;
}

/** Calls a function; an error waits until its result is wanted. */
function begin(run: () => unknown): { readonly value: unknown; readonly finish: () => unknown } {
  try {
    const value = run();
    return { value, finish: () => value };
  } catch (error) {
    return {
      value: undefined,
      finish: () => {
        throw error;
      },
    };
  }
}

const isAsyncIterable = (value: unknown): value is AsyncIterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value;

async function finishCall({ guard, call, asked, end }: CallUnderWay, run: () => unknown): Promise<unknown> {
  try {
    const output = await run();
    return appendAdvice(output, [asked, guard.after(call, { output, ...end() })]);
  } catch (error) {
    const followed = guard.after(call, { output: String(error), failed: true, ...end() });
    throw adviseOnError(error, [asked, followed]);
  }
}

/** An error with advice at the end of its message, which frameworks hand to the model; anything else stays what it is. */
function adviseOnError(error: unknown, decisions: readonly GuardDecision[]): unknown {
  const advice = listAdvice(decisions);
  if (advice === '' || !(error instanceof Error)) return error;
  try {
    error.message = `${error.message}\n\n${advice}`;
  } catch {
    // Its message cannot be changed: the advice is in the agent's state.
  }
  return error;
}

/** Pieces as they come. The last one is the result, as the AI SDK has it; advice stands at the end of a text. */
async function* followPieces(
  { guard, call, asked, end }: CallUnderWay,
  pieces: AsyncIterable<unknown>,
): AsyncGenerator<unknown> {
  let last: unknown;
  // All pieces together are what two results are compared by: the last of two streams may be equal by chance.
  let outputHash = '';
  let isEnded = false;
  try {
    for await (const piece of pieces) {
      last = piece;
      outputHash = computeTextKey(`${outputHash} ${serializeStepValue(piece)}`);
      yield piece;
    }
    isEnded = true;
    const followed = guard.after(call, { output: last, outputHash, ...end() });
    if (typeof last === 'string') {
      const advised = appendAdvice(last, [asked, followed]);
      if (advised !== last) yield advised;
    }
  } catch (error) {
    if (!isEnded) guard.after(call, { output: String(error), failed: true, ...end() });
    isEnded = true;
    throw error;
  } finally {
    // Nobody wanted the rest: what was read of it is what can be compared.
    if (!isEnded) guard.after(call, { outputHash, ...end() });
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
      `the policy ${guard.needsTimes}, and ${place} has no clock: give it { now }, a function of milliseconds since 1970`,
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
  return watchTools(guard, tools, options, 'guardTools');
}

/** @param place the function that was called, for messages */
export function watchTools<Tools extends Readonly<Record<string, ExecutableTool>>>(
  guard: Guard,
  tools: Tools,
  options: GuardedToolsOptions,
  place: string,
): Tools {
  checkGuard(guard, options, place);
  if (typeof tools !== 'object' || tools === null || Array.isArray(tools))
    throw new InputError(`${place} takes tools by name after the guard, not ${describeValue(tools)}`);
  const names = Object.keys(tools);
  const canRun = (name: string) => typeof tools[name]?.execute === 'function';
  checkGuarded(names, names.filter(canRun).length, place, 'execute');
  const twice = Object.entries(tools).find(
    ([, { execute }]) => execute !== undefined && WATCHED.has(execute),
  );
  if (twice !== undefined)
    throw new InputError(`${place} guards "${twice[0]}" already: each call would count twice`);
  const guarded = Object.entries(tools).map(([name, tool]) => {
    const { execute, toModelOutput } = tool;
    if (execute === undefined) return [name, tool];
    const watched = (input: never, facts: never) => {
      const id = (facts as { readonly toolCallId?: unknown } | undefined)?.toolCallId;
      const call = { ...(typeof id === 'string' && { id }), tool: name, args: input ?? ({} as unknown) };
      return runGuardedCall(guard, call, () => execute.call(tool, input, facts), options);
    };
    WATCHED.add(watched);
    const own = {
      execute: watched,
      ...(toModelOutput && { toModelOutput: toGuardedOutput(toModelOutput, tool) }),
    };
    return [name, Object.assign(Object.create(Object.getPrototypeOf(tool)), tool, own)];
  });
  return Object.fromEntries(guarded);
}

/** Functions that a guard watches. */
const WATCHED = new WeakSet<object>();

type ModelOutput = NonNullable<ExecutableTool['toModelOutput']>;

/** The result for the model: a tool's own function sees its own results alone, and advice comes after what it gives. */
function toGuardedOutput(own: ModelOutput, tool: ExecutableTool): ModelOutput {
  return ((given: unknown) => {
    // Version 6 of the AI SDK gives `{ toolCallId, input, output }`, version 5 the output.
    const isWhole = typeof given === 'object' && given !== null && 'toolCallId' in given && 'output' in given;
    const output: unknown = isWhole ? given.output : given;
    if (typeof output === 'string' && REFUSALS.has(output)) return { type: 'text', value: output };
    const advised = ADVISED.get(output as object);
    const result = advised === undefined ? output : advised.result;
    const made = own.call(tool, (isWhole ? { ...given, output: result } : result) as never);
    return advised === undefined ? made : appendToModelOutput(made, advised.guard);
  }) as ModelOutput;
}

/** Advice at the end of what the model gets, in each form that the AI SDK has. */
async function appendToModelOutput(made: unknown, advice: string): Promise<unknown> {
  const output = (await made) as { readonly type?: unknown; readonly value?: unknown };
  const text = { type: 'text', text: advice };
  if (output?.type === 'text' || output?.type === 'error-text')
    return { ...output, value: `${String(output.value)}\n\n${advice}` };
  if (output?.type === 'content' && Array.isArray(output.value))
    return { ...output, value: [...output.value, text] };
  if (output?.type === 'json')
    return { type: 'content', value: [{ type: 'text', text: JSON.stringify(output.value) }, text] };
  return output;
}

/** Results with advice next to them, as `appendAdvice` made them. */
const ADVISED = new WeakMap<object, { readonly result: unknown; readonly guard: string }>();
/** Reasons of calls that did not run; a guard has few. */
const REFUSALS = new Set<string>();
const MAX_REFUSALS = 1_000;

function markAsGuards(refusal: string): string {
  if (REFUSALS.size >= MAX_REFUSALS) REFUSALS.clear();
  REFUSALS.add(refusal);
  return refusal;
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
  const answer: unknown = await askPerson?.(text, call);
  if (answer === true) return null;
  guard.cancel(call);
  if (askPerson === undefined) {
    guard.noteFault('the policy asks a person, and nobody can be asked: give the tools { askPerson }');
    return REFUSED_BY_NOBODY;
  }
  // A text such as "no" is true for the language, and refuses.
  if (answer !== false)
    guard.noteFault(`askPerson gave ${describeValue(answer)}, needs true or false: the call is refused`);
  return REFUSED_BY_PERSON;
}

/** True for streams, generators, maps and bytes: JSON says nothing of them, and nothing can be put next to them. */
const isOpaque = (output: unknown): boolean =>
  typeof output === 'object' &&
  output !== null &&
  !Array.isArray(output) &&
  (Symbol.iterator in output || Symbol.asyncIterator in output);

const listAdvice = (decisions: readonly GuardDecision[]): string =>
  decisions
    .flatMap(({ action, text }) => (action === 'advise' || action === 'stop' ? [text] : []))
    .join('\n');

/** Advice stands at the end of a text, and next to any other result. A question is for a person, not for the model. */
function appendAdvice(output: unknown, decisions: readonly GuardDecision[]): unknown {
  const advice = listAdvice(decisions);
  // A stream stays what it is: the advice is in the agent's state.
  if (advice === '' || isOpaque(output)) return output;
  if (typeof output === 'string') return `${output}\n\n${advice}`;
  const advised = { result: output, guard: advice };
  ADVISED.set(advised, advised);
  return advised;
}
