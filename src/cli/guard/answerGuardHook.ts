import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { HOOK_AGENTS, type HookAgent } from './hookAgents.ts';
import { noteGuardFault } from './noteGuardFault.ts';
import { readHookEvent } from './readHookEvent.ts';
import { readReportTarget } from './reporting/readReportTarget.ts';
import { reportGuardSession } from './reporting/reportGuardSession.ts';
import { getSessionsFolder, type HookOrder, REPORT_PATIENCE, runGuardHook } from './runGuardHook.ts';

/**
 * Answers one call of a hook: standard input to standard output. Whatever goes wrong in here, the agent's call runs: the
 * exit code is 0, nothing is answered, and the error stands on standard error, which agents ignore then, and in `faults.log`
 * next to the policy.
 * @param args agent, path of the policy and, optionally, the folder of the sessions
 * @param observe address of a receiver of traces, if it is not that of OpenTelemetry's environment variables
 */
export async function answerGuardHook(
  [agent, policy, sessions]: readonly (string | undefined)[],
  observe?: string,
): Promise<void> {
  try {
    if (!HOOK_AGENTS.includes(agent as HookAgent) || policy === undefined)
      throw new Error(`usage: guard-hook.mjs ${HOOK_AGENTS.join('|')} POLICY [SESSIONS] [--observe URL]`);
    const order = { agent: agent as HookAgent, policy, ...(sessions !== undefined && { sessions }) };
    const input = readFileSync(0, 'utf8');
    const answer = runGuardHook(order, input, Date.now());
    if (answer !== null) process.stdout.write(`${answer}\n`);
    await reportHookSession(order, input, observe);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    process.stderr.write(`statescope guard: the call runs without a guard: ${message}\n`);
    if (policy !== undefined) noteHookFault(agent, policy, message);
  }
}

async function reportHookSession(
  order: HookOrder,
  input: string,
  observe: string | undefined,
): Promise<void> {
  const target = readReportTarget(observe, process.env);
  if (target === null) return;
  const { session } = readHookEvent(order.agent, JSON.parse(input), Date.now());
  await reportGuardSession(
    {
      ...{ folder: getSessionsFolder(order), target, patience: REPORT_PATIENCE },
      noteFault: message => noteHookFault(order.agent, order.policy, message),
    },
    session,
  );
}

const noteHookFault = (agent: string | undefined, policy: string, message: string): void =>
  noteGuardFault(dirname(policy), agent, message);
