import { getCurrentAppearance } from '../../model/getModelAppearance.ts';
import type { PageState } from '../../state/pageState.ts';
import { getInspectedAgent } from '../../state/selection.ts';
import { findSearchedAgents } from '../../store/found.ts';

/** Agents that stand out, and why; the same in every view. */
export interface Marks {
  readonly agents: ReadonlySet<number>;
  /** True if the others are dimmed. */
  readonly dim: boolean;
  /** The agent in the inspector, −1 for none. */
  readonly strong: number;
  /** The agent that is named: the strong one, or the one looked at while none is selected; −1 for none. */
  readonly agent: number;
  readonly why: 'lit' | 'found' | 'agent' | 'state' | 'members' | 'elsewhere' | 'focus' | 'none';
}

const NO_MARKS: Marks = { agents: new Set(), dim: false, strong: -1, agent: -1, why: 'none' };

interface Seen {
  readonly thing: unknown;
  readonly selection: PageState['selection'];
  readonly search: PageState['search'];
  readonly focus: number;
  readonly begun: boolean;
  readonly elsewhere: ReadonlySet<number> | null;
  readonly marks: Marks;
}
let before: Seen | null = null;

/** Remembers the last answer: several views ask for the same state. */
export function getCachedMarks(state: PageState): Marks {
  const { selection, focus, search } = state;
  const thing = getCurrentAppearance(state).standOut?.watch(state);
  const begun = state.head > 0;
  const elsewhere = state.pair?.elsewhere ?? null;
  const isSame =
    before !== null &&
    before.thing === thing &&
    before.selection === selection &&
    before.search === search &&
    before.focus === focus &&
    before.begun === begun &&
    before.elsewhere === elsewhere;
  if (before && isSame) return before.marks;
  const marks = findMarks(state);
  before = { thing, selection, search, focus, begun, elsewhere, marks };
  return marks;
}

function findMarks(state: PageState): Marks {
  const { selection, focus } = state;
  const { standOut } = getCurrentAppearance(state);
  const strong = getInspectedAgent(selection) ?? -1;
  const lit = standOut?.lit(state) ?? null;
  if (lit) return { agents: lit, dim: true, strong, agent: strong, why: 'lit' };
  const found = findSearchedAgents(state);
  if (found) return { agents: found, dim: true, strong, agent: strong, why: 'found' };
  if (selection.agents.length > 1 || selection.state !== null) {
    const agents = new Set(selection.agents);
    // Where nobody is, dimming the others would show nobody better.
    return { agents, dim: agents.size > 0, strong, agent: strong, why: 'state' };
  }
  const elsewhere = state.pair?.elsewhere;
  if (elsewhere && strong < 0)
    return {
      agents: elsewhere,
      dim: false,
      strong,
      agent: -1,
      why: elsewhere.size > 0 ? 'elsewhere' : 'none',
    };
  const members = new Set(state.head > 0 ? standOut?.members(state) : []);
  if (strong >= 0) return { agents: members.add(strong), dim: false, strong, agent: strong, why: 'agent' };
  if (focus >= 0) return { agents: new Set([focus]), dim: false, strong: focus, agent: focus, why: 'focus' };
  return members.size > 0 ? { agents: members, dim: false, strong, agent: -1, why: 'members' } : NO_MARKS;
}
