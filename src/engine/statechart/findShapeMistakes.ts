const STATE_KEYS = new Set([
  ...['id', 'kind', 'states', 'initial', 'initialActions', 'deep', 'entry', 'exit', 'asks', 'done'],
  'doneWritten',
]);
const STATE_KINDS = ['parallel', 'final', 'history'];
const TRANSITION_KEYS = new Set([
  ...['trigger', 'on', 'source', 'target', 'isInternal', 'reenter', 'guard', 'action', 'actions', 'rate'],
  ...['per', 'weight', 'restarts', 'wildcard', 'words'],
]);
const GUARD_KINDS = ['compare', 'function', 'in'];

type Fields = Readonly<Record<string, unknown>>;

/** Parts of a definition that are not of the kind that they should be, one line each: programs without types hand over anything. */
export function findShapeMistakes(definition: unknown): string[] {
  if (!isFields(definition)) return [`a definition is an object, not ${describe(definition)}`];
  const { states, transitions, initial } = definition;
  return [
    ...(Array.isArray(states)
      ? states.flatMap((state, at) => findStateMistakes(state, `state ${at + 1}`))
      : [`states is ${describe(states)}, needs a list`]),
    ...(isNames(initial) ? [] : [`initial is ${describe(initial)}, needs the name of a state`]),
    ...(Array.isArray(transitions)
      ? transitions.flatMap((transition, at) => findTransitionMistakes(transition, `transition ${at + 1}`))
      : [`transitions is ${describe(transitions)}, needs a list`]),
  ];
}

function findStateMistakes(state: unknown, place: string): string[] {
  if (typeof state === 'string') return [];
  if (!isFields(state)) return [`${place} is ${describe(state)}, needs a name or an object`];
  const { id, kind, states } = state;
  const name = typeof id === 'string' ? `state "${id}"` : place;
  return [
    ...(typeof id === 'string' ? [] : [`${place} has the id ${describe(id)}, needs a name`]),
    ...(kind === undefined || STATE_KINDS.includes(String(kind))
      ? []
      : [`${name} has the kind ${describe(kind)}, needs ${STATE_KINDS.join(', ')} or none`]),
    ...findUnknownKeys(state, STATE_KEYS, name),
    ...(Array.isArray(states)
      ? states.flatMap((inner, at) => findStateMistakes(inner, `state ${at + 1} of ${name}`))
      : states === undefined
        ? []
        : [`${name} has states that are ${describe(states)}, needs a list`]),
  ];
}

function findTransitionMistakes(transition: unknown, place: string): string[] {
  if (!isFields(transition)) return [`${place} is ${describe(transition)}, needs an object`];
  const { trigger, source, target, guard } = transition;
  return [
    ...(typeof trigger === 'string' ? [] : [`${place} has the trigger ${describe(trigger)}, needs a name`]),
    ...(typeof source === 'string'
      ? []
      : [`${place} has the source ${describe(source)}, needs a state or *`]),
    ...(target === null || isNames(target)
      ? []
      : [`${place} has the target ${describe(target)}, needs a state, several or null`]),
    ...findUnknownKeys(transition, TRANSITION_KEYS, place),
    // A bare function has a remedy of its own.
    ...(guard === undefined || typeof guard === 'function' ? [] : findGuardMistakes(guard, place)),
  ];
}

function findGuardMistakes(guard: unknown, place: string): string[] {
  if (isFields(guard) && GUARD_KINDS.includes(String(guard.kind))) return [];
  return [`${place} has the guard ${describe(guard)}, needs an object of kind ${GUARD_KINDS.join(', ')}`];
}

const findUnknownKeys = (fields: Fields, known: ReadonlySet<string>, place: string): string[] =>
  Object.keys(fields)
    .filter(key => !known.has(key))
    .map(key => `${place} has "${key}", which is unknown`);

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isNames = (value: unknown): boolean =>
  typeof value === 'string' || (Array.isArray(value) && value.every(one => typeof one === 'string'));

function describe(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, 40));
  if (value === undefined) return 'missing';
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}
