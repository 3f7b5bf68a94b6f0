import type { Statement, Target } from './program.ts';

/** Names that statements give a value to, those of functions within them left out. */
export const listAssignedNames = (statements: readonly Statement[]): readonly string[] =>
  statements.flatMap(statement => {
    switch (statement.kind) {
      case 'assign':
        return statement.targets.flatMap(listTargetVariables);
      case 'update':
        return listTargetVariables(statement.target);
      case 'if':
        return [
          ...statement.branches.flatMap(({ body }) => listAssignedNames(body)),
          ...listAssignedNames(statement.otherwise),
        ];
      case 'for':
        return [
          ...listTargetVariables(statement.target),
          ...listAssignedNames(statement.body),
          ...listAssignedNames(statement.otherwise),
        ];
      case 'while':
        return [...listAssignedNames(statement.body), ...listAssignedNames(statement.otherwise)];
      case 'delete':
        return statement.targets.flatMap(listTargetVariables);
      case 'function':
        return [statement.name];
      case 'try':
        return [
          ...listTryBlocks(statement).flatMap(listAssignedNames),
          ...statement.handlers.flatMap(({ name }) => name ?? []),
        ];
      default:
        return [];
    }
  });

/** All blocks of a try. */
export const listTryBlocks = ({
  body,
  handlers,
  otherwise,
  last,
}: Extract<Statement, { kind: 'try' }>): readonly (readonly Statement[])[] => [
  body,
  ...handlers.map(handler => handler.body),
  otherwise,
  last,
];

/** Names that a target gives a value to. */
export const listTargetVariables = (target: Target): readonly string[] =>
  target.kind === 'targets'
    ? target.targets.flatMap(listTargetVariables)
    : target.kind === 'name'
      ? [target.name]
      : [];
