import { CROWDED } from './models/librarian/own.ts';
import { openReaders, playOut, stateOf } from './models/librarian/reading.ts';
import { type LogRow, logRows } from './play.ts';

/** Two careful readers of one text and a hasty one to its end, one line an agent and tick: its state afterwards, and why. */
export async function librarianTrace(): Promise<string> {
  const run = await playOut(await openReaders({ ...CROWDED, setup: { agents: 3, seed: 1 } }));
  const { ledger } = stateOf(run);
  const words = ({ tick, agent, from, to, trigger, context }: LogRow): string =>
    [
      String(tick).padStart(4),
      ` ${ledger.agents[agent].strategy} ${agent + 1}`.padEnd(12),
      `${from} > ${to}`.padEnd(22),
      `${trigger}: ${context === 0 ? '·' : ledger.reasonOf(context - 1)}`,
    ].join(' ');
  const ends = ledger.agents.map(
    ({ strategy, right, asked, memory }, agent) =>
      `${strategy} ${agent + 1}: ${right} of ${asked.length} right, ${memory.working.size} entries in working memory, ${memory.storage.size} in storage`,
  );
  return [
    'Three readers of the attic. Seed 1, 48 tokens before they are asked what to move, 64 at most.',
    '',
    ...logRows(run).map(words),
    '',
    ...ends,
    `hash ${run.hash}`,
    '',
  ].join('\n');
}
