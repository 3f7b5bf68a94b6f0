#!/usr/bin/env bash
# The guess that missed: a turn's span tells what that turn's call of the model cost, so turns add up to the bill.
# The turn in which an agent is called as a tool also holds all that the nested run cost, which has spans of its own.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
printf '{"private":true,"type":"module"}' > package.json
timeout 300 npm install --ignore-scripts --no-audit --no-fund --loglevel=error \
  @openai/agents@0.20.0 openai@7.59.0 zod@4.6.7 > /dev/null

cat > main.mjs <<'JS'
import { Agent, BatchTraceProcessor, getGlobalTraceProvider, Runner, setTraceProcessors, setTracingDisabled, Usage } from '@openai/agents';

const spans = [];
setTraceProcessors([new BatchTraceProcessor({ async export(items) { spans.push(...items.map(item => item.toJSON())); } })]);
setTracingDisabled(false);
let billed = 0;
/** A model of scripted answers, each of which costs so many tokens. */
const script = answers => ({
  async getResponse() {
    const [tokens, output] = answers.shift();
    billed += tokens;
    return { usage: new Usage({ requests: 1, inputTokens: tokens, outputTokens: 0, totalTokens: tokens }), output: [output] };
  },
});
const say = text => ({ type: 'message', role: 'assistant', status: 'completed', content: [{ type: 'output_text', text }] });
const call = { type: 'function_call', callId: 'call_1', name: 'ask', arguments: '{"input":"Go."}', status: 'completed' };
const inner = new Agent({ name: 'Inner', model: script([[1000, say('Inner is done.')]]) });
const tools = [inner.asTool({ toolName: 'ask', toolDescription: 'asks' })];
const outer = new Agent({ name: 'Outer', model: script([[10, call], [20, say('Done.')]]), tools });
await new Runner().run(outer, 'Go.');
await getGlobalTraceProvider().forceFlush();

const tokensOf = ({ usage = {} }) => (usage.input_tokens ?? 0) + (usage.output_tokens ?? 0);
const turns = spans.map(span => span.span_data).filter(data => data?.type === 'turn' || data?.data?.sdk_span_type === 'turn').map(data => data.data ?? data);
const lines = turns.map(turn => `turn ${turn.turn} of ${turn.agent_name}: ${tokensOf(turn)}`);
const sum = turns.reduce((all, turn) => all + tokensOf(turn), 0);
console.log(`the models charged ${billed} tokens`);
console.log(lines.join('\n'));
console.log(`turns in all: ${sum}`);
if (turns.length === 0) console.log(JSON.stringify(spans));
process.exit(billed === 1030 && sum === 2030 ? 0 : 1);
JS
echo '@openai/agents 0.20.0'
echo 'Expected: 1,030 tokens are charged, and the turns of the trace add up to them.'
echo 'What happens:'
OPENAI_API_KEY=none timeout 60 node main.mjs || { echo 'This has changed.'; exit 1; }
echo 'The nested run is counted in its own turn and in the turn that called it.'
