import type { PageState } from '../../../state/pageState.ts';
import { getRecordedPart } from '../recordedPart.ts';

type Sent = readonly (readonly [agent: number, sender: number])[];

interface FoldedCases {
  readonly sent: Sent;
  readonly open: string;
  readonly folded: ReadonlySet<number>;
}

let lastFolded: FoldedCases | null = null;

/** Cases of sub-agents, unless a case of their family is selected or pinned: a press on the case that sent them shows them. */
export function findFoldedCases(state: PageState): ReadonlySet<number> | null {
  const sent = getRecordedPart(state).reading?.sent ?? [];
  if (sent.length === 0) return null;
  const shown = [...state.selection.agents, ...state.pinned];
  const open = shown.join(' ');
  if (lastFolded?.sent !== sent || lastFolded.open !== open)
    lastFolded = { sent, open, folded: computeFoldedCases(sent, shown) };
  return lastFolded.folded;
}

function computeFoldedCases(sent: Sent, shown: readonly number[]): ReadonlySet<number> {
  const senderOf = new Map(sent);
  const rootOf = (agent: number): number => {
    let root = agent;
    for (let next = senderOf.get(root); next !== undefined; next = senderOf.get(root)) root = next;
    return root;
  };
  const open = new Set(shown.map(rootOf));
  return new Set(sent.flatMap(([agent]) => (open.has(rootOf(agent)) ? [] : [agent])));
}
