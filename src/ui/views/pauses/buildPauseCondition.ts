/** Kinds of conditions that the panel puts together, in words. */
export const KINDS = {
  enters: 'somebody enters',
  takes: 'somebody takes',
  outcome: 'an outcome is',
  state: 'so many are in',
  value: 'a value of an agent is',
  moves: 'the selected moves',
  fails: 'something fails',
  sticks: 'a rule finds somebody stuck',
  written: 'as written:',
} as const;
/** One of them. */
export type PauseKind = keyof typeof KINDS;

/** How values are compared, in words; outcomes and counts by the first four. */
export const COMPARED = {
  '>=': 'at least',
  '<=': 'at most',
  '>': 'more than',
  '<': 'less than',
  '==': 'exactly',
  '!=': 'other than',
} as const;

/** What somebody has chosen in the panel. */
export interface PauseParts {
  readonly kind: PauseKind;
  /** Of what: a state, a trigger, an outcome, a value's name. */
  readonly name: string;
  readonly by: keyof typeof COMPARED;
  readonly value: string;
  /** The agent's id, where it is about one alone. */
  readonly who: string | null;
  readonly written: string;
}

/** Kinds that may be about one agent alone. */
export const OF_ONE: readonly PauseKind[] = ['enters', 'takes', 'value', 'sticks'];
/** Kinds that compare with a value. */
export const OF_VALUE: readonly PauseKind[] = ['outcome', 'state', 'value'];

/** The condition as the engine reads it; '' where something is missing. */
export function buildPauseCondition({ kind, name, by, value, who, written }: PauseParts): string {
  const whose = who === null ? '' : `${who} `;
  switch (kind) {
    case 'enters':
    case 'takes':
      return `${whose}${kind} ${name}`;
    case 'outcome':
    case 'state':
      return `${name} ${by} ${value}`;
    case 'value':
      return name === '' || value === ''
        ? ''
        : `${who ?? 'any agent'}: ${name} ${by} ${formatPauseLiteral(value)}`;
    case 'moves':
      return who === null ? '' : `${who} moves`;
    case 'fails':
      return 'fails';
    case 'sticks':
      return `${whose}gets stuck`;
    case 'written':
      return written.trim();
  }
}

/** A value as an expression has it: numbers, True, False and None as they are, all else as a text. */
const formatPauseLiteral = (value: string): string =>
  /^(-?\d+(\.\d+)?|True|False|None|(["']).*\3)$/.test(value) ? value : JSON.stringify(value);
