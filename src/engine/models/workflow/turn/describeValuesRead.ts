import { cleanTextLine } from '../../../core/cleanTextLine.ts';
import { listNamesRead } from '../../../python/listNamesRead.ts';
import { toPyRepr } from '../../../python/toPyRepr.ts';
import type { Condition } from '../inputs/workflow.ts';
import type { TurnContext } from './turnContext.ts';

/** Maximum length of a quoted value in UTF-16 units. */
const MAX_READ_VALUE_LENGTH = 60;

/** The names that a condition reads; none without a condition. */
export const listConditionNames = (condition: Condition | null): readonly string[] =>
  condition === null ? [] : listNamesRead(condition.program);

/** "should_pivot True, success_rate 0.25"; empty if nothing is read. */
export const describeValuesRead = (names: readonly string[], context: TurnContext): string =>
  names
    .map(name => {
      const value = context.get(name);
      return value === undefined ? `${name} not set` : `${name} ${shortenValue(toPyRepr(value))}`;
    })
    .join(', ');

/** At most 60 UTF-16 units of a value, on one line. */
export const shortenValue = (text: string): string => cleanTextLine(text, MAX_READ_VALUE_LENGTH);
