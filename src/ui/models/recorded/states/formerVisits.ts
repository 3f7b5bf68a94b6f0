import type { MappingReport } from '../../../../engine/models/recorded/reports/buildMappingReport.ts';
import type { StandOut } from '../../../model/modelAppearance.ts';
import type { PageState } from '../../../state/pageState.ts';
import { getRecordedPart } from '../recordedPart.ts';

const NO_MEMBERS: readonly number[] = [];

/** Name of the selected state if no case is in it; null for none. */
const getEmptyState = ({ run, selection }: PageState): string | null =>
  run === null || selection.state === null || selection.agents.length > 0
    ? null
    : String(run.info.chart.states[selection.state]);

interface FormerVisits {
  readonly mapping: MappingReport;
  readonly state: string;
  readonly agents: ReadonlySet<number>;
}

let lastVisits: FormerVisits | null = null;

/** Cases that have been in the selected state, if none is in it now; null otherwise, and if none has been there. */
function findFormerVisitors(page: PageState): ReadonlySet<number> | null {
  const state = getEmptyState(page);
  const { mapping } = getRecordedPart(page);
  if (state === null || mapping === null) return null;
  if (lastVisits?.mapping !== mapping || lastVisits.state !== state) {
    const visited = mapping.states.find(one => one.state === state);
    lastVisits = { mapping, state, agents: new Set(visited?.visitors) };
  }
  return lastVisits.agents.size === 0 ? null : lastVisits.agents;
}

/** Cases that stand out in chart and timelines because they have been in a state in which none is now. */
export const FORMER_VISITS: StandOut = {
  watch: findFormerVisitors,
  lit: findFormerVisitors,
  members: () => NO_MEMBERS,
  litNote: cases => `outlined: ${cases} that ${cases.startsWith('1 ') ? 'has' : 'have'} been there`,
  membersNote: () => '',
};
