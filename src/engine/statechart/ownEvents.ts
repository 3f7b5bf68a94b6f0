import type { ActionDefinition, Block, ChartDefinition, Written } from './definition.ts';
import { listPlacedStates } from './hierarchy/stateTree.ts';

/** Events that a block of actions raises or sends to its own agent, at once or after a delay. */
interface Brought {
  /** Names that stand in its text. */
  readonly events: readonly string[];
  /** True if it sends an event whose name is computed only when it is sent. */
  readonly hasUnknown: boolean;
}

const NO_EVENTS: Brought = { events: [], hasUnknown: false };

/** The events that a block brings its own agent, as far as its text says. */
export const findBlockEvents = (block: Block): Brought => mergeEventSets(block.map(findActionEvents));

/** The events that a chart sends its own agents, from any place. */
export function findChartOwnEvents(chart: ChartDefinition): Brought {
  const { setUp = [], transitions } = chart;
  const ofStates = listPlacedStates(chart).flatMap(({ definition: own }) => [
    ...(own?.entry ?? []),
    ...(own?.exit ?? []),
    own?.initialActions ?? [],
  ]);
  const ofTransitions = transitions.map(({ actions = [] }) => actions);
  return mergeEventSets([...setUp, ...ofStates, ...ofTransitions].map(findBlockEvents));
}

const mergeEventSets = (parts: readonly Brought[]): Brought => ({
  events: [...new Set(parts.flatMap(({ events }) => events))],
  hasUnknown: parts.some(({ hasUnknown }) => hasUnknown),
});

function findActionEvents(action: ActionDefinition): Brought {
  if (action.kind === 'raise' || action.kind === 'send') return { events: [action.event], hasUnknown: false };
  return action.kind === 'function' && action.written !== undefined
    ? findElementEvents(action.written)
    : NO_EVENTS;
}

/** Of an element and its content: a `send` in an `if` is one as well. */
function findElementEvents({ name, attributes, children }: Written): Brought {
  const isOwn = name === 'raise' || (name === 'send' && canTargetSelf(attributes));
  return mergeEventSets([
    isOwn ? resolveNamedEvent(attributes) : NO_EVENTS,
    ...children.map(findElementEvents),
  ]);
}

function resolveNamedEvent({ event, eventexpr }: Written['attributes']): Brought {
  if (eventexpr === undefined)
    return event === undefined ? NO_EVENTS : { events: [event], hasUnknown: false };
  const literal = /^\s*(['"])([^'"\\]*)\1\s*$/.exec(eventexpr);
  return literal === null ? { events: [], hasUnknown: true } : { events: [literal[2]], hasUnknown: false };
}

/** True if a sent event may reach the agent itself; a computed address may be its own. */
const canTargetSelf = ({ target = '', targetexpr }: Written['attributes']): boolean =>
  targetexpr !== undefined || target === '' || target === '#_internal' || target.startsWith('#_scxml_');
