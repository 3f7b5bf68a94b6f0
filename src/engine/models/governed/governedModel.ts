import type { Groups } from '../../core/agentGroups.ts';
import { InputError } from '../../core/errors.ts';
import type { Tick } from '../../core/indices.ts';
import { parseAgentSubject } from '../../model/agentSubject.ts';
import type { QueryTime } from '../../model/createAgentModelQueries.ts';
import type { Model, ModelReports, ModelState } from '../../model/model.ts';
import { type Moment, type OutcomeValues, orderOutcomeValues } from '../../model/outcomeDefinition.ts';
import { createTextMatcher, groupHitsByText, type Hit, MAX_HITS } from '../textSearch.ts';
import { governedChart } from './governedChart.ts';
import type { GovernedParameters } from './governedParameters.ts';
import { GOVERNED } from './governedSpec.ts';
import { GovernedState } from './governedState.ts';
import { type GovernedInputs, hasSecondChances, loadGovernedInputs } from './inputs/loadGovernedInputs.ts';
import { createEndingCounts, type MissionLedger } from './missionLedger.ts';
import { CHARACTERS } from './phases.ts';
import { GOVERNED_OUTCOMES, MISSION_SUBJECT } from './reports/governedOutcomes.ts';
import { buildCallTrace, buildMissionRow, rebuildStepPrompt } from './reports/inspectMission.ts';
import { GOVERNED_SERIES, type MissionLoop } from './step/missionLoop.ts';
import { describeRuleReason } from './stuck/describeStuckAdvice.ts';

/** Tool-using agents, governed by phases: each carries out a mission and is led out of it when stuck. */
export const governed: Model<GovernedInputs, GovernedParameters> = {
  ...GOVERNED,
  chart: governedChart,
  contextColumn: 'decision',
  series: GOVERNED_SERIES,
  load: loadGovernedInputs,
  loadsBy: setup => [setup.own, setup.agents, hasSecondChances(setup)],
  create: (config, inputs) => new GovernedModelState(config, inputs),
};

/** The model at work, with its answers to queries and its document. */
export class GovernedModelState extends GovernedState implements ModelState {
  async loadReports(): Promise<ModelReports> {
    const { createGovernedReporter } = await import('./reports/createGovernedReporter.ts');
    return createGovernedReporter(this);
  }

  outcomesAt(moment: Moment): OutcomeValues {
    return measureGovernedOutcomes(this.ledger, moment.tick, this.loop.chances !== null);
  }

  subjectAt(id: string, { tick }: Moment): OutcomeValues {
    return measureMission(this.ledger, parseAgentSubject(id, this.population.size), tick);
  }

  subjectSince(id: string): Tick {
    parseAgentSubject(id, this.population.size);
    return 0;
  }

  verdicts() {
    return findRuleVerdicts(this.loop, this.population.state.keys());
  }

  get groups(): Groups {
    const of = Uint8Array.from({ length: this.population.size }, (_, agent) =>
      CHARACTERS.indexOf(this.cast.characterOf(agent)),
    );
    return { label: 'character', names: CHARACTERS, of };
  }

  order(name: string): ArrayLike<number> | null {
    return name === 'outcome' ? computeMissionSortKeys(this) : null;
  }

  query(name: string, argument: unknown, { tick }: QueryTime): unknown {
    return answerGovernedQuery(this, name, argument, tick);
  }
}

/** Agents for which a rule holds, with the rule's count and its limit. */
const findRuleVerdicts = (loop: MissionLoop, agents: Iterable<number>) =>
  [...agents].flatMap(agent =>
    loop.rules.holding(agent, loop.phaseOf(agent)).map(rule => {
      const trouble = loop.troubleOf(agent, rule);
      return {
        agent,
        reason: describeRuleReason(trouble),
        score: trouble.value / Math.max(1, trouble.limit),
      };
    }),
  );

/** @throws InputError for an unknown mission, or another model's query. */
function answerGovernedQuery(state: GovernedState, name: string, argument: unknown, tick: Tick): unknown {
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
  ].slice(0, MAX_HITS);
}

/** Sort keys: missions under way first, then ended ones, the latest first, then those that wait. */
function computeMissionSortKeys({ ledger, population }: GovernedState): Float64Array {
  return Float64Array.from({ length: population.size }, (_, agent) => {
    if (ledger.startedAt(agent) === null) return Number.POSITIVE_INFINITY;
    const ended = ledger.endedAt(agent);
    return ended === null ? Number.NEGATIVE_INFINITY : -ended;
  });
}

/** The values of `GOVERNED_OUTCOMES` after a tick. O(missions + steps). @param hasChances whether there are second ones */
function measureGovernedOutcomes(ledger: MissionLedger, tick: Tick, hasChances: boolean): OutcomeValues {
  const endings = createEndingCounts();
  for (let agent = 0; agent < ledger.size; agent++) {
    const when = ledger.endedAt(agent);
    const ending = ledger.endingOf(agent);
    if (when !== null && when <= tick && ending !== null) endings[ending]++;
  }
  let steps = 0;
  let tokens = 0;
  for (const step of ledger.steps) {
    if (step.tick > tick) break;
    if (step.source !== null) steps++;
    tokens += step.tokensIn + step.tokensOut;
  }
  return orderOutcomeValues(GOVERNED_OUTCOMES, {
    ...endings,
    steps,
    tokens,
    ...(hasChances ? measureSecondChances(ledger, tick) : NO_CHANCES),
  });
}

const NO_CHANCES = {
  resumed: null,
  resumed_right: null,
  resumed_wrong: null,
  resumed_stuck: null,
  resumed_steps: null,
  resumed_tokens: null,
};

/** Verdicts that were resumed by a tick, what came of them until then, and what the steps after them have cost. */
function measureSecondChances(ledger: MissionLedger, tick: Tick) {
  const sums = {
    resumed: 0,
    resumed_right: 0,
    resumed_wrong: 0,
    resumed_stuck: 0,
    resumed_steps: 0,
    resumed_tokens: 0,
  };
  /** Missions that have been resumed, and whether no other verdict has come since. */
  const open = new Map<number, boolean>();
  for (const { agent, kind, source, tokensIn, tokensOut, tick: at } of ledger.steps) {
    if (at > tick) break;
    if (kind === 'resumed') {
      sums.resumed++;
      open.set(agent, true);
    } else if (kind === 'verdict' && open.has(agent)) {
      sums.resumed_stuck++;
      open.set(agent, false);
    } else if (source !== null && open.has(agent)) {
      sums.resumed_steps++;
      sums.resumed_tokens += tokensIn + tokensOut;
    }
  }
  for (const [agent, isOpen] of open) {
    const when = ledger.endedAt(agent);
    const ending = isOpen && when !== null && when <= tick ? ledger.endingOf(agent) : null;
    if (ending === 'right' || ending === 'wrong') sums[`resumed_${ending}`]++;
  }
  return sums;
}

/** The values of `MISSION_SUBJECT` after a tick. O(steps). */
function measureMission(ledger: MissionLedger, agent: number, tick: Tick): OutcomeValues {
  const when = ledger.endedAt(agent);
  const ending = when !== null && when <= tick ? ledger.endingOf(agent) : null;
  let asked = 0;
  let tokens = 0;
  for (const step of ledger.steps) {
    if (step.tick > tick) break;
    if (step.agent !== agent) continue;
    if (step.source !== null) asked++;
    tokens += step.tokensIn + step.tokensOut;
  }
  return orderOutcomeValues(MISSION_SUBJECT.outcomes, {
    mission_right: Number(ending === 'right'),
    mission_stuck: Number(ending === 'stuck'),
    mission_steps: asked,
    mission_tokens: tokens,
  });
}
