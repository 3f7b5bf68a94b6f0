import { describeUnknownName, describeValue } from '../core/checkOptions.ts';

const DEFINITION_KEYS = [
  ...['name', 'semantics', 'machine', 'states', 'initial', 'setUp', 'transitions', 'thresholds', 'words'],
  'parameters',
];
const STATE_KEYS = [
  ...['id', 'kind', 'states', 'initial', 'initialActions', 'deep', 'entry', 'exit', 'asks', 'done'],
  'doneWritten',
];
const SEMANTICS = ['scxml', 'xstate'];
const STATE_KINDS = ['parallel', 'final', 'history'];
const TRANSITION_KEYS = [
  ...['trigger', 'on', 'source', 'target', 'isInternal', 'reenter', 'guard', 'action', 'actions', 'rate'],
  ...['per', 'weight', 'restarts', 'wildcard', 'words'],
];
const OPERATORS = ['<', '<=', '>', '>=', '==', '!='];
/** Kinds of guards and of actions, with the fields that each needs. */
const GUARD_KINDS: Readonly<Record<string, readonly Field[]>> = {
  compare: [
    ['column', 'a name', isName],
    ['op', OPERATORS.join(' '), value => OPERATORS.includes(String(value))],
    ['value', 'a number or { column }', isQuantity],
  ],
  function: [
    ['name', 'a name', isName],
    ['test', 'a function of the agent', isFunction],
  ],
  in: [['state', 'the name of a state', isName]],
};
const ACTION_KINDS: Readonly<Record<string, readonly Field[]>> = {
  function: [
    ['name', 'a name', isName],
    ['run', 'a function of the agent', isFunction],
  ],
  raise: [['event', 'a name', isName]],
  send: [['event', 'a name', isName]],
  cancel: [['id', 'a name', isName]],
  set: [
    ['column', 'a name', isName],
    ['value', 'a number or { column }', isQuantity],
  ],
  add: [
    ['column', 'a name', isName],
    ['value', 'a number or { column }', isQuantity],
  ],
};

type Fields = Readonly<Record<string, unknown>>;
type Field = readonly [name: string, needs: string, fits: (value: unknown) => boolean];

/** Parts of a definition that are not of the kind that they should be, one line each: programs without types hand over anything. */
export function findShapeMistakes(definition: unknown): string[] {
  if (!isFields(definition)) return [`a definition is an object, not ${describeValue(definition)}`];
  const { name, semantics, states, transitions, initial, setUp, thresholds, parameters } = definition;
  return [
    ...(typeof name === 'string' ? [] : [`name is ${describeValue(name)}, needs a text`]),
    ...(semantics === undefined || SEMANTICS.includes(String(semantics))
      ? []
      : [`semantics is ${describeValue(semantics)}, needs ${SEMANTICS.join(' or ')}`]),
    ...findUnknownKeys(definition, DEFINITION_KEYS, 'the chart'),
    ...(Array.isArray(states)
      ? states.flatMap((state, at) => findStateMistakes(state, `state ${at + 1}`))
      : [`states is ${describeValue(states)}, needs a list`]),
    ...(isNames(initial) ? [] : [`initial is ${describeValue(initial)}, needs the name of a state`]),
    ...(Array.isArray(transitions)
      ? transitions.flatMap((transition, at) => findTransitionMistakes(transition, `transition ${at + 1}`))
      : [`transitions is ${describeValue(transitions)}, needs a list`]),
    ...findBlockMistakes(setUp, 'setUp'),
    ...findThresholdMistakes(thresholds),
    ...findParameterShapeMistakes(parameters),
  ];
}

const PARAMETER_KEYS = ['name', 'label', 'description', 'min', 'max', 'step', 'value'];
const PARAMETER_NUMBERS = ['min', 'max', 'step', 'value'];

function findParameterShapeMistakes(parameters: unknown): string[] {
  if (parameters === undefined) return [];
  if (!Array.isArray(parameters)) return [`parameters is ${describeValue(parameters)}, needs a list`];
  return parameters.flatMap((parameter, at) => {
    const place = `parameter ${at + 1}`;
    if (!isFields(parameter) || !isName(parameter.name))
      return [`${place} is ${describeValue(parameter)}, needs { name, value }`];
    const wrong = PARAMETER_NUMBERS.filter(
      key => typeof parameter[key] !== 'number' && (key === 'value' || parameter[key] !== undefined),
    );
    return [
      ...findUnknownKeys(parameter, PARAMETER_KEYS, place),
      ...wrong.map(key => `${key} of ${place} is ${describeValue(parameter[key])}, needs a number`),
    ];
  });
}

function findThresholdMistakes(thresholds: unknown): string[] {
  if (thresholds === undefined) return [];
  if (!isFields(thresholds)) return [`thresholds is ${describeValue(thresholds)}, needs an object by state`];
  return Object.entries(thresholds).flatMap(([state, value]) =>
    isQuantity(value)
      ? []
      : [`the threshold of "${state}" is ${describeValue(value)}, needs a number or { column }`],
  );
}

function findStateMistakes(state: unknown, place: string): string[] {
  if (typeof state === 'string') return [];
  if (!isFields(state)) return [`${place} is ${describeValue(state)}, needs a name or an object`];
  const { id, kind, states, entry, exit, initialActions } = state;
  const name = typeof id === 'string' ? `state "${id}"` : place;
  return [
    ...(typeof id === 'string' ? [] : [`${place} has the id ${describeValue(id)}, needs a name`]),
    ...(kind === undefined || STATE_KINDS.includes(String(kind))
      ? []
      : [`${name} has the kind ${describeValue(kind)}, needs ${STATE_KINDS.join(', ')} or none`]),
    ...findUnknownKeys(state, STATE_KEYS, name),
    ...findBlockMistakes(entry, `entry of ${name}`),
    ...findBlockMistakes(exit, `exit of ${name}`),
    ...(initialActions === undefined ? [] : findActionMistakes(initialActions, `initialActions of ${name}`)),
    ...(Array.isArray(states)
      ? states.flatMap((inner, at) => findStateMistakes(inner, `state ${at + 1} of ${name}`))
      : states === undefined
        ? []
        : [`${name} has states that are ${describeValue(states)}, needs a list`]),
  ];
}

function findTransitionMistakes(transition: unknown, place: string): string[] {
  if (!isFields(transition)) return [`${place} is ${describeValue(transition)}, needs an object`];
  const { trigger, source, target, guard, action, actions, on } = transition;
  const needs = (name: string, value: unknown, words: string) => [
    `${place} has the ${name} ${describeValue(value)}, needs ${words}`,
  ];
  return [
    ...(typeof trigger === 'string' ? [] : needs('trigger', trigger, 'a name')),
    ...(typeof source === 'string' ? [] : needs('source', source, 'a state or *')),
    ...(target === null || isNames(target) ? [] : needs('target', target, 'a state, several or null')),
    ...(on === undefined || (Array.isArray(on) && isNames(on)) ? [] : needs('on', on, 'a list of events')),
    ...findUnknownKeys(transition, TRANSITION_KEYS, place),
    // A bare function has a remedy of its own.
    ...(guard === undefined || typeof guard === 'function'
      ? []
      : findKindMistakes(guard, GUARD_KINDS, `${place} has the guard`)),
    ...(action === undefined || typeof action === 'function'
      ? []
      : needs('action', action, 'a function; actions as data are in the list `actions`')),
    ...(actions === undefined ? [] : findActionMistakes(actions, `actions of ${place}`)),
    ...['rate', 'weight'].flatMap(name =>
      transition[name] === undefined || isQuantity(transition[name])
        ? []
        : needs(name, transition[name], 'a number or { column }'),
    ),
  ];
}

function findBlockMistakes(blocks: unknown, place: string): string[] {
  if (blocks === undefined) return [];
  if (!Array.isArray(blocks))
    return [`${place} is ${describeValue(blocks)}, needs a list of lists of actions`];
  return blocks.flatMap((block, at) => findActionMistakes(block, `list ${at + 1} of ${place}`));
}

function findActionMistakes(actions: unknown, place: string): string[] {
  if (!Array.isArray(actions)) return [`${place} is ${describeValue(actions)}, needs a list`];
  return actions.flatMap((action, at) =>
    findKindMistakes(action, ACTION_KINDS, `${place} has as number ${at + 1}`),
  );
}

/** Mistakes of a value that is of one of several kinds. @param place begins the sentence: "transition 1 has the guard" */
function findKindMistakes(
  value: unknown,
  kinds: Readonly<Record<string, readonly Field[]>>,
  place: string,
): string[] {
  const fields = isFields(value) && typeof value.kind === 'string' ? kinds[value.kind] : undefined;
  if (!isFields(value) || fields === undefined)
    return [
      `${place} ${isFields(value) ? `an object of kind ${describeValue(value.kind)}` : describeValue(value)}, needs an object of kind ${Object.keys(kinds).join(', ')}`,
    ];
  return fields.flatMap(([name, needs, fits]) =>
    fits(value[name])
      ? []
      : [
          `${place} of kind ${String(value.kind)} whose ${name} is ${describeValue(value[name])}, needs ${needs}`,
        ],
  );
}

const findUnknownKeys = (fields: Fields, known: readonly string[], place: string): string[] =>
  Object.keys(fields)
    .filter(key => !known.includes(key))
    .map(key => `${place} has "${key}", which is unknown; ${describeUnknownName(key, known)}`);

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function isName(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}

function isFunction(value: unknown): boolean {
  return typeof value === 'function';
}

function isQuantity(value: unknown): boolean {
  return typeof value === 'number' ? !Number.isNaN(value) : isFields(value) && isName(value.column);
}

const isNames = (value: unknown): boolean =>
  typeof value === 'string' || (Array.isArray(value) && value.every(one => typeof one === 'string'));
