import { InputErrors } from '../../../core/errors.ts';
import type { Problem } from '../../../core/textProblem.ts';

/** Most lines of a message; a page of them would help nobody. */
const TOLD = 20;

/** A workflow that cannot be run: every mistake with its line and column. */
export class WorkflowError extends InputErrors {
  constructor(
    file: string,
    readonly problems: readonly Problem[],
  ) {
    super(
      formatWorkflowErrors(
        file,
        problems.filter(({ severity }) => severity === 'error'),
      ),
    );
  }
}

function formatWorkflowErrors(file: string, errors: readonly Problem[]): string {
  const lines = errors.slice(0, TOLD).map(({ line, column, message, meant }) => {
    const hint = meant === null ? '' : `; did you mean “${meant}”?`;
    return `line ${line}, column ${column}: ${message}${hint}`;
  });
  const more = errors.length > TOLD ? [`and ${errors.length - TOLD} more`] : [];
  if (lines.length === 1) return `${file}, ${lines[0]}`;
  return [`${file} has ${errors.length} mistakes:`, ...lines, ...more].join('\n');
}
