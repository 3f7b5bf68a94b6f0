import { isKeyedObject, type Json, wrapInArray } from './implementations.ts';

/** True if a value is the result of `JSON.stringify(machine)`: a node with XState's expanded configuration. */
export const isXStateDefinition = (json: unknown): json is Json =>
  isKeyedObject(json) &&
  typeof json.key === 'string' &&
  isKeyedObject(json.states) &&
  Array.isArray(json.transitions);

const LOSSES =
  'it is JSON.stringify(machine), which leaves out “always”, guards that are functions, and where histories lead at first: JSON.stringify(machine.config) has all that is data';

/** The configuration that the definition of a machine stands for, and notes on what is lost in that form. */
export function convertXStateDefinition(definition: Json): {
  readonly config: Json;
  readonly notes: string[];
} {
  const notes = [LOSSES];
  return { config: convertDefinitionNode(definition, '', notes), notes };
}

const COPIED_NODE_FIELDS = ['id', 'description', 'meta', 'output'];
const XSTATE_TYPES = ['parallel', 'final', 'history'];

function convertDefinitionNode(node: Json, place: string, notes: string[]): Json {
  const within = (key: string) => [place, key].filter(Boolean).join('.');
  const transitions = wrapInArray(node.transitions).filter(isKeyedObject);
  const delays = new Set(transitions.flatMap(({ delay }) => (delay === undefined ? [] : [String(delay)])));
  const slots: Record<'on' | 'after' | 'onDone', Record<string, Json[]>> = { on: {}, after: {}, onDone: {} };
  for (const [i, transition] of transitions.entries()) {
    const { delay, eventType } = transition;
    const event = String(eventType ?? transition.event ?? '');
    const [slot, key] =
      delay !== undefined
        ? (['after', String(delay)] as const)
        : event === `xstate.done.state.${String(node.id)}`
          ? (['onDone', ''] as const)
          : (['on', event] as const);
    const config = convertTransition(transition, within(`transitions[${i}]`), notes);
    slots[slot][key] = [...(slots[slot][key] ?? []), config];
  }
  const states = isKeyedObject(node.states) ? Object.entries(node.states) : [];
  const children = states.map(
    ([key, state]) =>
      [
        key,
        isKeyedObject(state) ? convertDefinitionNode(state, within(`states.${key}`), notes) : state,
      ] as const,
  );
  const entry = convertActions(
    dropTrailingActions(node.entry, 'xstate.raise', delays.size),
    within('entry'),
    notes,
  );
  const exit = convertActions(
    dropTrailingActions(node.exit, 'xstate.cancel', delays.size),
    within('exit'),
    notes,
  );
  return {
    ...Object.fromEntries(
      COPIED_NODE_FIELDS.flatMap(key => (node[key] === undefined ? [] : [[key, node[key]]])),
    ),
    ...(XSTATE_TYPES.includes(String(node.type)) && { type: node.type }),
    ...(node.type === 'history' && { history: node.history }),
    ...(node.type === 'compound' && { initial: resolveInitialKey(node, within('initial'), notes) }),
    ...(children.length > 0 && { states: Object.fromEntries(children) }),
    ...(Object.keys(slots.on).length > 0 && { on: slots.on }),
    ...(delays.size > 0 && { after: slots.after }),
    ...(slots.onDone[''] !== undefined && { onDone: slots.onDone[''] }),
    ...(entry.length > 0 && { entry }),
    ...(exit.length > 0 && { exit }),
    ...(wrapInArray(node.invoke).length > 0 && { invoke: node.invoke }),
  };
}

function convertTransition(transition: Json, place: string, notes: string[]): Json {
  const { target, reenter, guard, description, meta } = transition;
  const actions = convertActions(wrapInArray(transition.actions), `${place}.actions`, notes);
  return {
    ...(target !== undefined && { target }),
    ...(reenter === true && { reenter }),
    ...(guard !== undefined && { guard }),
    ...(actions.length > 0 && { actions }),
    ...(description !== undefined && { description }),
    ...(meta !== undefined && { meta }),
  };
}

/** The key of the state in which a node begins, which is named by its id. */
function resolveInitialKey(node: Json, place: string, notes: string[]): unknown {
  const initial = isKeyedObject(node.initial) ? node.initial : {};
  const id = String(wrapInArray(initial.target)[0] ?? '').slice(1);
  const states = isKeyedObject(node.states) ? Object.entries(node.states) : [];
  const key = states.find(([, state]) => isKeyedObject(state) && state.id === id)?.[0];
  const actions = convertActions(wrapInArray(initial.actions), `${place}.actions`, notes);
  return actions.length > 0 ? { target: key, actions } : key;
}

/** Without the actions by which XState sends and cancels the node's delays: they come last. */
function dropTrailingActions(actions: unknown, type: string, count: number): readonly unknown[] {
  let left = count;
  return wrapInArray(actions)
    .toReversed()
    .filter(action => !(isKeyedObject(action) && action.type === type && left-- > 0))
    .toReversed();
}

/** Actions of which more is left than that they were functions. */
function convertActions(actions: readonly unknown[], place: string, notes: string[]): readonly unknown[] {
  return actions.filter((action, i) => {
    const type = isKeyedObject(action) ? action.type : action;
    const isLost = type === null || type === '' || /^xstate\./.test(String(type));
    if (isLost)
      notes.push(
        `${place}[${i}] is left out: of ${type ? `“${String(type)}”` : 'a function'} nothing else is in this form`,
      );
    return !isLost;
  });
}
