import { recordedQueries } from '../../../../engine/models/recorded/reports/recordedQueries.ts';
import { escapeInvisibleText, formatNounCount } from '../../../lib/formatCounts.ts';
import { getCurrentModelWords } from '../../../model/getModelAppearance.ts';
import type { PageParts } from '../../../model/modelPlugin.ts';
import { getActivePauseTexts } from '../../../state/getActivePauseTexts.ts';
import { RECORDED } from '../recordedPart.ts';
import { followOn } from './followOn.ts';
import type { FreshMeeting, LiveMeetings } from './liveMeetings.ts';
import { describeStuckCase, STUCK_RULE_NAME } from './ruleWords.ts';

/** The condition that is always looked for. */
const STUCK = 'gets stuck';
/** Cases that a notice names. */
const MAX_NAMED = 3;

/** Conditions that are looked for in a run that is followed. */
export const listLiveConditions = ({ store }: Pick<PageParts, 'store'>): readonly string[] => [
  ...new Set([...getActivePauseTexts(store.getState().pauses), STUCK]),
];

/**
 * Looks for what the run on the screen meets that it did not meet before: a condition of *Pause when…* holds the page where
 * it is until somebody follows on; a case that is stuck is named.
 * @param isFromNothing true if nothing had come before
 */
export async function tellLiveMeetings(
  page: PageParts,
  known: LiveMeetings,
  isFromNothing: boolean,
): Promise<void> {
  const { store, commands } = page;
  const texts = listLiveConditions(page);
  const meetings = await commands.ask(engine => engine.meetings(texts));
  if (meetings === null) return;
  const pauses = getActivePauseTexts(store.getState().pauses);
  // A case that is stuck is news, though it has been since before the page was opened.
  const isNews = (text: string) => isFromNothing || (text === STUCK && !pauses.includes(STUCK));
  const fresh = known.take(texts, meetings, isNews);
  const met = fresh.filter(({ text }) => pauses.includes(text));
  if (met.length > 0) holdPage(page, met);
  else if (fresh.length > 0) await notifyOfStuckCases(page, fresh);
}

function holdPage({ store }: PageParts, met: readonly FreshMeeting[]): void {
  const { know, notify, select, setPauses, pauses } = store.getState();
  const texts = new Set(met.map(({ text }) => text));
  setPauses(pauses.map(one => (texts.has(one.text) ? { ...one, hits: one.hits + 1 } : one)));
  know(RECORDED, { isHeld: true });
  const agents = listAgents(met);
  const who = agents.length === 0 ? '' : `: ${nameCases(store, agents)}`;
  notify(
    'note',
    `Paused at ${getCurrentModelWords(store.getState()).Tick} ${met[0].tick}: ${[...texts].join(', ')}${who}.`,
    {
      ...{ label: 'Resume', act: () => followOn(store), stays: true },
      others: [{ label: 'Change when…', act: () => store.getState().showPauses(true) }],
    },
  );
  if (agents.length > 0) select({ agents: [agents[0]] });
}

/** Names cases that are stuck, each with what it repeats. */
async function notifyOfStuckCases(
  { store, commands }: PageParts,
  fresh: readonly FreshMeeting[],
): Promise<void> {
  const stuck = (await commands.ask(engine => recordedQueries.ask(engine, 'live', null)))?.stuck ?? [];
  const agents = listAgents(fresh);
  const { run, notify, select } = store.getState();
  const named = agents.slice(0, MAX_NAMED).map(agent => {
    const own = stuck.find(one => one.agent === agent);
    return `${run?.info.names[agent] ?? ''}${own === undefined ? '' : `: ${describeStuckCase(own)}`}`;
  });
  const more = agents.length > MAX_NAMED ? `; and ${agents.length - MAX_NAMED} more` : '';
  const count = agents.length === 1 ? '' : `${formatNounCount(agents.length, 'case')}. `;
  const words = `Stuck by the rule “${STUCK_RULE_NAME}”: ${count}${named.join('; ')}${more}.`;
  notify('note', escapeInvisibleText(words), { label: 'Show', act: () => select({ agents: [agents[0]] }) });
}

const listAgents = (met: readonly FreshMeeting[]): readonly number[] => [
  ...new Set(met.flatMap(({ agent }) => (agent === null ? [] : [agent]))),
];

function nameCases(store: PageParts['store'], agents: readonly number[]): string {
  const names = store.getState().run?.info.names ?? [];
  const named = agents.slice(0, MAX_NAMED).map(agent => names[agent] ?? '');
  return `${named.join(', ')}${agents.length > MAX_NAMED ? ` and ${agents.length - MAX_NAMED} more` : ''}`;
}
