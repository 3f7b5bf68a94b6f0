import { startTracing } from './tracing.mjs';
import { makeSchemas, PROMPT, TOOLS, TURNS } from './trip.mjs';

// Before the SDK, which asks for its tracer when it is loaded.
const provider = startTracing();
const { BaseLlm, FunctionTool, InMemoryRunner, LlmAgent } = await import('@google/adk');
const { z } = await import('zod');

/** The scripted model in Gemini's words, of which the SDK takes any in the same process. */
class ScriptedLlm extends BaseLlm {
  constructor() {
    super({ model: 'mock-1' });
  }

  async *generateContentAsync({ contents }) {
    const made = contents.filter(
      ({ role, parts }) => role === 'model' && parts?.some(part => part.functionCall),
    );
    const turn = TURNS[made.length];
    const parts = turn.text
      ? [{ text: turn.text }]
      : turn.calls.map(([id, name, args]) => ({ functionCall: { id, name, args } }));
    yield {
      content: { role: 'model', parts },
      finishReason: 'STOP',
      usageMetadata: {
        promptTokenCount: turn.in,
        candidatesTokenCount: turn.out - turn.reasoning,
        thoughtsTokenCount: turn.reasoning,
        cachedContentTokenCount: turn.cached,
        totalTokenCount: turn.in + turn.out,
      },
    };
  }
}

const tools = Object.entries(makeSchemas(z)).map(
  ([name, parameters]) => new FunctionTool({ name, description: name, parameters, execute: TOOLS[name] }),
);
const agent = new LlmAgent({ name: 'travel', model: new ScriptedLlm(), instruction: 'Plan.', tools });
const runner = new InMemoryRunner({ agent, appName: 'trip' });
const { id: sessionId } = await runner.sessionService.createSession({ appName: 'trip', userId: 'somebody' });
const newMessage = { role: 'user', parts: [{ text: PROMPT }] };
for await (const { errorMessage } of runner.runAsync({ userId: 'somebody', sessionId, newMessage })) {
  if (errorMessage) throw new Error(errorMessage);
}
await provider.shutdown();
process.exit(0);
