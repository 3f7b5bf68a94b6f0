import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readGuardPolicy } from '../../engine/guard/readGuardPolicy.ts';
import { useGuardSession } from './guardSessions.ts';
import { formatHookAnswer, HOOK_TRAITS, type HookAgent } from './hookAgents.ts';
import { readHookEvent } from './readHookEvent.ts';

/** Refusals with a summary before a stop ends the turn: an agent that heeds them can still say what it found. */
export const GENTLE_STOPS = 3;
/** Milliseconds for the lock: less than half of any agent's timeout. */
export const LOCK_PATIENCE = 1_500;
/** Milliseconds that a report may take: the agent has its answer, but waits for the hook to end. */
export const REPORT_PATIENCE = 300;

/** Arguments of the hook's program. */
export interface HookOrder {
  readonly agent: HookAgent;
  /** Path of the policy. */
  readonly policy: string;
  /** Folder of the sessions; by default `sessions` next to the policy. */
  readonly sessions?: string;
}

/** Folder of the sessions that a hook's order belongs to. */
export const getSessionsFolder = ({ policy, sessions }: Omit<HookOrder, 'agent'>): string =>
  sessions ?? join(dirname(policy), 'sessions');

/** Answers one call of a hook. @param input what the agent wrote @param now milliseconds since 1970 @returns the line to print; null for nothing */
export function runGuardHook(order: HookOrder, input: string, now: number): string | null {
  const { agent, policy: path } = order;
  const event = readHookEvent(agent, JSON.parse(input), now);
  const policy = readGuardPolicy(JSON.parse(readFileSync(path, 'utf8')));
  const folder = getSessionsFolder(order);
  return useGuardSession({ folder, policy, agent, patience: LOCK_PATIENCE }, event, session => {
    const { stopsIgnored } = session;
    const decision =
      event.result === null
        ? session.before(event.call, HOOK_TRAITS[agent].canAdviseBefore)
        : session.after(event.call, event.result);
    // Where no person is asked, the call does not run, and nobody will report its end.
    if (decision.action === 'ask' && event.result === null && !HOOK_TRAITS[agent].canAsk)
      session.cancel(event.call);
    const answer = formatHookAnswer(agent, event.place, decision, stopsIgnored >= GENTLE_STOPS);
    return answer && JSON.stringify(answer);
  });
}
