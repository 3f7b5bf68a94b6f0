import type { MissionStep, ToolCall } from '../../../../engine/models/governed/missionStep.ts';
import { getCallSubject, READ_TOOL } from '../../../../engine/models/governed/tools.ts';
import { formatNounCount } from '../../../lib/formatCounts.ts';

/** True if a question was asked in a step. */
export const isQuestionStep = ({ kind }: MissionStep): boolean =>
  kind !== 'verdict' && kind !== 'resumed' && kind !== 'forced';

/**
 * Fate of a step's advice.
 * @param steps all known steps of the mission: an agent that disobeyed a rule but was not stopped by it and
 * was asked again has made progress.
 */
export function describeAdviceFate(step: MissionStep, steps: readonly MissionStep[]): string {
  const { advice, obeyed, row } = step;
  if (advice === null) return '';
  if (step.kind === 'unanswered') return 'no answer';
  const later = steps.filter(other => other.row > row);
  // A warning after a resume asks for nothing that could be obeyed.
  if (obeyed === null) return later.some(({ kind }) => kind === 'verdict') ? 'stuck again' : '';
  if (advice.rule === null) return obeyed ? 'put right' : 'not put right';
  if (obeyed) return 'obeyed';
  const isStopped = later.some(({ kind, rule }) => kind === 'verdict' && rule === advice.rule);
  return !isStopped && later.some(isQuestionStep) ? 'not obeyed, but got on' : 'not obeyed';
}

/** A call's request in a word or a few: the query or the title that it was about, else the tool. */
export function formatCallQuery({ call }: MissionStep): string {
  if (!call) return '';
  return getCallSubject(call) ?? call.tool.split('.').at(-1) ?? call.tool;
}

/** Result of a call: "3 hits", "read", "not there". */
export function formatCallYield({ tool, total }: ToolCall): string {
  if (tool !== READ_TOOL) return formatNounCount(total, 'hit');
  return total === 0 ? 'not there' : 'read';
}

/** Why a step came to nothing, in a few words. */
export function formatRefusalReason({ failed, refused, call, kind }: MissionStep): string {
  if (refused === null) return `error: ${call?.error ?? ''}`;
  if (kind === 'unanswered') return `unanswered: ${refused}`;
  return failed > 0 ? `failed, ${failed} in a row: ${refused}` : `refused: ${refused}`;
}
