import { openAgents, playTicks, stateOf } from './models/workflow/playing.ts';
import { type LogRow, logRows } from './play.ts';

/** Three agents of the completed example for forty ticks: every transition, every row of the table of outcomes, the end. */
export async function workflowTrace(): Promise<string> {
  const run = await playTicks(
    await openAgents({ setup: { agents: 3, seed: 2 }, parameters: { flaw: 0.8 } }),
    40,
  );
  const { ledger, world, inputs } = stateOf(run);
  const moved = ({ tick, agent, from, to, trigger, context }: LogRow): string =>
    [
      String(tick).padStart(4),
      ` ${agent + 1} `,
      `${from} > ${to}`.padEnd(28),
      `${trigger}: ${context === 0 ? '·' : ledger.rows.at(context - 1).result}`,
    ].join(' ');
  const came = [...ledger.rows].map(({ tick, agent, step, outcome, action, key }) =>
    `${String(tick).padStart(4)}  ${agent + 1}  ${inputs.workflow.steps[step].name.padEnd(18)} ${outcome} ${action ?? key ?? ''}`.trimEnd(),
  );
  const ends = world.traders.map(
    (trader, agent) =>
      `${agent + 1}: ${world.balanceOf(agent, run.tick)} scrip, ${trader.artifacts.length} made, ${trader.sold} sold, ${trader.bought.length} bought`,
  );
  return [
    'Three agents of the completed example, most of whose artifacts are flawed. Seed 2.',
    '',
    ...logRows(run).map(moved),
    '',
    ...came,
    '',
    ...ends,
    `hash ${run.hash}`,
    '',
  ].join('\n');
}
