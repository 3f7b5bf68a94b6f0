import { findFirstAtLeast } from '../../core/findFirstAtLeast.ts';
import type { ToolCall } from '../lists/message.ts';
import type { CaseDraft, TracePlace } from '../traceReading.ts';
import {
  addStepCosts,
  createMessageStep,
  createStepDraft,
  type StepDraft,
  serializeStepValue,
} from '../traceSteps.ts';
import { type ModelCallTime, SAY } from '../traces.ts';
import { unwrapCallArguments, unwrapToolResult } from '../unwrapValues.ts';
import { addTwoCosts, type Costs, hasAnyCosts, UNKNOWN_COSTS } from '../usage.ts';
import { iterateAncestors, type SpanNode } from './buildSpanTree.ts';
import { type ActedNode, buildTurns, sortByTime, type Turn } from './buildTurns.ts';
import { dropInterruptedCalls } from './dropInterruptedCalls.ts';
import type { GivenResult, SpanPiece, Verdict } from './piece.ts';
import { isToolClassName } from './pieceOfSpan.ts';

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
  const rows = sortByTime(
    group.nodes,
    ({ piece }) => piece.start,
    ({ piece }) => piece.trace,
  );
  return buildSpanCaseSteps(acted, rows, awaited);
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
        isClosed: isGroupClosed(group),
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

/**
 * True if the span of the agent that took a case's last step is there: tracers send spans when they end. For an agent that
 * nobody sent it must be the root of its trace, since one around it may not have ended yet.
 */
function isGroupClosed({ acted, nodes, parent }: SpanGroup): boolean {
  const lastMoment = ({ node: { piece } }: ActedNode) => piece.end ?? piece.start ?? Number.NEGATIVE_INFINITY;
  const [first, ...others] = acted;
  if (first === undefined) return false;
  const last = others.reduce((latest, one) => (lastMoment(one) >= lastMoment(latest) ? one : latest), first);
  const own = new Set(nodes);
  return [...iterateAncestors(last.node)].some(
    node =>
      (node.piece.kind === 'agent' || node.piece.kind === 'group') &&
      node.piece.end !== null &&
      own.has(node) &&
      (parent !== null || node.piece.parent === ''),
  );
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

/** Common data of all turns of a case. */
interface CaseFacts {
  readonly results: GivenResults;
  /** Messages of exceptions: a status with the same words on another span was spread by the tracer. */
  readonly thrown: ReadonlySet<string>;
  readonly hasTools: boolean;
  /** Ids of calls that a person was asked to allow. */
  readonly awaited: ReadonlySet<string>;
}

/** Steps of one case, and what could not become one. */
interface StepsOfCase {
  readonly steps: StepDraft[];
  /** Turns that asked for tools which nothing names. */
  readonly unnamed: number;
  /** Their cost, if no step could bear it. */
  readonly unpaid: Costs;
  /** Turns in which the order of the model's requests for simultaneous tools is unknown. */
  readonly unordered: number;
}

/**
 * The steps of one case from its spans. A turn is a call of a model and the tools that it asked for, in the order in
 * which it named them: its steps are these, else the calls that its answer asks for, else a message to the user. The
 * cost of a turn and the times of its model's call are on its first step; those of a turn without any go to the next one.
 * @param acted calls of models and tools of one case, in the order in which they began
 * @param rows all of the case's spans in that order, some of them with inputs of models
 * @param awaited ids of calls that a person was asked to allow
 */
function buildSpanCaseSteps(
  acted: readonly ActedNode[],
  rows: readonly SpanNode[],
  awaited: ReadonlySet<string>,
): StepsOfCase {
  const nodes = dropInterruptedCalls(acted);
  const turns = buildTurns(nodes, rows);
  const facts: CaseFacts = {
    results: new GivenResults(rows),
    thrown: collectThrownMessages(nodes),
    hasTools: nodes.some(({ node }) => node.piece.kind === 'tool'),
    awaited,
  };
  const steps: StepDraft[] = [];
  let owed: Costs = UNKNOWN_COSTS;
  let calls: ModelCallTime[] = [];
  const lastOf = new Map(turns.map(turn => [turn.model?.run, turn]));
  for (const turn of turns) {
    const isLast = turn.model === null || lastOf.get(turn.model.run) === turn;
    const found = buildTurnSteps(turn, facts, isLast);
    const own = turn.model === null ? UNKNOWN_COSTS : (turn.model.node.costs ?? UNKNOWN_COSTS);
    const paid = addTwoCosts(owed, own);
    // A message is the call of the model itself.
    if (found[0]?.tool !== SAY) calls.push(...listCallTimes(turn));
    if (found.length > 0) {
      addStepCosts(found[0], paid);
      addModelCalls(found[0], calls);
      calls = [];
    }
    owed = found.length > 0 ? UNKNOWN_COSTS : paid;
    for (const step of found) steps.push(step);
  }
  const last = steps.at(-1);
  if (last !== undefined) {
    addStepCosts(last, owed);
    addModelCalls(last, calls);
  }
  const unnamed = turns.filter(turn => hasUnnamedCalls(turn)).length;
  return {
    ...{ steps, unnamed, unpaid: last === undefined ? owed : UNKNOWN_COSTS },
    unordered: turns.filter(isUnorderedTurn).length,
  };
}

/** When a turn's model was called; none if that is unknown. */
function listCallTimes({ model }: Turn): readonly ModelCallTime[] {
  const { start = null, end = null } = model?.node.piece ?? {};
  return start === null ? [] : [[start, end]];
}

function addModelCalls(step: StepDraft, calls: readonly ModelCallTime[]): void {
  if (calls.length > 0) step.modelCalls = [...(step.modelCalls ?? []), ...calls];
}

/** The messages of the exceptions of calls. */
function collectThrownMessages(acted: readonly ActedNode[]): ReadonlySet<string> {
  const thrown = new Set<string>();
  for (const { node } of acted) if (node.piece.failedBy === 'exception') thrown.add(String(node.piece.error));
  return thrown;
}

/** True if tools of a turn ran at once, and nothing shows which of them the model named first. */
function isUnorderedTurn({ tools }: Turn): boolean {
  if (tools.length < 2) return false;
  const loose = tools.flatMap(({ tool, call }) =>
    call === Number.POSITIVE_INFINITY ? [tool.node.piece] : [],
  );
  const [first, ...others] = loose.sort((a, b) => (a.start ?? 0) - (b.start ?? 0));
  let until = first?.end ?? null;
  for (const { start, end } of others) {
    if (start !== null && until !== null && start < until) return true;
    until = Math.max(until ?? 0, end ?? 0);
  }
  return false;
}

/** True if a turn asked for tools without a recorded name or span. */
const hasUnnamedCalls = ({ model, calls, tools }: Turn): boolean =>
  model?.node.piece.turn?.wantsTools === true && calls.length === 0 && tools.length === 0;

function buildTurnSteps({ model, calls, tools }: Turn, facts: CaseFacts, isLast: boolean): StepDraft[] {
  const turn = model?.node.piece.turn ?? null;
  const words: StepWords = { prompt: turn?.prompt ?? null, answer: turn?.text ?? null };
  const ran = new Map(tools.map(one => [one.call, one.tool]));
  const loose = tools.filter(({ call }) => call === Number.POSITIVE_INFINITY).map(({ tool }) => tool);
  const steps = [
    ...calls.flatMap((call, place) => {
      const tool = ran.get(place);
      if (tool !== undefined) return [buildToolStep(tool, call, model, facts)];
      const given = facts.results.find(call.id, model?.node ?? null);
      // A turn of which some calls have spans has none for those that never ran.
      return model === null || (tools.length > 0 && given === undefined)
        ? []
        : [buildAskedCallStep(model, call, given, facts)];
    }),
    ...loose.map(tool => buildToolStep(tool, null, model, facts)),
  ];
  if (steps.length > 0) Object.assign(steps[0], words);
  if (steps.length > 0 || model === null) return steps;
  if (turn?.wantsTools === true) return [];
  // A turn without words and calls may have made calls that are recorded elsewhere.
  if (turn?.text == null && turn?.wantsTools == null && facts.hasTools && !isLast) return [];
  const { piece, node, failed } = {
    ...model,
    piece: model.node.piece,
    failed: getNodeFailure(model.node, facts),
  };
  const error = failed === true ? piece.error : null;
  return [
    createMessageStep(words.answer, {
      ...{
        agent: model.agent,
        state: findNodeState(node),
        at: piece.start,
        until: piece.end,
        prompt: words.prompt,
        failed,
        error,
      },
    }),
  ];
}

type StepWords = Pick<StepDraft, 'prompt' | 'answer'>;

/** State of the nearest span around that names one. */
function findNodeState(node: SpanNode): string | null {
  if (node.piece.state !== null) return node.piece.state;
  for (const one of iterateAncestors(node)) if (one.piece.state !== null) return one.piece.state;
  return null;
}

function buildToolStep(
  { node, agent }: ActedNode,
  call: ToolCall | null,
  model: ActedNode | null,
  facts: CaseFacts,
): StepDraft {
  const { piece } = node;
  const given = facts.results.find(piece.call?.id ?? call?.id ?? null, model?.node ?? null);
  const failed = getNodeFailure(node, facts) ?? given?.failed ?? null;
  const args = piece.call?.args;
  const result = piece.result ?? (given === undefined ? null : unwrapToolResult(given.value));
  const step = createStepDraft({
    tool: resolveToolName(piece, call),
    agent,
    state: findNodeState(node),
    at: piece.start,
    until: piece.end,
    // The model's own words are whole if a tracer keeps a single argument alone.
    args:
      typeof args === 'object' || call === null || call.args === undefined
        ? (args ?? null)
        : unwrapCallArguments(call.args),
    result,
    failed,
    error: failed === true ? (piece.error ?? findErrorBelow(node) ?? serializeStepValue(result)) : null,
    waitsFor: piece.waits ? 'person' : null,
  });
  if (node.costs !== null) addStepCosts(step, node.costs);
  return step;
}

/** The name of a tool; what its span has may be that of its class. */
function resolveToolName({ name, call }: SpanPiece, asked: ToolCall | null): string {
  if (!isToolClassName(name)) return name;
  return call !== null && !isToolClassName(call.name) ? call.name : (asked?.name ?? name);
}

/** A call known only from the model's answer and its next input. */
function buildAskedCallStep(
  { node, agent }: ActedNode,
  call: ToolCall,
  given: GivenResult | undefined,
  facts: CaseFacts,
): StepDraft {
  const result = given === undefined ? null : unwrapToolResult(given.value);
  const text = serializeStepValue(result);
  const failed = given?.failed ?? (text !== null && /^Error\b/.test(text) ? true : null);
  const waits = given === undefined && facts.awaited.has(call.id ?? '');
  return createStepDraft({
    ...{
      tool: call.name,
      agent,
      state: findNodeState(node),
      // Nobody can have made it before the model asked for it.
      at: node.piece.end ?? node.piece.start,
      args: unwrapCallArguments(call.args),
    },
    ...{ result, failed, error: failed === true ? text : null, isInferred: facts.hasTools },
    waitsFor: waits ? 'person' : null,
  });
}

/** True if a node failed by itself: null if it did not say so. */
function getNodeFailure(node: SpanNode, { thrown }: Pick<CaseFacts, 'thrown'>): boolean | null {
  const { piece } = node;
  if (piece.failedBy === 'exception') return true;
  if (piece.failedBy === 'status') return isPropagatedFailure(node, thrown) ? null : true;
  return findErrorBelow(node) === null ? null : true;
}

/**
 * True if a status repeats the failure of another span, whose exception has the same words, on a span with an output of
 * its own.
 */
const isPropagatedFailure = ({ piece }: SpanNode, thrown: ReadonlySet<string>): boolean =>
  piece.gave && thrown.has(String(piece.error));

/** Error of the execution within a tool's span. */
function findErrorBelow({ children, piece }: SpanNode): string | null {
  if (piece.kind !== 'tool') return null;
  return (
    children.find(
      child =>
        child.piece.kind === 'other' &&
        /\.execution$/.test(child.piece.name) &&
        child.piece.failedBy !== null,
    )?.piece.error ?? null
  );
}

/** A result, and its order: the input of the model at place n is 2n, its answer 2n + 1. */
interface PlacedResult extends GivenResult {
  readonly order: number;
}

/** Results of calls in models' inputs, by the ids of the calls: some providers reuse ids in each turn. */
class GivenResults {
  private readonly places = new Map<SpanNode, number>();
  private readonly byId = new Map<string, PlacedResult[]>();

  /** @param rows all spans of a case in the order in which they began */
  constructor(rows: readonly SpanNode[]) {
    for (const [place, node] of rows.entries()) {
      const turn = node.piece.turn;
      if (turn === null) continue;
      this.places.set(node, place);
      for (const [id, result] of turn.results) this.add(id, result, 2 * place);
      for (const [id, result] of turn.ownResults) this.add(id, result, 2 * place + 1);
    }
  }

  private add(id: string, { value, failed }: GivenResult, order: number): void {
    const known = this.byId.get(id);
    if (known === undefined) this.byId.set(id, [{ value, failed, order }]);
    else known.push({ value, failed, order });
  }

  /** The result of a call that a turn of a model asked for: if its id is reused, the first one after that turn. */
  find(id: string | null, asking: SpanNode | null): GivenResult | undefined {
    const found = id === null ? undefined : this.byId.get(id);
    const place = asking === null ? undefined : this.places.get(asking);
    if (found === undefined || found.length === 1 || place === undefined) return found?.at(-1);
    return found[findFirstAtLeast(found.length, 2 * place + 1, at => found[at].order)];
  }
}
