import type { Action, Block, ChartDefinition, Guard, StateDefinition } from '../statechart/definition.ts';

/**
 * The chart with guards and actions that refuse to be asynchronous: a promise is true to nobody who asks at once, and an action
 * that goes on later would change an agent between two ticks.
 */
export function refusePromises(definition: ChartDefinition): ChartDefinition {
  const { states, transitions, setUp } = definition;
  return {
    ...definition,
    states: states.map(wrapState),
    ...(setUp && { setUp: setUp.map(wrapBlock) }),
    transitions: transitions.map(transition => ({
      ...transition,
      ...(transition.guard && { guard: wrapGuard(transition.guard) }),
      ...(transition.action && {
        action: wrapAction(transition.action, nameAction(transition.action, transition.trigger)),
      }),
      ...(transition.actions && { actions: wrapBlock(transition.actions) }),
    })),
  };
}

function wrapState(state: string | StateDefinition): string | StateDefinition {
  if (typeof state === 'string') return state;
  const { states, entry, exit, initialActions } = state;
  return {
    ...state,
    ...(states && { states: states.map(wrapState) }),
    ...(entry && { entry: entry.map(wrapBlock) }),
    ...(exit && { exit: exit.map(wrapBlock) }),
    ...(initialActions && { initialActions: wrapBlock(initialActions) }),
  };
}

const wrapBlock = (block: Block): Block =>
  block.map(action =>
    action.kind === 'function' ? { ...action, run: wrapAction(action.run, `action ${action.name}`) } : action,
  );

function wrapGuard(guard: Guard): Guard {
  if (guard.kind !== 'function') return guard;
  const { test, name } = guard;
  return {
    ...guard,
    // As in a condition of the language: a count that is not 0 holds.
    test: keepName(test, (agent, context) => {
      const holds: unknown = refusePromise(test(agent, context), `guard ${name}`);
      if (holds === undefined)
        throw new Error(`guard ${name} returns nothing: it has to return true or false`);
      return Boolean(holds);
    }),
  };
}

/** A function that is written in its place has the name of the field. */
const nameAction = ({ name }: Action, trigger: string): string =>
  name === '' || name === 'action' ? `the action of ${trigger}` : `action ${name}`;

const wrapAction = (action: Action, name: string): Action =>
  keepName(action, (agent, context): void => {
    refusePromise(action(agent, context), name);
  });

/** @throws Error for a promise, whose own failure is then nobody's */
function refusePromise<Value>(value: Value, what: string): Value {
  if (!(value instanceof Promise)) return value;
  value.catch(() => {});
  throw new Error(`${what} is asynchronous: it has to answer at once`);
}

/** A function's name counts in the hash, since its deeds are not known. */
const keepName = <Of extends (...args: never) => unknown>(from: Of, wrapped: Of): Of =>
  Object.defineProperty(wrapped, 'name', { value: from.name });
