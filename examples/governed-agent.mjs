// A guard that ends the loop of an agent, here a scripted one: node governed-agent.mjs
import { createGuard } from 'statescope/guard';

const guard = createGuard(
  {
    format: 'statescope-guard',
    version: 1,
    name: 'no loops',
    rules: [{ id: 'same call', when: { rule: 'in_a_row', threshold: 3, compare: 'result' } }],
  },
  'session 1',
);
const calls = ['npm test', 'npm test', 'ls', ...Array(9).fill('npm test')];
let last = null;
for (const command of calls) {
  const call = { tool: 'Bash', args: { command } };
  const decision = guard.before(call);
  console.log(command, decision.action);
  last = decision;
  if (decision.action === 'stop') break;
  guard.after(call, { output: '1 failed' });
}
console.log(JSON.stringify(last));
