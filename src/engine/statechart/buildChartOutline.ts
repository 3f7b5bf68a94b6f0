import type { CompiledChart } from './compiled.ts';
import {
  type Block,
  describeGuard,
  formatQuantity,
  getTransitionWords,
  type PlainWords,
  type TransitionDefinition,
} from './definition.ts';
import { formatActionLabel } from './formats/picture.ts';
import { ROOT } from './hierarchy/stateTree.ts';

/** Kinds of states in an outline, in the order of `Kind`. */
const OUTLINE_KINDS = ['atomic', 'compound', 'parallel', 'final', 'history', 'deep history'] as const;

/** A state of a chart with hierarchy, for drawing. */
interface OutlineState {
  readonly id: string;
  readonly kind: (typeof OUTLINE_KINDS)[number];
  /** Index of the state around it; −1 at the top. */
  readonly parent: number;
  /** Index of the region that its leaves belong to; −1 for one without leaves. */
  readonly region: number;
  /** States in which it starts; of a history, those it leads to while there is none yet. */
  readonly initial: readonly number[];
  /** Actions on entry and on exit, in words. */
  readonly entry: readonly string[];
  readonly exit: readonly string[];
}

/** A transition of such a chart, between the states that its author named. */
interface OutlineTransition {
  readonly trigger: string;
  /** Index of the state; −1 for any leaf. */
  readonly source: number;
  /** None: it leads nowhere else. */
  readonly targets: readonly number[];
  /** In words; null for none. */
  readonly guard: string | null;
  /** `0.2`, `0.2 per infected`; null for one that is not drawn by chance. */
  readonly rate: string | null;
  /** Its own words, in place of its trigger's. */
  readonly words?: Partial<PlainWords>;
}

/** A chart with hierarchy, whole: states in document order, a state before those in it; transitions in definition order. */
export interface ChartOutline {
  readonly states: readonly OutlineState[];
  readonly transitions: readonly OutlineTransition[];
  /** Heads of the regions, −1 for the chart itself. */
  readonly regions: readonly number[];
  /** Initial states of the chart itself. */
  readonly initial: readonly number[];
  /** All states that are active at first. */
  readonly active: readonly number[];
}

/** The outline of a chart. @param active its first configuration */
export function buildChartOutline(chart: CompiledChart, active: readonly number[]): ChartOutline {
  const { tree, regions, definition } = chart;
  return {
    states: tree.ids.map((id, state) => ({
      id,
      kind: OUTLINE_KINDS[tree.kind[state]],
      parent: tree.parent[state],
      region: regions.of[state],
      initial: tree.initial(state),
      entry: describeOutlineBlocks(tree.definitions[state]?.entry),
      exit: describeOutlineBlocks(tree.definitions[state]?.exit),
    })),
    transitions: definition.transitions.map((t, i) => ({
      trigger: t.trigger,
      source: tree.numberOf.get(t.source) ?? ROOT,
      targets: chart.interpreter.moves.targets(i),
      guard: t.guard === undefined ? null : describeGuard(t.guard),
      rate: formatOutlineRate(t),
      ...getTransitionWords(t),
    })),
    regions: regions.heads,
    initial: tree.initial(ROOT),
    active,
  };
}

const describeOutlineBlocks = (blocks: readonly Block[] = []): readonly string[] =>
  blocks.flat().map(formatActionLabel);

const formatOutlineRate = ({ rate, per }: TransitionDefinition): string | null =>
  rate === undefined ? null : `${formatQuantity(rate)}${per === undefined ? '' : ` per ${per}`}`;
