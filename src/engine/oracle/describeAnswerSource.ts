import type { Source } from './oracle.ts';

/** Source of an answer, as a clause: "which the built-in policy answered". @param source null: nobody was asked */
export function describeAnswerSource(source: Source | null): string {
  switch (source) {
    case null:
    case 'late':
      return 'which nobody answered';
    case 'policy':
      return 'which the built-in policy answered';
    case 'budget':
      return 'which the built-in policy answered, as the budget was spent';
    case 'fallback':
      return 'to which no answer could be used';
    case 'cache':
      return 'which had been answered before';
    case 'replay':
      return 'which the recording answered';
    case 'given':
      return 'which a change of the run answered';
    case 'custom':
      return 'which an oracle of another program answered';
    default:
      return `which ${source} answered`;
  }
}
