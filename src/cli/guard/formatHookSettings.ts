import { pathToFileURL } from 'node:url';
import { HOOK_AGENTS, HOOK_TRAITS, type HookAgent } from './hookAgents.ts';

/** Seconds that an agent waits for the hook. */
const HOOK_TIMEOUT = 5;

/** An agent's settings for the hook: the file that they belong to, and their JSON. */
interface HookSettings {
  readonly agent: HookAgent;
  readonly file: string;
  readonly json: object;
}

const FILES: Readonly<Record<HookAgent, string>> = {
  claude: '.claude/settings.json',
  codex: '~/.codex/hooks.json',
  gemini: '~/.gemini/settings.json',
  qwen: '~/.qwen/settings.json',
  copilot: '~/.copilot/hooks/guard.json',
};

/**
 * Settings of each agent with hooks.
 * @param hook path of guard-hook.mjs
 * @param policy path of the policy
 * @param observe address of a receiver of what the guard decides; undefined for none
 */
export const formatHookSettings = (
  hook: string,
  policy: string,
  observe: string | undefined,
): readonly HookSettings[] =>
  HOOK_AGENTS.map(agent => {
    const report = observe === undefined ? '' : ` --observe ${JSON.stringify(observe)}`;
    const command = `node ${JSON.stringify(hook)} ${agent} ${JSON.stringify(policy)}${report}`;
    return { agent, file: FILES[agent], json: buildSettings(agent, command) };
  });

/** File of opencode's plugin. */
export const OPENCODE_FILE = '.opencode/plugin/guard.js';

/** The line of opencode's plugin. @param program path of guard-opencode.mjs; for the others see `formatHookSettings` */
export function formatOpencodePlugin(program: string, policy: string, observe: string | undefined): string {
  const order = JSON.stringify({ policy, ...(observe !== undefined && { observe }) });
  const source = JSON.stringify(pathToFileURL(program).href);
  // opencode takes each export of the file as a plugin.
  return `import { createOpencodePlugin } from ${source}; export const Guard = createOpencodePlugin(${order});`;
}

function buildSettings(agent: HookAgent, command: string): object {
  const { events, timeoutUnit } = HOOK_TRAITS[agent];
  if (agent === 'copilot') {
    const entries = events.map(event => [
      event,
      [{ type: 'command', bash: command, timeoutSec: HOOK_TIMEOUT }],
    ]);
    return { version: 1, hooks: Object.fromEntries(entries) };
  }
  const timeout = HOOK_TIMEOUT / timeoutUnit;
  const name = agent === 'gemini' ? { name: 'guard' } : {};
  const matcher = agent === 'claude' || agent === 'qwen' ? '*' : '.*';
  return {
    hooks: Object.fromEntries(
      events.map(event => [event, [{ matcher, hooks: [{ ...name, type: 'command', command, timeout }] }]]),
    ),
  };
}
