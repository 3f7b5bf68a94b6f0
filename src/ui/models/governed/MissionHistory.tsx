import type { AgentDetail, HistoryLine } from '../../../engine/model/detail.ts';
import { RULES } from '../../../engine/models/governed/phases.ts';
import { escapeInvisibleText } from '../../lib/words.ts';
import { AgentHistory } from '../../views/inspector/AgentHistory.tsx';

/** Moves whose reason is shown below them; the others have it in their title. */
const TOLD = new Set<string>([...RULES, 'resume', 'step_limit']);

/** "61.2 s of 60 s in SEARCHING": why a rule took this move; null for the others. */
const explainRuleMove = ({ context, trigger }: HistoryLine): string | null =>
  context === null || !TOLD.has(trigger) ? null : escapeInvisibleText(context);

/** A mission's moves, newest first, with the reasons of the rules. */
export const MissionHistory = ({ detail }: { readonly detail: AgentDetail }) => (
  <div>
    <AgentHistory detail={detail} whyOf={explainRuleMove} />
  </div>
);
