import { hashTextAside, sha256OfText } from '#sha256';
import { compareCodeUnits } from '../../../files/textFile.ts';
import type { TraceCase, TraceStep } from '../../../traces/traces.ts';
import { toPlainEnd } from './toCaseRecord.ts';

/**
 * Digest of cases without their texts, which their own digests stand for: it is the same once texts are hidden.
 * @param rest is awaited after each case
 */
export async function computeCasesDigest(
  cases: readonly TraceCase[],
  rest: () => Promise<void>,
): Promise<string> {
  const digests: Promise<string>[] = [];
  for (const one of cases) {
    digests.push(hashTextAside(JSON.stringify(selectCaseFacts(one))));
    await rest();
  }
  return sha256OfText((await Promise.all(digests)).join('\n'));
}

const selectCaseFacts = ({ id, parent, outcome, reward, end, tokens, labels, steps }: TraceCase) => [
  ...[
    id,
    outcome,
    reward,
    toPlainEnd(end),
    tokens,
    Object.entries(labels).sort(([a], [b]) => compareCodeUnits(a, b)),
  ],
  steps.map(selectStepFacts),
  // Cases that nobody sent have the digests that they had before there were any that somebody did.
  ...(parent === null ? [] : [parent]),
];

function selectStepFacts(step: TraceStep) {
  const { tool, state, agent, argsHash, resultHash, failed, at, until, tokensIn, tokensOut, usd } = step;
  const { tokensCachedRead, tokensCachedWrite, tokensReasoning, waitsFor, isInferred } = step;
  const facts = [tool, state, agent, argsHash, resultHash, failed, at, until, tokensIn, tokensOut, usd];
  const hasMore =
    isInferred || (tokensCachedRead ?? tokensCachedWrite ?? tokensReasoning ?? waitsFor) !== null;
  if (hasMore) facts.push(tokensCachedRead, tokensCachedWrite, tokensReasoning, waitsFor, isInferred);
  return facts;
}
