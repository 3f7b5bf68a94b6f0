import { isKeyedObject, type Json, wrapInArray } from './implementations.ts';
import {
  DONE,
  getDelayEventName,
  getStatescopeMeta,
  isRepeatedTransition,
  XSTATE_PREFIX,
} from './xstateParts.ts';

/** A node of an XState machine, with its place. */
export interface XStateNode {
  readonly key: string;
  readonly json: Json;
  readonly parent: XStateNode | null;
  readonly children: XStateNode[];
  /** `states.a.states.b`; empty for the machine. */
  readonly place: string;
  /** XState's own id. */
  readonly xstateId: string;
  /** Its id in the chart. */
  id: string;
}

/** Levels that are read; a chart has fewer. */
const MAX_XSTATE_DEPTH = 250;

/** All nodes of a machine, the machine first, in document order. */
export function collectXStateNodes(machine: Json, mistakes: string[]): XStateNode[] {
  const all: XStateNode[] = [];
  const add = (key: string, json: Json, parent: XStateNode | null, depth: number): void => {
    const place = parent === null ? '' : `${parent.place === '' ? '' : `${parent.place}.`}states.${key}`;
    const path = parent === null ? key : `${parent.xstateId}.${key}`;
    const xstateId = typeof json.id === 'string' ? json.id : path;
    const node: XStateNode = { key, json, parent, children: [], place, xstateId, id: '' };
    all.push(node);
    parent?.children.push(node);
    if (depth > MAX_XSTATE_DEPTH)
      mistakes.push(`${place.slice(0, 60)}… is nested more than ${MAX_XSTATE_DEPTH} deep`);
    else if (isKeyedObject(json.states))
      for (const [child, of] of Object.entries(json.states)) {
        if (isKeyedObject(of)) add(child, of, node, depth + 1);
        else
          mistakes.push(
            `${place === '' ? '' : `${place}.`}states.${child} is ${formatJsonExcerpt(of)}, needs a state`,
          );
      }
    else if (json.states !== undefined) mistakes.push(`${place}.states is not an object`.replace(/^\./, ''));
  };
  add(typeof machine.id === 'string' ? machine.id : '(machine)', machine, null, 0);
  nameXStateNodes(all);
  return all;
}

/** The key, or the path if several have the same key. */
function nameXStateNodes(nodes: readonly XStateNode[]): void {
  const times = new Map<string, number>();
  for (const { key, parent } of nodes) if (parent !== null) times.set(key, (times.get(key) ?? 0) + 1);
  for (const node of nodes) {
    const own = getStatescopeMeta(node.json).id;
    if (typeof own === 'string') node.id = own;
    else if (node.parent === null) node.id = times.has(node.key) ? `${node.key} (machine)` : node.key;
    else if (times.get(node.key) === 1) node.id = node.key;
    else node.id = getXStateNodePath(node).join('.');
  }
}

const getXStateNodePath = (node: XStateNode): string[] =>
  node.parent === null ? [] : [...getXStateNodePath(node.parent), node.key];

/** The node that a target names, seen from the node of its transition. */
export function resolveXStateTarget(
  target: string,
  from: XStateNode,
  nodes: readonly XStateNode[],
): XStateNode | null {
  const steps = splitXStatePath(target);
  if (target.startsWith('#')) {
    const whole = nodes.find(({ xstateId }) => xstateId === target.slice(1));
    const head = nodes.find(({ xstateId }) => `#${xstateId}` === steps[0]);
    return whole ?? findDescendantNode(head, steps.slice(1));
  }
  if (target.startsWith('.')) return findDescendantNode(from, steps.slice(1));
  return from.parent === null ? null : findDescendantNode(from.parent, steps);
}

/** The node at the end of a path below a node. */
export function findDescendantNode(
  from: XStateNode | undefined,
  steps: readonly string[],
): XStateNode | null {
  let at = from;
  for (const step of steps) at = at?.children.find(({ key }) => key === step);
  return at ?? null;
}

/** Keys of a path; after a backslash a dot is part of a key. */
export const splitXStatePath = (path: string): string[] =>
  path.split(/(?<!\\)\./).map(step => step.replace(/\\(.)/gs, '$1'));

/** A value as a message quotes it. */
export const formatJsonExcerpt = (value: unknown): string =>
  (JSON.stringify(value) ?? typeof value).slice(0, 60);

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
  Object.entries(isKeyedObject(after) ? after : {})
    .filter(([, configs]) => !isAllRepeated(wrapInArray(configs)))
    .map(([ms]) => Number(ms))
    .filter(ms => ms >= 0 && Number.isFinite(ms));

const isAllRepeated = (configs: readonly unknown[]): boolean =>
  configs.length > 0 && configs.every(isRepeatedTransition);

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
