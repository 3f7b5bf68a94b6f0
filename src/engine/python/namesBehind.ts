import { blocksOf } from './assigned.ts';
import { namesRead } from './namesRead.ts';
import type { Program, Statement, Target } from './program.ts';
import { expressionsIn, keyOf, nameOf, within } from './subexpressions.ts';

/** Stands for any name: a key that is computed. */
const ANY = Symbol('any name');
type Name = string | typeof ANY;

/**
 * Names of the context that a variable which a program sets may hang on, in the order of `namesRead`: those of each statement that
 * sets it, and of those that set what these read. All where a program changes values in place or makes functions.
 */
export function namesBehind(program: Program, variable: string): readonly string[] {
  const all = namesRead(program);
  if (!program.isPlain) return all;
  const behind = new Set<string>();
  const isWanted = (name: Name) => name === ANY || name === variable || behind.has(name);
  for (let size = -1; size !== behind.size; ) {
    size = behind.size;
    for (const statement of program.body)
      if (namesSet(statement).some(isWanted)) for (const name of namesIn(statement)) behind.add(name);
  }
  return all.filter(name => behind.has(name));
}

function namesSet(statement: Statement): readonly Name[] {
  switch (statement.kind) {
    case 'assign':
      return statement.targets.flatMap(targetNames);
    case 'update':
      return targetNames(statement.target);
    case 'if':
      return [...statement.branches.flatMap(({ body }) => body), ...statement.otherwise].flatMap(namesSet);
    case 'for':
      return [
        ...targetNames(statement.target),
        ...[...statement.body, ...statement.otherwise].flatMap(namesSet),
      ];
    case 'while':
      return [...statement.body, ...statement.otherwise].flatMap(namesSet);
    case 'try':
      return [...blocksOf(statement).flat(), ...statement.handlers.flatMap(({ body }) => body)].flatMap(
        namesSet,
      );
    default:
      return [];
  }
}

function targetNames(target: Target): readonly Name[] {
  if (target.kind === 'targets') return target.targets.flatMap(targetNames);
  if (target.kind === 'name') return [target.name];
  return target.kind === 'variable' ? [keyOf(target.key) ?? ANY] : [];
}

/** Names that the expressions of a statement read, and the one that it updates. */
function namesIn(statement: Statement): readonly string[] {
  const read = expressionsIn([statement])
    .flatMap(within)
    .flatMap(expression => nameOf(expression) ?? []);
  const updated = statement.kind === 'update' ? targetNames(statement.target) : [];
  return [...read, ...updated.filter(name => name !== ANY)];
}
