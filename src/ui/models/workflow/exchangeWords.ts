import type { ArtifactLine, ExchangeRow } from '../../../engine/models/workflow/detail.ts';
import { artifactId } from '../../../engine/models/workflow/world/artifact.ts';
import type { TableData } from '../../controls/tableData.ts';
import { counted, grouped } from '../../words/words.ts';

type Names = readonly string[];
/** Most marks between its ends that are listed one by one. */
const FEW = 4;

/** "made in tick 12, found broken in 14, reworked in 15, sold in 17 to agent_004 for 15 scrip" */
export function lifeOf(
  { made, found, reworked, sold, buyer, price, dropped }: ArtifactLine,
  names: Names,
): string {
  const between = [
    ...found.map(tick => ({ tick, what: 'found broken' })),
    ...reworked.map(tick => ({ tick, what: 'reworked' })),
  ].sort((a, b) => a.tick - b.tick);
  const end =
    sold !== null
      ? `sold in ${sold} to ${names[buyer ?? -1] ?? 'somebody'} for ${price} scrip`
      : dropped !== null
        ? `given up in ${dropped}`
        : 'not sold yet';
  const times =
    between.length > FEW
      ? [`found broken ${counted(found.length, 'time')}`, `reworked ${counted(reworked.length, 'time')}`]
      : between.map(({ tick, what }) => `${what} in ${tick}`);
  return [`made in tick ${made}`, ...times, end].join(', ');
}

/** "agent_007: 132 scrip; made 4, sold 4, bought none." */
export function rowSentence(row: ExchangeRow, names: Names): string {
  const { balance, endowment, made, sold, bought } = row;
  const won = balance - endowment;
  const against = `${grouped(Math.abs(won))} ${won < 0 ? 'less' : 'more'} than at the start`;
  return `${names[row.agent]}: ${grouped(balance)} scrip, ${against}; made ${made}, sold ${sold}, bought ${bought}.`;
}

/** Summary of the rows in one sentence. */
export function exchangeSentence(rows: readonly ExchangeRow[], names: Names): string {
  const [richest] = rows;
  if (!richest) return 'Nothing has been made yet.';
  const artifacts = rows.flatMap(row => row.artifacts);
  const sold = artifacts.filter(artifact => artifact.sold !== null);
  const first = rowSentence(richest, names);
  return `${counted(rows.length, 'agent')} on the rows made ${counted(artifacts.length, 'artifact')} in the ticks that are shown and sold ${sold.length} of them. ${first}`;
}

/** Each artifact of those rows, the newest first. */
export function exchangeTable(rows: readonly ExchangeRow[], names: Names): TableData {
  const head = [
    'artifact',
    'maker',
    'price',
    'made',
    'found broken',
    'reworked',
    'sold',
    'buyer',
    'given up',
  ];
  const cells = rows
    .flatMap(({ agent, artifacts }) => artifacts.map(artifact => ({ agent, artifact })))
    .sort((a, b) => b.artifact.id - a.artifact.id)
    .map(({ agent, artifact: { id, price, made, found, reworked, sold, buyer, dropped } }) => [
      artifactId(id),
      names[agent] ?? '',
      price,
      made,
      found.join(' '),
      reworked.join(' '),
      sold ?? '',
      buyer === null ? '' : (names[buyer] ?? ''),
      dropped ?? '',
    ]);
  return { head, rows: cells };
}
