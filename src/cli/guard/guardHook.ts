import { appendFileSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { HOOK_AGENTS, type HookAgent } from './hookAgents.ts';
import { runGuardHook } from './runGuardHook.ts';

/**
 * The program that an agent's settings name: `node guard-hook.mjs claude POLICY`. One process a call. Whatever goes wrong
 * in here, the agent's call runs: the answer is silence and exit code 0, and the error stands in `faults.log`.
 */
const [agent, policy, sessions] = process.argv.slice(2);
try {
  if (!HOOK_AGENTS.includes(agent as HookAgent) || policy === undefined)
    throw new Error(`usage: guard-hook.mjs ${HOOK_AGENTS.join('|')} POLICY [SESSIONS]`);
  const order = { agent: agent as HookAgent, policy, ...(sessions !== undefined && { sessions }) };
  const answer = runGuardHook(order, readFileSync(0, 'utf8'), Date.now());
  if (answer !== null) process.stdout.write(`${answer}\n`);
} catch (error) {
  noteFault(error instanceof Error ? error.message : String(error));
}

function noteFault(message: string): void {
  try {
    const line = JSON.stringify({ at: new Date().toISOString(), agent, message });
    appendFileSync(join(dirname(policy ?? '.'), 'faults.log'), `${line}\n`, { mode: 0o600 });
  } catch {
    // Nowhere is left to note it, and the agent must not notice.
  }
}
