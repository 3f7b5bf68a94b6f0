// A tool-calling loop that a statechart governs: node governed-loop.mjs http://127.0.0.1:8080 MODEL "What is a tick?"
// The model is offered what the chart allows now, and no more; the chart ends what goes round in a circle.
import { Agent, choices, Statechart, shouldQueryLlm, tick, toH } from 'statescope';

const [server, model, question] = process.argv.slice(2);
if (question === undefined) {
  console.error('node governed-loop.mjs SERVER MODEL QUESTION');
  process.exit(2);
}
const NOTES = {
  tick: 'A tick is a round of the simulation.',
  oracle: 'An oracle answers where a choice is left.',
};
const asked = Object.keys(NOTES).filter(word => question.includes(word));
const known = [];
const tools = {
  search: () => known.push(`There are notes on: ${asked.join() || 'nothing of this'}.`),
  read: () => known.push(...asked.map(word => NOTES[word])),
};
const call = tool => ({ kind: 'function', name: tool, run: tools[tool] });
const isNew = { kind: 'function', name: 'fewer than three results', test: () => known.length < 3 };

const chart = new Statechart({
  name: 'researcher',
  initial: 'working',
  states: [
    { id: 'working', states: ['thinking', 'searching', 'reading'] },
    { id: 'finished', kind: 'final' },
  ],
  thresholds: { working: 12 },
  transitions: [
    { trigger: 'search', source: 'thinking', target: 'searching', guard: isNew, actions: [call('search')] },
    { trigger: 'read', source: 'searching', target: 'reading', guard: isNew, actions: [call('read')] },
    { trigger: 'think', source: 'searching', target: 'thinking' },
    { trigger: 'think', source: 'reading', target: 'thinking' },
    { trigger: 'answer', source: 'working', target: 'finished' },
    { trigger: 'timeout', source: 'working', target: 'finished' },
  ],
});

/** Asks the model for one of the triggers; the server holds it to the list. */
async function decide(agent) {
  const next = { enum: choices(agent).map(({ trigger }) => trigger) };
  const schema = { type: 'object', properties: { next }, required: ['next'], additionalProperties: false };
  const content = `Question: ${question}\nKnown: ${known.join(' ')}\nYou: ${JSON.stringify(toH(agent))}\nWhat next?`;
  const response_format = { type: 'json_schema', json_schema: { name: 'next', schema } };
  const response = await fetch(`${server}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model, messages: [{ role: 'user', content }], max_tokens: 64, response_format }),
  });
  return JSON.parse((await response.json()).choices[0].message.content).next;
}

const machine = chart.populate(1);
const agent = Agent.of(machine, 0);
for (tick(machine); !machine.isOver(0); tick(machine)) {
  chart.fire(agent, shouldQueryLlm(agent) ? await decide(agent) : choices(agent)[0].trigger);
  machine.log.seal();
}
console.log(JSON.stringify({ ...toH(agent), known, hash: machine.log.hash }));
