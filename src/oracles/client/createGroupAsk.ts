import type { AskModel, Reply } from './ask.ts';

/**
 * Asks for a whole kind and lets each agent adapt the answer. Questions without a kind are put as they are.
 * @param shared asks a kind's question.
 * @param own asks an agent's own.
 */
export function createGroupAsk(shared: AskModel, own: AskModel): AskModel {
  return async call => {
    const { question, signal } = call;
    const kind = question.kind === 'choice' ? question.kin : null;
    if (kind === null) return own(call);
    const reply = await shared({ question: kind.question, signal, dispatched: () => call.dispatched() });
    const probabilities = getReplyProbabilities(reply, kind.question.options.length);
    if (probabilities === null || (reply.kind !== 'weighed' && reply.kind !== 'chosen')) return reply;
    return {
      kind: 'weighed',
      probabilities: kind.adapt(probabilities),
      source: reply.source,
      evidence: { ...reply.evidence, shared: probabilities },
    };
  };
}

/** Probabilities, one per option, of an answered choice: all on one option if only that came; else null. */
export function getReplyProbabilities(reply: Reply, options: number): readonly number[] | null {
  if (reply.kind === 'weighed') return reply.probabilities;
  if (reply.kind !== 'chosen') return null;
  return reply.probabilities ?? Array.from({ length: options }, (_, i) => (i === reply.option ? 1 : 0));
}
