import { findNearestWord } from '../../core/findNearestWord.ts';
import {
  type ActionDefinition,
  type ChartParameter,
  type Guard,
  type GuardOperator,
  getNeighbourCountColumn,
  type PlainWords,
  type Quantity,
  type TransitionDefinition,
} from '../definition.ts';
import type { Implementations } from '../formats/implementations.ts';
import type { Element } from './parseXml.ts';

/** Namespace of what SCXML has no words for: rates, timeouts after so many ticks, values in columns. */
export const EXTENSION = 'https://statescope.dev/scxml';

/** `neighbours(infected)`: how many of those whom an agent follows are in a state. */
const NEIGHBOURS = /^(\s*)neighbours\(\s*([^()]+?)\s*\)/;
const COMPARISON =
  /^\s*([\p{L}_][\p{L}\p{N}_]*)\s*(<=|>=|==|!=|<|>)\s*([\p{L}_][\p{L}\p{N}_]*|-?\d*\.?\d+)\s*$/u;
const EXTENSION_NUMBER = /^\s*-?\d*\.?\d+(?:e-?\d+)?\s*$/i;

/** A number, or the name of a column. */
export function parseQuantity(text: string | undefined): Quantity | undefined {
  if (text === undefined) return undefined;
  return EXTENSION_NUMBER.test(text) ? Number(text) : { column: text.trim() };
}

type Refuse = (at: Element, what: string) => void;
type Extras = Partial<
  Pick<TransitionDefinition, 'rate' | 'per' | 'weight' | 'restarts' | 'guard' | 'trigger' | 'words'>
> & {
  readonly isTimeout?: boolean;
};

/** Extensions of SCXML in a transition. */
export function readTransitionExtras(
  element: Element,
  implementations: Implementations,
  refuse: Refuse,
): Extras {
  const own = (name: string) => element.attributes[`${EXTENSION} ${name}`];
  const rate = parseQuantity(own('rate'));
  const trigger = own('trigger');
  const weight = parseQuantity(own('weight'));
  const words = readPlainWords(element);
  const guard =
    readColumnGuard(element, own('cond'), refuse) ??
    readNamedGuard(element, own('guard'), implementations, refuse);
  return {
    ...(rate !== undefined && { rate }),
    ...(own('per') !== undefined && { per: own('per') }),
    ...(weight !== undefined && { weight }),
    ...(own('restarts') === 'true' && { restarts: true }),
    ...(trigger !== undefined && { trigger }),
    ...(words && { words }),
    ...(own('after') === 'timeout' && { isTimeout: true }),
    ...(guard && { guard }),
  };
}

/** Plain words of a state or a transition; null for none. */
export function readPlainWords({ attributes }: Element): Partial<PlainWords> | null {
  const label = attributes[`${EXTENSION} label`];
  const description = attributes[`${EXTENSION} description`];
  if (label === undefined && description === undefined) return null;
  return { ...(label !== undefined && { label }), ...(description !== undefined && { description }) };
}

function readColumnGuard(element: Element, text: string | undefined, refuse: Refuse): Guard | undefined {
  if (text === undefined) return undefined;
  const state = NEIGHBOURS.exec(text)?.[2];
  const [, name, op, right] = COMPARISON.exec(text.replace(NEIGHBOURS, '$1neighbours')) ?? [];
  const column = state === undefined ? name : getNeighbourCountColumn(state);
  if (name === undefined) {
    refuse(
      element,
      `“${text}” does not compare a column, as in “interest >= 0.5” or “neighbours(infected) >= 2”`,
    );
    return undefined;
  }
  const value = Number.isNaN(Number(right)) ? { column: right } : Number(right);
  return { kind: 'compare', column, op: op as GuardOperator, value };
}

function readNamedGuard(
  element: Element,
  name: string | undefined,
  { guard }: Implementations,
  refuse: Refuse,
): Guard | undefined {
  if (name === undefined) return undefined;
  const test = guard?.(name);
  if (test === undefined) refuse(element, `guard “${name}” is a function, which a document does not hold`);
  return test && { kind: 'function', name, test };
}

const PARAMETER_NUMBERS = ['min', 'max', 'step', 'value'] as const;
const PARAMETER_ATTRIBUTES: readonly string[] = ['name', 'label', 'description', ...PARAMETER_NUMBERS];

/** A parameter that a chart declares, `<sc:parameter name="push" value="0.2"/>`; null for one that cannot be read, which is refused. */
export function readChartParameter(element: Element, refuse: Refuse): ChartParameter | null {
  const { attributes } = element;
  const { name, label, description } = attributes;
  let isRead = true;
  const say = (what: string) => {
    refuse(element, what);
    isRead = false;
  };
  for (const key of Object.keys(attributes))
    if (!PARAMETER_ATTRIBUTES.includes(key) && !key.includes(' ') && !key.startsWith('xml')) {
      const near = findNearestWord(key, PARAMETER_ATTRIBUTES);
      say(
        `<sc:parameter> has no attribute “${key}”${near === null ? `; there are ${PARAMETER_ATTRIBUTES.join(', ')}` : `; did you mean “${near}”?`}`,
      );
    }
  if (name === undefined) say('<sc:parameter> needs a name');
  if (attributes.value === undefined) say(`<sc:parameter> “${name ?? ''}” needs a value`);
  for (const key of PARAMETER_NUMBERS)
    if (attributes[key] !== undefined && !EXTENSION_NUMBER.test(attributes[key]))
      say(`${key} of parameter “${name ?? ''}” is “${attributes[key]}”, needs a number`);
  if (!isRead || name === undefined) return null;
  const number = (key: (typeof PARAMETER_NUMBERS)[number]) =>
    attributes[key] === undefined ? {} : { [key]: Number(attributes[key]) };
  return {
    name,
    ...(label !== undefined && { label }),
    ...(description !== undefined && { description }),
    ...number('min'),
    ...number('max'),
    ...number('step'),
    value: Number(attributes.value),
  };
}

/** An action beyond SCXML: on a column, or a function by its name; null for none. */
export function readExtensionAction(
  { name, attributes, namespace }: Element,
  { action }: Implementations,
): ActionDefinition | string | null {
  if (namespace !== EXTENSION) return null;
  const { column, value } = attributes;
  if ((name === 'set' || name === 'add') && column && value !== undefined)
    return { kind: name, column, value: parseQuantity(value)! };
  if (name !== 'function') return `<sc:${name}> is not known`;
  const called = attributes.name ?? '';
  const run = action?.(called);
  return run === undefined
    ? `action “${called}” is a function, which a document does not hold`
    : { kind: 'function', name: called, run };
}
