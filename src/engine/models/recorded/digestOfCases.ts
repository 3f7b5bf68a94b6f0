import { byUnit, digestOfText } from '../../textFile.ts';
import type { TraceCase } from '../../traces/traces.ts';
import { plainEnd } from './caseRecord.ts';

/**
 * Digest of cases without their texts, which their own digests stand for: it is the same once texts are hidden.
 * @param rest is awaited after each case
 */
export async function digestOfCases(cases: readonly TraceCase[], rest: () => Promise<void>): Promise<string> {
  const digests: string[] = [];
  for (const one of cases) {
    digests.push(digestOfText(JSON.stringify(factsOf(one))));
    await rest();
  }
  return digestOfText(digests.join('\n'));
}

const factsOf = ({ id, outcome, reward, end, tokens, labels, steps }: TraceCase) => [
  ...[id, outcome, reward, plainEnd(end), tokens, Object.entries(labels).sort(([a], [b]) => byUnit(a, b))],
  steps.map(({ tool, state, agent, argsHash, resultHash, failed, at, until, tokensIn, tokensOut, usd }) => [
    ...[tool, state, agent, argsHash, resultHash, failed],
    ...[at, until, tokensIn, tokensOut, usd],
  ]),
];
