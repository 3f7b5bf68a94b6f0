import { InputError } from '../../../core/errors.ts';
import type { Tick } from '../../../core/indices.ts';
import { createTextMatcher, groupHitsByText, type Hit, MOST_HITS } from '../../textSearch.ts';
import type { GovernedState } from '../governedState.ts';
import { buildCallTrace, buildMissionRow, rebuildStepPrompt } from './inspectMission.ts';

/** @throws InputError for an unknown mission, or another model's query. */
export function answerGovernedQuery(
  state: GovernedState,
  name: string,
  argument: unknown,
  tick: Tick,
): unknown {
  switch (name) {
    case 'trace':
      return buildCallTrace(state, checkMissionNumber(state, argument), tick);
    case 'stepPrompt':
      return rebuildStepPrompt(state, argument as number);
    case 'missionRows':
      return (argument as readonly number[]).map(agent =>
        buildMissionRow(state, checkMissionNumber(state, agent)),
      );
    case 'search':
      return searchMissions(state, argument as string);
    default:
      throw new InputError(`model governed has no query "${name}"`);
  }
}

function checkMissionNumber({ population: { size } }: GovernedState, agent: unknown): number {
  if (typeof agent === 'number' && Number.isInteger(agent) && agent >= 0 && agent < size) return agent;
  throw new InputError(`mission ${agent} is not one of ${size}`);
}

function searchMissions({ population, loop, ledger }: GovernedState, words: string): readonly Hit[] {
  const isFound = createTextMatcher(words);
  const agents = Array.from({ length: population.size }, (_, agent) => agent);
  const goals = agents.map(agent => [loop.goalOf(agent), agent] as const);
  const answers = agents.flatMap(agent => {
    const final = ledger.startedAt(agent) === null ? null : ledger.dossier(agent).final;
    return final === null ? [] : [[final, agent] as const];
  });
  const withWords = (texts: typeof goals) => texts.filter(([text]) => isFound(text));
  return [
    ...groupHitsByText('goal', withWords(goals)),
    ...groupHitsByText('answer', withWords(answers)),
  ].slice(0, MOST_HITS);
}

/** Sort keys: missions under way first, then ended ones, the latest first, then those that wait. */
export function computeMissionSortKeys({ ledger, population }: GovernedState): Float64Array {
  return Float64Array.from({ length: population.size }, (_, agent) => {
    if (ledger.startedAt(agent) === null) return Number.POSITIVE_INFINITY;
    const ended = ledger.endedAt(agent);
    return ended === null ? Number.NEGATIVE_INFINITY : -ended;
  });
}
