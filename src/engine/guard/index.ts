/**
 * The guard for embedding in an agent: no dependency, no network, no clock. Entry `statescope/guard`.
 */

import { describeValue } from '../core/checkOptions.ts';
import { InputError } from '../core/errors.ts';
import { Guard } from './guard.ts';
import type { LooseGuardPolicy } from './guardPolicy.ts';
import { readGuardPolicy } from './readGuardPolicy.ts';

export { InputError } from '../core/errors.ts';
export { guardAiSdk } from './adapters/guardAiSdk.ts';
export { guardLangChain } from './adapters/guardLangChain.ts';
export { guardOpenAiAgents } from './adapters/guardOpenAiAgents.ts';
export { guardTools } from './adapters/guardTools.ts';
export { Guard } from './guard.ts';
export type { GuardCall, GuardCosts, GuardResult } from './guardCall.ts';
export type { GuardAction, GuardDecision, GuardEvent, GuardReport } from './guardDecision.ts';
export {
  GUARD_FORMAT,
  type GuardPolicy,
  type LooseGuardPolicy,
  type WrittenGuardPolicy,
  type WrittenRule,
} from './guardPolicy.ts';
export { buildGuardPolicyJsonSchema, readGuardPolicy } from './readGuardPolicy.ts';

/**
 * A guard for a session.
 * @param policy the value of its JSON, a `WrittenGuardPolicy`, or with wider types, as imported JSON has them
 * @param session its id, by which it is drawn whether the guard acts
 * @throws InputError that names the place of the first mistake in the policy, and for a session without an id
 */
export function createGuard(policy: LooseGuardPolicy, session: string): Guard {
  if (typeof policy !== 'object' || policy === null || policy instanceof Promise)
    throw new InputError(
      `createGuard takes a policy first, the value of its JSON, not ${describeValue(policy)}${typeof policy === 'string' ? ': JSON.parse(text) gives it' : ''}`,
    );
  if (typeof session !== 'string' || session === '')
    throw new InputError(
      `createGuard needs the session's id after the policy, not ${describeValue(session)}`,
    );
  return new Guard(readGuardPolicy(policy), session);
}
