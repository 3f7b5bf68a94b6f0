import { cleanTextLine } from '../core/cleanTextLine.ts';
import { formatPlainCount } from '../core/formatNounCount.ts';

/** Content of the section. */
export interface AgentStatus {
  readonly phase: string | null;
  /** Steps in the phase in a row. */
  readonly phaseSteps: number;
  /** Milliseconds in the phase; null if times are unknown. */
  readonly phaseMilliseconds: number | null;
  readonly status: 'HEALTHY' | 'WARNED' | 'STUCK' | 'STOPPED';
  readonly advice: string | null;
}

/** The section "Agent State" for the end of a prompt. */
export function formatAgentState({
  phase,
  phaseSteps,
  phaseMilliseconds,
  status,
  advice,
}: AgentStatus): string {
  const time = phaseMilliseconds === null ? '' : `, ${Math.round(phaseMilliseconds)}ms`;
  return [
    '## Agent State',
    ...(phase === null
      ? []
      : [`Current Phase: ${phase}`, `Phase Duration: ${formatPlainCount(phaseSteps, 'step')}${time}`]),
    `Status: ${status}`,
    ...(advice === null ? [] : [`Advice: ${advice}`]),
  ].join('\n');
}

/** Characters of a call's arguments in a message. */
const MAX_ARGUMENTS_LENGTH = 120;

/** A call as a message names it: "Bash {"command":"npm test"}". */
export const formatCallBriefly = (tool: string, args: string | null): string =>
  args === null || args === '' ? tool : `${tool} ${cleanTextLine(args, MAX_ARGUMENTS_LENGTH)}`;
