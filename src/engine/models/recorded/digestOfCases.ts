import { digestOfText } from '../../textFile.ts';
import type { TraceCase } from '../../traces/traces.ts';

/** Digest of cases without their texts, which their own digests stand for: it is the same once texts are hidden. */
export const digestOfCases = (cases: readonly TraceCase[]): string =>
  digestOfText(cases.map(one => digestOfText(JSON.stringify(factsOf(one)))).join('\n'));

const factsOf = ({ id, outcome, reward, end, tokens, labels, steps }: TraceCase) => [
  ...[id, outcome, reward, end, tokens, Object.entries(labels).sort(([a], [b]) => (a < b ? -1 : 1))],
  steps.map(({ tool, state, agent, argsHash, resultHash, failed, at, until, tokensIn, tokensOut, usd }) => [
    ...[tool, state, agent, argsHash, resultHash, failed],
    ...[at, until, tokensIn, tokensOut, usd],
  ]),
];
