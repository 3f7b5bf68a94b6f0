import { inTime } from '../inTime.ts';
import type { CaseDraft, TracePlace } from '../reading.ts';
import { addCosts, type StepDraft } from '../steps.ts';
import { areTold, type Costs } from '../usage.ts';
import { failedOf, isSpread, stepsOf } from './spanSteps.ts';
import { around, type SpanNode } from './spanTree.ts';
import type { ActedNode } from './turns.ts';

/** Facts about a case that come from elsewhere than its spans. */
export type SpanLabels = Readonly<Record<string, string | null>>;

/** Nodes of one case, of one trace or of several. */
export interface SpanGroup {
  readonly id: string;
  readonly parent: SpanGroup | null;
  readonly acted: ActedNode[];
  /** All of its nodes, agents and plain spans among them. */
  readonly nodes: SpanNode[];
  labels: SpanLabels;
  /** Costs that an agent tells of itself where nothing below it does. */
  readonly ofAgents: Costs[];
}

interface PlacedDraft {
  readonly draft: CaseDraft;
  readonly place: TracePlace;
  readonly begins: number;
}

/** The steps of a group, in time. @param awaited ids of calls that a person was asked to allow */
export function stepsOfGroup(
  group: SpanGroup,
  costs: ReadonlyMap<SpanNode, Costs>,
  awaited: ReadonlySet<string>,
): ReturnType<typeof stepsOf> {
  const acted = inTime(
    group.acted,
    ({ node }) => node.piece.start,
    ({ node }) => node.piece.trace,
  );
  const told = inTime(
    group.nodes,
    ({ piece }) => piece.start,
    ({ piece }) => piece.trace,
  );
  return stepsOf(acted, costs, told, awaited);
}

/** The case of a group; none where it has no step. */
export function draftOf(group: SpanGroup, steps: StepDraft[]): PlacedDraft[] {
  const [first] = steps;
  if (first === undefined) return [];
  // What is told of whole agents alone is with the first step.
  for (const own of group.ofAgents) addCosts(first, own);
  const pieces = group.nodes.map(({ piece }) => piece);
  const verdict = pieces.find(piece => piece.verdict !== null)?.verdict;
  const models = new Set(
    pieces.flatMap(piece => (piece.kind === 'model' && piece.model !== null ? [piece.model] : [])),
  );
  const task = pieces.find(piece => piece.task !== null)?.task ?? null;
  return [
    {
      draft: {
        ...{
          id: group.id,
          parent: parentOf(group),
          outcome: verdict?.outcome ?? null,
          reward: verdict?.reward ?? null,
        },
        end: endOf(group),
        labels: { task, model: models.size === 0 ? null : [...models].join(', '), ...group.labels },
        tellsFailures: true,
        tokens: areTold(first) || steps.some(step => areTold(step)) ? 'exact' : 'none',
        steps,
      },
      place: group.nodes[0].place,
      begins: first.at ?? 0,
    },
  ];
}

/** The nearest case that has steps of its own. */
function parentOf({ parent }: SpanGroup): string | null {
  for (let one = parent; one !== null; one = one.parent) if (one.acted.length > 0) return one.id;
  return null;
}

/** Why the outermost agent of a case failed; null where it did not, or only told of another's failure. */
function endOf({ nodes, acted }: SpanGroup): string | null {
  const thrown = new Set(
    acted.flatMap(({ node }) => (node.piece.failedBy === 'exception' ? [String(node.piece.error)] : [])),
  );
  const own = new Set(nodes);
  const failed = nodes.find(
    node =>
      (node.piece.kind === 'agent' || node.piece.kind === 'group') &&
      ![...around(node)].some(one => one.piece.kind === 'agent' && own.has(one)) &&
      failedOf(node, { thrown }) === true &&
      !isSpread(node, thrown),
  );
  return failed === undefined ? null : (failed.piece.error ?? 'error');
}
