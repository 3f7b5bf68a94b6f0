import type { CostsReport } from '../../../../engine/models/recorded/costs/buildCostsReport.ts';
import type { TableData } from '../../../controls/tableData.ts';
import { escapeInvisibleText } from '../../../lib/formatCounts.ts';
import { describeRound, REPEAT_LABELS } from './costWords.ts';

/** All listed repeats: amounts of all their steps and of the rounds after the first; times in milliseconds. */
export const buildRepeatsTable = ({ repeats }: CostsReport): TableData => ({
  head: [
    ...['kind', 'calls', 'case', 'from step', 'steps', 'rounds', 'same result'],
    ...['tokens', 'US$', 'ms', 'tokens again', 'US$ again', 'ms again'],
  ],
  first: 'costliest',
  rows: repeats.map(one => [
    ...[REPEAT_LABELS[one.kind][0], escapeInvisibleText(describeRound(one)), one.agent + 1, one.from],
    ...[one.steps, one.rounds, one.sameResult === null ? '' : one.sameResult ? 'yes' : 'no'],
    ...[one.all.tokens, one.all.usd, one.all.ms, one.again.tokens, one.again.usd, one.again.ms].map(
      value => value ?? '',
    ),
  ]),
});
