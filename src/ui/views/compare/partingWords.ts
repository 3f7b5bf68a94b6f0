import type { ChartInfo, Differences } from '../../../workers/api.ts';
import { stateWords, triggerLabel } from '../../words/chartWords.ts';

type Parting = Differences['partings'][number];

/** What parting words name agents and states by. */
export interface PartingContext {
  readonly chart: ChartInfo;
  nameOf(agentId: string): string;
}

/** Why an agent is not the same in B as in A, in a few words: "no reshare by Dalia Fujita to stop at". */
export function partingWords({ what, a, b, isOnly }: Parting, context: PartingContext): string {
  if (what === 'sees') {
    const [inA, inB] = [a, b].map(seen => (seen === null ? null : postWords(seen, context)));
    if (inA !== null && isOnly.a) return `no ${inA} to stop at`;
    if (inB !== null && isOnly.b) return `stops at a ${inB}, which A does not have`;
    if (inA !== null && inB !== null) return `sees the ${inB}, not the ${inA}`;
    return inB === null ? `does not see the ${inA}` : `sees the ${inB}`;
  }
  if (what === 'chooses') {
    if (a === null) return `is asked, and answers ${short(b)}`;
    return b === null ? `is not asked; answers ${short(a)} in A` : `${short(b)}, not ${short(a)}`;
  }
  const [inA, inB] = [a, b].map(move => (move === null ? null : moveWords(move, context)));
  if (inB === null) return `does not go to ${inA}`;
  return inA === null ? `goes to ${inB}` : `goes to ${inB}, in A to ${inA}`;
}

/** "reshare by Dalia Fujita" */
function postWords(seen: string, { nameOf }: PartingContext): string {
  const [, kind, author] = /^(\w+) by (\S+), round -?\d+$/.exec(seen) ?? [];
  return kind === undefined ? seen : `${kind === 'original' ? 'post' : kind} by ${nameOf(author)}`;
}

/** "evaluating (stops)" */
function moveWords(moves: string, { chart }: PartingContext): string {
  return moves
    .split(', ')
    .map(move => {
      const [trigger, states = ''] = move.split(' → ');
      const names = states.split(' + ').map(state => stateWords(chart, state));
      return `${names.join(' and ')} (${triggerLabel(chart, trigger)})`;
    })
    .join(', then ');
}

/** An answer: a model's text is cut. */
const short = (answer: string | null): string => {
  const text = (answer ?? 'nothing').replace(/\s+/g, ' ').trim();
  return text.length > 48 ? `${text.slice(0, 47).trimEnd()}…` : text;
};
