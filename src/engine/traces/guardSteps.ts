import { createStepDraft, type StepDraft } from './traceSteps.ts';
import { SAY } from './traces.ts';

/** Decisions of a guard, and what came of advice. */
export const GUARD_EVENT_KINDS = ['advise', 'ask', 'refuse', 'stop', 'obeyed', 'ignored'] as const;
/** One of `GUARD_EVENT_KINDS`. */
export type GuardEventKind = (typeof GUARD_EVENT_KINDS)[number];

/** Tool of a step that is a guard's decision: in a session in which it acts, and in one in which it only notes. */
const TOOLS: Readonly<Record<GuardEventKind, readonly [acts: string, notes: string | null]>> = {
  advise: ['guard: advises', 'guard: would advise'],
  ask: ['guard: asks', 'guard: would ask'],
  refuse: ['guard: refuses', 'guard: would refuse'],
  stop: ['guard: stops', 'guard: would stop'],
  // Nobody can obey or ignore what was not said.
  obeyed: ['guard: obeyed', null],
  ignored: ['guard: ignored', null],
};

const GUARD_TOOLS: ReadonlySet<string> = new Set(
  Object.values(TOOLS).flatMap(([acts, notes]) => [acts, notes ?? []].flat()),
);

/** Label of guarded cases; its values are in `GUARD_ARMS`. */
export const GUARD_LABEL = 'guard';
/** Values of a guarded case's label: the guard acted, or only noted what it would have done. */
export const GUARD_ARMS = { acted: 'acted', noted: 'shadow' } as const;

/** Label of the share of sessions in which the guard was to act when a case was drawn. */
export const GUARD_SHARE_LABEL = 'act';

/** Facts about a guard's decision. */
interface GuardDecisionFacts {
  readonly kind: GuardEventKind;
  /** False: the guard only notes what it would do. */
  readonly acts: boolean;
  readonly rule: string | null;
  /** Words for the agent; null if there are none. */
  readonly text: string | null;
  /** Milliseconds since 1970; null if it is unknown. */
  readonly at: number | null;
}

/** A guard's decision as a step of the session; null for one that nobody noticed. */
export function createGuardStep({ kind, acts, rule, text, at }: GuardDecisionFacts): StepDraft | null {
  const tool = TOOLS[kind][acts ? 0 : 1];
  return tool === null
    ? null
    : createStepDraft({ tool, args: rule, result: text === '' ? null : text, at, until: at });
}

/**
 * True for a guard's decision, which is neither a call nor a message of the agent: rules and counts of calls pass it over.
 * @param kinds the decisions that are meant, whether the guard acts or only notes; absent: any
 */
export const isGuardTool = (tool: string, kinds?: readonly GuardEventKind[]): boolean =>
  GUARD_TOOLS.has(tool) && (kinds === undefined || kinds.some(kind => TOOLS[kind].includes(tool)));

/** The guard's decision that a step with this tool is, and whether the guard acts or only notes it; null for another step. */
export function findGuardDecision(
  tool: string,
): { readonly kind: GuardEventKind; readonly acts: boolean } | null {
  const kind = GUARD_EVENT_KINDS.find(one => TOOLS[one].includes(tool));
  return kind === undefined ? null : { kind, acts: TOOLS[kind][0] === tool };
}

/** True if a step with this tool is a call of the agent's: neither a message nor a guard's decision. */
export const isCallTool = (tool: string): boolean => tool !== SAY && !GUARD_TOOLS.has(tool);
