import { checkOptions, describeValue } from '../core/checkOptions.ts';
import { InputError } from '../core/errors.ts';
import type { GuardPolicy } from './guardPolicy.ts';

/** @param place what takes it: `before` @throws InputError for anything but a call with its tool */
export function checkGuardCall(call: { readonly tool: unknown }, place: string): void {
  const tool = call?.tool;
  if (typeof tool !== 'string')
    throw new InputError(
      `${place} takes a call { tool: 'search', args }, not ${describeValue(call)} with the tool ${describeValue(tool)}`,
    );
}

/** @throws InputError for anything but a result, and for a field that a result does not have */
export function checkGuardResult(result: object): void {
  checkOptions(result, 'after', ['output', 'outputHash', 'failed', 'until']);
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
