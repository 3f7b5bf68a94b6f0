/** Kinds of agents that a guard can be put into, each with its name. */
export const GUARDED_AGENTS = [
  ['hooks', 'Coding agents'],
  ['langchain', 'LangGraph'],
  ['ai', 'AI SDK'],
  ['openai', 'OpenAI Agents'],
  ['proxy', 'Proxy'],
] as const;
/** One of `GUARDED_AGENTS`. */
export type GuardedAgent = (typeof GUARDED_AGENTS)[number][0];

const CREATE = 'const guard = createGuard(policy, sessionId); // policy: the JSON of policy.json\n';

/** Lines that put a guard into an agent. @param rule id of a rule, as the command line calls it */
export function writeGuardLines(agent: GuardedAgent, rule: string): string {
  const lines: Readonly<Record<GuardedAgent, string>> = {
    hooks: `# Claude Code, Codex, Gemini CLI, Qwen Code, Copilot CLI:
# writes the policy, the hook's program and the settings of each
npm run cli -- guard init --traces YOUR_LOGS --rule ${rule} --shadow`,
    langchain: `import * as langchain from 'langchain';
import { createGuard, guardLangChain } from 'statescope-engine/guard';

${CREATE}const agent = langchain.createAgent({
  model,
  tools,
  middleware: [guardLangChain(guard, langchain)],
});`,
    ai: `import { generateText, isStepCount } from 'ai';
import { createGuard, guardAiSdk } from 'statescope-engine/guard';

${CREATE}const { tools, prepareStep, hasStopped } = guardAiSdk(guard, yourTools);
await generateText({
  model,
  prompt,
  tools,
  prepareStep,
  stopWhen: [isStepCount(50), hasStopped],
});`,
    openai: `import { Agent, run } from '@openai/agents';
import { createGuard, guardOpenAiAgents } from 'statescope-engine/guard';

${CREATE}const { tools, toolUseBehavior, callModelInputFilter } =
  guardOpenAiAgents(guard, yourTools);
const agent = new Agent({ name, instructions, tools, toolUseBehavior });
await run(agent, input, { callModelInputFilter });`,
    proxy: `npm run cli -- guard proxy policy.json --upstream https://api.openai.com

# and the agent asks the proxy instead of the model's server:
export OPENAI_BASE_URL=http://localhost:8787/v1
export ANTHROPIC_BASE_URL=http://localhost:8787   # with Anthropic's server as upstream`,
  };
  return lines[agent];
}
