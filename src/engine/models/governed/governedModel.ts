import type { Groups } from '../../core/agentGroups.ts';
import type { Tick } from '../../core/indices.ts';
import { parseAgentSubject } from '../../model/agentSubject.ts';
import type { QueryTime } from '../../model/createAgentModelQueries.ts';
import type { Model, ModelReports, ModelState } from '../../model/model.ts';
import type { Moment, OutcomeValues } from '../../model/outcomeDefinition.ts';
import { governedChart } from './governedChart.ts';
import { GOVERNED } from './governedSpec.ts';
import { GovernedState } from './governedState.ts';
import { type GovernedInputs, hasSecondChances, loadGovernedInputs } from './inputs/loadGovernedInputs.ts';
import { CHARACTERS } from './phases.ts';
import { answerGovernedQuery, computeMissionSortKeys } from './reports/answerGovernedQuery.ts';
import { measureGovernedOutcomes, measureMission } from './reports/measureGovernedOutcomes.ts';
import { GOVERNED_SERIES } from './step/missionLoop.ts';
import { findRuleVerdicts } from './stuck/findRuleVerdicts.ts';

/** Tool-using agents, governed by phases: each carries out a mission and is led out of it when stuck. */
export const governed: Model<GovernedInputs> = {
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
