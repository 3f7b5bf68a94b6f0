import { findNearestWord } from '../../core/findNearestWord.ts';
import * as z from '../../core/zod.ts';
import type { Json } from './implementations.ts';

const textSchema = z.string();
const words = z.strictObject({ label: textSchema, description: textSchema });
const quantity = z.union([z.number(), z.strictObject({ column: textSchema })]);
const names = z.union([textSchema, z.array(textSchema)]);

/** A guard as it is written: one that is a function has its name alone. */
export const writtenGuard = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('compare'),
    name: z.optional(textSchema),
    column: textSchema,
    op: z.enum(['<', '<=', '>', '>=', '==', '!=']),
    value: quantity,
    labels: z.optional(z.array(textSchema)),
  }),
  z.strictObject({ kind: z.literal('function'), name: textSchema }),
  z.strictObject({
    kind: z.literal('in'),
    state: textSchema,
    not: z.optional(z.boolean()),
    name: z.optional(textSchema),
  }),
]);

/** An action as it is written. */
export const writtenAction = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('function'), name: textSchema }),
  z.strictObject({ kind: z.literal('raise'), event: textSchema }),
  z.strictObject({
    kind: z.literal('send'),
    event: textSchema,
    after: z.optional(z.number()),
    id: z.optional(textSchema),
  }),
  z.strictObject({ kind: z.literal('cancel'), id: textSchema }),
  z.strictObject({ kind: z.literal('set'), column: textSchema, value: quantity }),
  z.strictObject({ kind: z.literal('add'), column: textSchema, value: quantity }),
]);
const block = z.array(writtenAction);

/** A transition as it is written: its action is a name. */
export const writtenTransition = z.strictObject({
  trigger: textSchema,
  on: z.optional(z.array(textSchema)),
  source: textSchema,
  target: z.nullable(names),
  isInternal: z.optional(z.boolean()),
  reenter: z.optional(z.boolean()),
  guard: z.optional(writtenGuard),
  action: z.optional(textSchema),
  actions: z.optional(block),
  rate: z.optional(quantity),
  per: z.optional(textSchema),
  weight: z.optional(quantity),
  restarts: z.optional(z.boolean()),
  wildcard: z.optional(z.boolean()),
  words: z.optional(z.partial(words)),
});

/** Words of a chart. */
export const writtenWords = z.strictObject({
  states: z.record(textSchema, words),
  triggers: z.record(textSchema, words),
});
/** Thresholds of states. */
export const writtenThresholds = z.record(textSchema, quantity);
/** Parameters of a chart. */
export const writtenParameters = z.array(
  z.strictObject({
    name: textSchema,
    label: z.optional(textSchema),
    description: z.optional(textSchema),
    min: z.optional(z.number()),
    max: z.optional(z.number()),
    step: z.optional(z.number()),
    value: z.number(),
  }),
);

const written = z.strictObject({
  id: textSchema,
  kind: z.optional(z.enum(['parallel', 'final', 'history'])),
  states: z.optional(z.array(z.lazy((): z.ZodMiniType<string | WrittenState> => state))),
  initial: z.optional(names),
  initialActions: z.optional(block),
  deep: z.optional(z.boolean()),
  asks: z.optional(textSchema),
  entry: z.optional(z.array(block)),
  exit: z.optional(z.array(block)),
  done: z.optional(z.literal(true)),
});
const state = z.union([textSchema, written]);

/** A chart as its file has it. */
export const writtenChart = z.strictObject({
  name: textSchema,
  semantics: z.optional(z.enum(['scxml', 'xstate'])),
  machine: z.optional(textSchema),
  states: z.array(state),
  initial: names,
  setUp: z.optional(z.array(block)),
  transitions: z.array(writtenTransition),
  thresholds: z.optional(writtenThresholds),
  parameters: z.optional(writtenParameters),
  words: z.optional(writtenWords),
});

/** A guard as it is written. */
export type WrittenGuard = z.infer<typeof writtenGuard>;
/** An action as it is written. */
export type WrittenAction = z.infer<typeof writtenAction>;
/** A transition as it is written. */
export type WrittenTransition = z.infer<typeof writtenTransition>;
/** A state as it is written. */
export interface WrittenState {
  readonly id: string;
  readonly kind?: 'parallel' | 'final' | 'history' | undefined;
  readonly states?: readonly (string | WrittenState)[] | undefined;
  readonly initial?: string | readonly string[] | undefined;
  readonly initialActions?: readonly WrittenAction[] | undefined;
  readonly deep?: boolean | undefined;
  readonly asks?: string | undefined;
  readonly entry?: readonly (readonly WrittenAction[])[] | undefined;
  readonly exit?: readonly (readonly WrittenAction[])[] | undefined;
  /** Its data come from a function. */
  readonly done?: true | undefined;
}

interface Issue {
  readonly code?: string | undefined;
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly [more: string]: unknown;
}

/**
 * A value, if it has the shape; else undefined, and what is wrong with it is added to `mistakes`.
 * @param place JSON path of the value
 */
export function validateShape<T>(
  schema: z.ZodMiniType<T>,
  value: unknown,
  place: string,
  mistakes: string[],
): T | undefined {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  for (const issue of result.error.issues)
    mistakes.push(...describeShapeIssue(issue as unknown as Issue, { schema, place, value }));
  return undefined;
}

/** The mistake to name where one is named: a misspelled key before what is missing for it. */
export const pickFirstMistake = (mistakes: readonly string[]): string =>
  mistakes.find(one => one.includes('; did you mean "')) ?? mistakes[0];

/** The part of a schema by which its parts are reached. */
interface SchemaDefinition {
  readonly shape?: Readonly<Record<string, z.ZodMiniType>>;
  readonly element?: z.ZodMiniType;
  readonly innerType?: z.ZodMiniType;
  readonly valueType?: z.ZodMiniType;
  readonly options?: readonly z.ZodMiniType[];
  readonly getter?: () => z.ZodMiniType;
}

/** Keys that a schema knows at a place within a value; of several shapes, those of all. */
function listKnownKeys(schema: z.ZodMiniType, path: readonly PropertyKey[]): string[] {
  const { shape, element, innerType, valueType, options, getter } = schema._zod.def as SchemaDefinition;
  const same = options ?? [innerType ?? getter?.()].filter(one => one !== undefined);
  if (same.length > 0) return same.flatMap(one => listKnownKeys(one, path));
  if (path.length === 0) return Object.keys(shape ?? {});
  const next = shape?.[String(path[0])] ?? element ?? valueType;
  return next === undefined ? [] : listKnownKeys(next, path.slice(1));
}

/** Keys that a message lists. */
const MAX_LISTED_KEYS = 12;

function describeUnknownKey(place: string, key: string, keys: readonly string[]): string {
  const near = findNearestWord(key, keys);
  const others =
    keys.length > 0 && keys.length <= MAX_LISTED_KEYS ? `; there are ${[...new Set(keys)].join(', ')}` : '';
  return `${formatJsonPath(place, [key])} is not known here${near === null ? others : `; did you mean "${near}"?`}`;
}

/** A place within a place: `states[2].entry`, `on.GO`. */
export function formatJsonPath(place: string, path: readonly PropertyKey[]): string {
  const steps = path.map(step => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`));
  return `${place}${steps.join('')}`.replace(/^\./, '');
}

/** A value, its place, and its shape: parts of the value are described with it. */
interface Shaped {
  readonly schema: z.ZodMiniType;
  /** Path of the value within that of the schema. */
  readonly path?: readonly PropertyKey[];
  readonly place: string;
  readonly value: unknown;
}

function describeShapeIssue(issue: Issue, { schema, path = [], place, value }: Shaped): string[] {
  const here = formatJsonPath(place, issue.path);
  const whole = [...path, ...issue.path];
  const found = issue.path.reduce((at, step) => (at as Json | undefined)?.[String(step)], value);
  if (issue.code === 'unrecognized_keys')
    return (issue.keys as string[]).map(key => describeUnknownKey(here, key, listKnownKeys(schema, whole)));
  if (issue.code === 'invalid_union' && Array.isArray(issue.errors)) {
    // Of several shapes, the one that its author most likely meant: an object is none of the plain ones.
    const wanted = (issue.errors as Issue[][]).find(
      errors =>
        errors.length > 0 && errors.every(error => error.path.length > 0 || error.code !== 'invalid_type'),
    );
    if (wanted !== undefined)
      return wanted.flatMap(error =>
        describeShapeIssue(error, { schema, path: whole, place: here, value: found }),
      );
  }
  if (found === undefined) return [`${here || 'it'} is missing`];
  // JSON has numbers too large for any, such as 1e999.
  const what = typeof found === 'number' ? String(found) : JSON.stringify(found).slice(0, 60);
  return [`${here || 'it'} is ${what}, needs ${describeWantedValue(issue)}`];
}

/** Matches the message of an issue for which a reader has no words of its own. */
const LIBRARY_WORDS = /^(?:Invalid|Too big|Too small)/;

/** "number", "stop, advise", "at most 1": the values that an issue allows. */
function describeWantedValue(issue: Issue): string {
  const { expected, values, maximum, minimum, inclusive, message, errors } = issue;
  // A reader's own words say most.
  if (!LIBRARY_WORDS.test(message)) return message;
  if (Array.isArray(errors))
    return [...new Set((errors as Issue[][]).map(([first]) => describeWantedValue(first)))].join(' or ');
  if (expected !== undefined) return String(expected);
  if (Array.isArray(values)) return values.join(', ');
  const isWithin = inclusive !== false;
  if (maximum !== undefined) return `${isWithin ? 'at most' : 'less than'} ${String(maximum)}`;
  if (minimum !== undefined) return `${isWithin ? 'at least' : 'more than'} ${String(minimum)}`;
  return message;
}
