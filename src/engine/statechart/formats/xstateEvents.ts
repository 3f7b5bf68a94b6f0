import { isKeyedObject } from './implementations.ts';
import type { XStateNode } from './xstateNodes.ts';
import { DONE, getDelayEventName, XSTATE_PREFIX } from './xstateParts.ts';

/** Prefix of a delay's event, before its milliseconds. */
export const AFTER_PREFIX = 'after.';

/** An event that XState raises itself. */
interface RaisedEvent {
  /** XState's name: `xstate.after.1000.m.a`. */
  readonly name: string;
  /** Event of the chart: `after.1000.a`. */
  readonly event: string;
}

/** The delays of a node that are numbers, in milliseconds. */
export const listNodeDelays = ({ json: { after } }: XStateNode): readonly number[] =>
  (isKeyedObject(after) ? Object.keys(after) : []).map(Number).filter(ms => ms >= 0 && Number.isFinite(ms));

/** The events that a machine without actors may raise itself: of states that come to their end, and of delays. */
const collectRaisedEvents = (nodes: readonly XStateNode[]): readonly RaisedEvent[] =>
  nodes.flatMap(node => [
    ...(node.children.length > 0
      ? [{ name: `${XSTATE_PREFIX}${DONE}${node.xstateId}`, event: `${DONE}${node.id}` }]
      : []),
    ...listNodeDelays(node).map(ms => ({
      name: `${XSTATE_PREFIX}${AFTER_PREFIX}${ms}.${node.xstateId}`,
      event: getDelayEventName(ms, node.id),
    })),
  ]);

/** Those of them that a descriptor matches, by the chart's names: its own name, or its prefix up to a dot. */
export function findRaisedEventNames(descriptor: string, nodes: readonly XStateNode[]): readonly string[] {
  const isPrefix = descriptor.endsWith('.*');
  const begun = descriptor.replace(/\.\*$/, '');
  const answered = collectRaisedEvents(nodes).filter(
    ({ name }) => name === begun || (isPrefix && name.startsWith(`${begun}.`)),
  );
  return answered.map(({ event }) => event);
}
