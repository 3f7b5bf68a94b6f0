import type { Comparison, Guard, Quantity, TransitionDefinition } from '../definition.ts';
import type { Element } from './xml.ts';

/** Namespace of what SCXML has no words for: rates, timeouts after so many ticks, values in columns. */
export const EXTENSION = 'https://statescope.dev/scxml';

const COMPARISON =
  /^\s*([\p{L}_][\p{L}\p{N}_]*)\s*(<=|>=|==|!=|<|>)\s*([\p{L}_][\p{L}\p{N}_]*|-?\d*\.?\d+)\s*$/u;
const NUMBER = /^\s*\d*\.?\d+(?:e-?\d+)?\s*$/;

/** A number, or the name of a column. */
export function readRate(text: string | undefined): Quantity | undefined {
  if (text === undefined) return undefined;
  return NUMBER.test(text) ? Number(text) : { column: text.trim() };
}

/** What a transition says beyond SCXML. */
export function extrasOf(
  element: Element,
  refuse: (at: Element, what: string) => void,
): Partial<Pick<TransitionDefinition, 'rate' | 'guard' | 'trigger' | 'wildcard'>> {
  const own = (name: string) => element.attributes[`${EXTENSION} ${name}`];
  const rate = readRate(own('rate'));
  const trigger = own('trigger');
  const column = own('cond');
  let guard: Guard | undefined;
  if (column !== undefined) {
    const found = COMPARISON.exec(column);
    if (found === null) refuse(element, `“${column}” does not compare a column, as in “interest >= 0.5”`);
    else {
      const [, left, op, right] = found;
      const value = NUMBER.test(right) || right.startsWith('-') ? Number(right) : { column: right };
      guard = { kind: 'compare', column: left, op: op as Comparison, value };
    }
  }
  return {
    ...(rate !== undefined && { rate }),
    ...(trigger !== undefined && { trigger }),
    ...(guard && { guard }),
  };
}
