import { listNamesRead } from './listNamesRead.ts';
import {
  getContextKey,
  getNameRead,
  listBlockExpressions,
  listNestedExpressions,
  listTryBlocks,
} from './listSubexpressions.ts';
import type { Program, Statement, Target } from './program.ts';

/** Stands for any name: a key that is computed. */
const ANY_KEY = Symbol('any name');
type Name = string | typeof ANY_KEY;

/**
 * Names of the context that a program's variable may depend on, in the order of `listNamesRead`: those of each
 * statement that sets it, and of those that set their values. All names if a program changes values in place or makes
 * functions.
 */
export function findVariableSources(program: Program, variable: string): readonly string[] {
  const all = listNamesRead(program);
  if (!program.isPlain) return all;
  const behind = new Set<string>();
  const isWanted = (name: Name) => name === ANY_KEY || name === variable || behind.has(name);
  for (let size = -1; size !== behind.size; ) {
    size = behind.size;
    for (const statement of program.body)
      if (listNamesSet(statement).some(isWanted))
        for (const name of listStatementReads(statement)) behind.add(name);
  }
  return all.filter(name => behind.has(name));
}

function listNamesSet(statement: Statement): readonly Name[] {
  switch (statement.kind) {
    case 'assign':
      return statement.targets.flatMap(listNamesInTarget);
    case 'update':
      return listNamesInTarget(statement.target);
    case 'if':
      return [...statement.branches.flatMap(({ body }) => body), ...statement.otherwise].flatMap(
        listNamesSet,
      );
    case 'for':
      return [
        ...listNamesInTarget(statement.target),
        ...[...statement.body, ...statement.otherwise].flatMap(listNamesSet),
      ];
    case 'while':
      return [...statement.body, ...statement.otherwise].flatMap(listNamesSet);
    case 'try':
      return [...listTryBlocks(statement).flat(), ...statement.handlers.flatMap(({ body }) => body)].flatMap(
        listNamesSet,
      );
    default:
      return [];
  }
}

function listNamesInTarget(target: Target): readonly Name[] {
  if (target.kind === 'targets') return target.targets.flatMap(listNamesInTarget);
  if (target.kind === 'name') return [target.name];
  return target.kind === 'variable' ? [getContextKey(target.key) ?? ANY_KEY] : [];
}

/** Names that the expressions of a statement read, and the one that it updates. */
function listStatementReads(statement: Statement): readonly string[] {
  const read = listBlockExpressions([statement])
    .flatMap(listNestedExpressions)
    .flatMap(expression => getNameRead(expression) ?? []);
  const updated = statement.kind === 'update' ? listNamesInTarget(statement.target) : [];
  return [...read, ...updated.filter(name => name !== ANY_KEY)];
}
