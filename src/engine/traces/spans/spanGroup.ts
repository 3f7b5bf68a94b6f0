import { sortByTime } from '../sortByTime.ts';
import type { CaseDraft, TracePlace } from '../traceReading.ts';
import { addStepCosts, type StepDraft } from '../traceSteps.ts';
import { type Costs, hasAnyCosts } from '../usage.ts';
import { iterateAncestors, type SpanNode } from './buildSpanTree.ts';
import type { ActedNode } from './buildTurns.ts';
import type { Verdict } from './piece.ts';
import {
  buildSpanCaseSteps,
  collectThrownMessages,
  getNodeFailure,
  isPropagatedFailure,
} from './spanSteps.ts';

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
  /** Costs of an agent itself, if nothing below it has any. */
  readonly ofAgents: Costs[];
}

interface PlacedDraft {
  readonly draft: CaseDraft;
  readonly place: TracePlace;
  readonly begins: number;
}

/** The steps of a group, in time. @param awaited ids of calls that a person was asked to allow */
export function buildGroupSteps(
  group: SpanGroup,
  awaited: ReadonlySet<string>,
): ReturnType<typeof buildSpanCaseSteps> {
  const acted = sortByTime(
    group.acted,
    ({ node }) => node.piece.start,
    ({ node }) => node.piece.trace,
  );
  const told = sortByTime(
    group.nodes,
    ({ piece }) => piece.start,
    ({ piece }) => piece.trace,
  );
  return buildSpanCaseSteps(acted, told, awaited);
}

/** The case of a group; none without steps. */
export function createGroupDraft(group: SpanGroup, steps: StepDraft[]): PlacedDraft[] {
  const [first] = steps;
  if (first === undefined) return [];
  // Costs of whole agents alone are on the first step.
  for (const own of group.ofAgents) addStepCosts(first, own);
  let [verdict, task]: [Verdict | null, string | null] = [null, null];
  const models = new Set<string>();
  for (const { piece } of group.nodes) {
    verdict ??= piece.verdict;
    task ??= piece.task;
    if (piece.kind === 'model' && piece.model !== null) models.add(piece.model);
  }
  return [
    {
      draft: {
        ...{
          id: group.id,
          parent: findParentCase(group),
          outcome: verdict?.outcome ?? null,
          reward: verdict?.reward ?? null,
        },
        end: findGroupFailure(group),
        labels: { task, model: models.size === 0 ? null : [...models].join(', '), ...group.labels },
        tellsFailures: true,
        tokens: hasAnyCosts(first) || steps.some(step => hasAnyCosts(step)) ? 'exact' : 'none',
        steps,
      },
      place: group.nodes[0].place,
      begins: first.at ?? 0,
    },
  ];
}

/** The nearest case that has steps of its own. */
function findParentCase({ parent }: SpanGroup): string | null {
  for (let one = parent; one !== null; one = one.parent) if (one.acted.length > 0) return one.id;
  return null;
}

/** Failure of the outermost agent of a case; null if it did not fail, or only repeated another's failure. */
function findGroupFailure({ nodes, acted }: SpanGroup): string | null {
  const agents = nodes.filter(
    ({ piece }) => piece.failedBy !== null && (piece.kind === 'agent' || piece.kind === 'group'),
  );
  if (agents.length === 0) return null;
  const thrown = collectThrownMessages(acted);
  const own = new Set(nodes);
  const failed = agents.find(
    node =>
      ![...iterateAncestors(node)].some(one => one.piece.kind === 'agent' && own.has(one)) &&
      getNodeFailure(node, { thrown }) === true &&
      !isPropagatedFailure(node, thrown),
  );
  return failed === undefined ? null : (failed.piece.error ?? 'error');
}
