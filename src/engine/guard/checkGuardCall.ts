import { checkOptions, describeValue } from '../core/checkOptions.ts';
import { InputError } from '../core/errors.ts';
import type { GuardCall, GuardResult } from './guardCall.ts';
import type { GuardPolicy } from './guardPolicy.ts';

const CALL_FIELDS = ['id', 'tool', 'args', 'argsHash', 'at', 'turn'];

/** @param place what takes it: `before` @throws InputError for anything but a call with its tool, and for a field that a call does not have */
export function checkGuardCall(
  call: Readonly<Partial<Record<keyof GuardCall, unknown>>>,
  place: string,
): void {
  if (typeof call?.tool !== 'string')
    throw new InputError(
      `${place} takes a call { tool: 'search', args }, not ${describeValue(call)}${typeof call === 'object' && call !== null ? ` whose tool is ${describeValue(call.tool)}` : ''}`,
    );
  checkOptions(call, `the call of ${place}`, CALL_FIELDS);
  checkTime(call.at, `at of ${place}`);
}

/** @throws InputError for anything but a result, and for a field that a result does not have */
export function checkGuardResult(result: Readonly<Partial<Record<keyof GuardResult, unknown>>>): void {
  checkOptions(result, 'after', ['output', 'outputHash', 'failed', 'until']);
  const { failed = null, until } = result;
  if (failed !== null && typeof failed !== 'boolean')
    throw new InputError(
      `failed of after is ${describeValue(failed)}, needs true, false, or null for unknown`,
    );
  checkTime(until, 'until of after');
}

function checkTime(time: unknown, place: string): void {
  if (time !== undefined && time !== null && !Number.isFinite(time))
    throw new InputError(
      `${place} is ${describeValue(time)}, needs milliseconds since 1970: Date.parse(text)`,
    );
}

/** @throws InputError for an amount that is unknown, or not a number from 0 */
export function checkGuardCosts(costs: object): void {
  checkOptions(costs, 'spend', ['tokensIn', 'tokensOut', 'usd']);
  for (const [name, amount] of Object.entries(costs) as [string, unknown][])
    if (amount !== undefined && amount !== null && !(Number.isFinite(amount) && Number(amount) >= 0))
      throw new InputError(`${name} of spend is ${describeValue(amount)}, needs a number from 0, or null`);
}

/** @throws InputError for a policy that is not whole, as the JSON of one is not */
export function checkGuardPolicy(policy: GuardPolicy): void {
  const lists: readonly unknown[] = [policy?.rules, policy?.exempt, policy?.phases?.rules];
  if (!lists.every(Array.isArray))
    throw new InputError(
      `new Guard takes a policy as readGuardPolicy() gives it, not ${describeValue(policy)}: createGuard() takes its JSON`,
    );
}

/** @throws InputError for a message that is neither a text nor null */
export function checkGuardMessage(text: string | null, at: number | null): void {
  if (text !== null && typeof text !== 'string')
    throw new InputError(`message takes a text, or null for one that is unknown, not ${describeValue(text)}`);
  checkTime(at, 'at of message');
}
