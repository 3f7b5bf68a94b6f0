import { appendFileSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { HOOK_AGENTS, type HookAgent } from './hookAgents.ts';
import { runGuardHook } from './runGuardHook.ts';

/**
 * Answers one call of a hook: standard input to standard output. Whatever goes wrong in here, the agent's call runs: the
 * answer is silence, and the error stands in `faults.log` next to the policy.
 * @param args agent, path of the policy and, optionally, the folder of the sessions
 */
export function answerGuardHook([agent, policy, sessions]: readonly (string | undefined)[]): void {
  try {
    if (!HOOK_AGENTS.includes(agent as HookAgent) || policy === undefined)
      throw new Error(`usage: guard-hook.mjs ${HOOK_AGENTS.join('|')} POLICY [SESSIONS]`);
    const order = { agent: agent as HookAgent, policy, ...(sessions !== undefined && { sessions }) };
    const answer = runGuardHook(order, readFileSync(0, 'utf8'), Date.now());
    if (answer !== null) process.stdout.write(`${answer}\n`);
  } catch (error) {
    noteFault(agent, policy, error instanceof Error ? error.message : String(error));
  }
}

function noteFault(agent: string | undefined, policy: string | undefined, message: string): void {
  try {
    const line = JSON.stringify({ at: new Date().toISOString(), agent, message });
    appendFileSync(join(dirname(policy ?? '.'), 'faults.log'), `${line}\n`, { mode: 0o600 });
  } catch {
    // Nowhere is left to note it, and the agent must not notice.
  }
}
