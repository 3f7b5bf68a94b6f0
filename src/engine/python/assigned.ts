import type { Statement, Target } from './program.ts';

/** Names that statements give a value to, those of functions within them left out. */
export const assignedIn = (statements: readonly Statement[]): readonly string[] =>
  statements.flatMap(statement => {
    switch (statement.kind) {
      case 'assign':
        return statement.targets.flatMap(namesIn);
      case 'update':
        return namesIn(statement.target);
      case 'if':
        return [
          ...statement.branches.flatMap(({ body }) => assignedIn(body)),
          ...assignedIn(statement.otherwise),
        ];
      case 'for':
        return [
          ...namesIn(statement.target),
          ...assignedIn(statement.body),
          ...assignedIn(statement.otherwise),
        ];
      case 'while':
        return [...assignedIn(statement.body), ...assignedIn(statement.otherwise)];
      case 'delete':
        return statement.targets.flatMap(namesIn);
      case 'function':
        return [statement.name];
      case 'try':
        return [
          ...blocksOf(statement).flatMap(assignedIn),
          ...statement.handlers.flatMap(({ name }) => name ?? []),
        ];
      default:
        return [];
    }
  });

/** All blocks of a try. */
export const blocksOf = ({
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
export const namesIn = (target: Target): readonly string[] =>
  target.kind === 'targets' ? target.targets.flatMap(namesIn) : target.kind === 'name' ? [target.name] : [];
