// An agent of Mastra with one tool, a shell, which `guardTools` guards if POLICY names a policy.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createOpenAI } from '@ai-sdk/openai';
import { Agent } from '@mastra/core/agent';
import { createTool } from '@mastra/core/tools';
import { createGuard, guardTools } from 'statescope/guard';
import { z } from 'zod';

const { MODEL_URL, POLICY, REPORT, MOST_CALLS, PROMPT } = process.env;
const bash = createTool({
  id: 'bash',
  description: 'Runs a command.',
  inputSchema: z.object({ command: z.string() }),
  execute: async ({ command }) => {
    const { stdout, status } = spawnSync('sh', ['-c', command], { encoding: 'utf8' });
    return `${stdout}Exit Code: ${status}`;
  },
});
const guard = POLICY ? createGuard(JSON.parse(readFileSync(POLICY, 'utf8')), `mastra ${process.pid}`) : null;
let refused = 0;
if (guard !== null) {
  const before = guard.before.bind(guard);
  guard.before = (...asked) => {
    const decision = before(...asked);
    if (decision.action === 'stop') refused++;
    return decision;
  };
}
const agent = new Agent({
  ...{ id: 'worker', name: 'Worker', instructions: 'Work.' },
  model: createOpenAI({ baseURL: `${MODEL_URL}/v1`, apiKey: 'none' }).chat('mock-1'),
  tools: guard === null ? { bash } : guardTools(guard, { bash }),
});
await agent.generate(PROMPT, { maxSteps: Number(MOST_CALLS) + 1 });
if (guard !== null) {
  const { steps, events } = guard.report();
  const record = { agent: 'mastra', results: steps, refused, events: events.map(({ kind }) => kind) };
  writeFileSync(REPORT, JSON.stringify(record));
}
process.exit(0);
