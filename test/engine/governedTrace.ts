import { openMissions, playOut, stateOf } from './models/governed/mission.ts';
import { GOALS } from './models/governed/own.ts';
import { type LogRow, logRows } from './play.ts';

/** Three missions over three documents to their end, one line an agent and tick: its state afterwards, and why. */
export async function governedTrace(): Promise<string> {
  const run = await playOut(
    await openMissions({ goals: GOALS, setup: { seed: 1 }, parameters: { obedience: 0, active: 2 } }),
  );
  const rows = logRows(run);
  const { ledger, cast, loop } = stateOf(run);
  const words = ({ tick, agent, from, to, trigger, context }: LogRow): string =>
    [
      String(tick).padStart(4),
      ` ${cast.characterOf(agent).padEnd(9)}`,
      `${from} > ${to}`.padEnd(28),
      `${trigger}: ${context === 0 ? '·' : ledger.reasonOf(context - 1)}`,
    ].join(' ');
  const ends = GOALS.map(
    (_, agent) =>
      `${cast.characterOf(agent)}, “${loop.goalOf(agent)}”: ${ledger.outcomeOf(agent)} in round ${ledger.endedAt(agent)}, by ${ledger.ruleOf(agent) ?? 'itself'}`,
  );
  return [
    'Three missions, two at once. Seed 1, showcase with obedience=0 active=2.',
    '',
    ...rows.map(words),
    '',
    ...ends,
    `hash ${run.hash}`,
    '',
  ].join('\n');
}
