import { branchOf, tidyLanes } from '../charts/cascadeLayout.ts';
import { inspected } from '../selection.ts';
import type { PageState } from '../store.ts';

/** Which agents stand out, and why; the same in every view. */
export interface Marks {
  readonly agents: ReadonlySet<number>;
  /** The others are dimmed. */
  readonly dim: boolean;
  /** The agent in the inspector, −1 for none. */
  readonly strong: number;
  /** The one that is named: the strong one, or who is looked at while none is selected; −1 for none. */
  readonly agent: number;
  readonly why: 'branch' | 'agent' | 'state' | 'cascade' | 'focus' | 'none';
}

const NONE: Marks = { agents: new Set(), dim: false, strong: -1, agent: -1, why: 'none' };

/** The post under the pointer, else the selected one, as a row of the tree; −1 for none. */
export function focusRow({ tree, selection }: Pick<PageState, 'tree' | 'selection'>): number {
  const post = selection.hover?.kind === 'post' ? selection.hover.post : selection.post;
  return tree && post !== null ? tree.post.indexOf(post) : -1;
}

type Part = Pick<PageState, 'tree' | 'selection' | 'head' | 'focus'>;
let before: (Pick<Part, 'tree' | 'selection' | 'focus'> & { begun: boolean; marks: Marks }) | null = null;

/** Remembers the last answer: several views ask for the same state. */
export function marksOf(state: Part): Marks {
  const { tree, selection, focus } = state;
  const same =
    before &&
    before.tree === tree &&
    before.selection === selection &&
    before.focus === focus &&
    before.begun === state.head > 0;
  if (before && same) return before.marks;
  const marks = findMarks(state);
  before = { tree, selection, focus, begun: state.head > 0, marks };
  return marks;
}

function findMarks(state: Part): Marks {
  const { tree, selection } = state;
  const strong = inspected(selection) ?? -1;
  const row = focusRow(state);
  if (tree && row >= 0) {
    const lit = branchOf(tree, tidyLanes(tree), row);
    return {
      agents: new Set([...lit].map(other => tree.author[other]!)),
      dim: true,
      strong,
      agent: strong,
      why: 'branch',
    };
  }
  if (selection.agents.length > 1 || selection.state !== null)
    return { agents: new Set(selection.agents), dim: true, strong, agent: strong, why: 'state' };
  const members = new Set(tree && state.head > 0 ? tree.author : []);
  if (strong >= 0) return { agents: members.add(strong), dim: false, strong, agent: strong, why: 'agent' };
  const { focus } = state;
  if (focus >= 0) return { agents: new Set([focus]), dim: false, strong: focus, agent: focus, why: 'focus' };
  return members.size > 0 ? { agents: members, dim: false, strong, agent: -1, why: 'cascade' } : NONE;
}
