import { Random } from '../../../core/random.ts';
import {
  explainRateDraws,
  formatDrawAndLimit,
  formatShareDigits,
} from '../../../explain/explainRateDraws.ts';
import type { WhyLink } from '../../../model/whyLink.ts';
import { getSeedSchedule } from '../../../setup/setupChanges.ts';
import { isTimedTransition, type TransitionDefinition } from '../../../statechart/definition.ts';
import type { Machine } from '../../../statechart/machine.ts';
import type { RateContest } from '../../../statechart/timing/rates.ts';
import { SEED_EVENT } from '../bundledCharts.ts';
import { ChartDomain } from '../chartDomain.ts';
import type { ChartState } from '../chartState.ts';
import { listTransitionEvents } from '../eventNames.ts';

/** Possible next moves of an agent of a chart. */
export interface Foreseen {
  readonly contests: readonly RateContest[];
  /** The events that may come to it by chance. */
  readonly events: readonly string[];
}

/** Data of an agent before a tick for `buildDrawLinks`. */
export const foreseeChartDraws = (state: ChartState, machine: Machine, agent: number): Foreseen => ({
  contests: machine.isOver(agent) ? [] : machine.rates.contests(agent),
  events: state.eventsOf(agent),
});

/** The draws that were made for an agent in the last sealed tick, in their order: who is seeded, the rates, an event by chance. */
export function buildDrawLinks(
  state: ChartState,
  machine: Machine,
  agent: number,
  { contests, events }: Foreseen,
): readonly WhyLink[] {
  const { config } = state;
  const { log } = machine;
  const first = getFirstMove(machine, agent);
  if (log.tick === 1) return buildSeedLinks(state, agent, first);
  // A parameter that has changed may have changed the rates with it.
  if (config.changes.some(({ tick }) => tick === log.tick)) return [];
  const rates = explainRateDraws(
    machine,
    agent,
    contests,
    new Random(getSeedSchedule(config), ChartDomain.rates),
  );
  if (rates === null || first?.rate !== undefined) return rates ?? [];
  const { whether, which } = state.stimuli.draws(agent, log.tick);
  const comes = whether < state.stimulus ? events[Math.floor(which * events.length)] : undefined;
  const isByChance = comes !== undefined && first !== null && listTransitionEvents(first).includes(comes);
  // Anything else that moved it came before these draws.
  if (first !== null && !isByChance && !(isTimedTransition(first) && comes === undefined)) return [];
  if (state.stimulus === 0 || events.length === 0) return rates;
  const { draw, limit } = formatDrawAndLimit(whether, state.stimulus);
  const choice =
    comes === undefined
      ? ''
      : `; of ${events.join(', ')} a second draw of ${formatShareDigits(which)} chose ${comes}`;
  return [
    ...rates,
    {
      ...{ tick: log.tick, agent, kind: 'event', about: '' },
      numbers: { draw: whether, limit: state.stimulus, ...(comes !== undefined && { which }) },
      said: `it drew ${draw}; below ${limit} an event comes to it by chance${choice}`,
    },
  ];
}

/** The first transition that an agent took in the last sealed tick. */
function getFirstMove({ chart, log, table }: Machine, agent: number): TransitionDefinition | null {
  const [first, end] = log.range(log.tick);
  for (let row = first; row < end; row++)
    if (log.agentAt(row) === agent)
      return chart.definition.transitions[table.step(log.transitionAt(row)).transitions[0]];
  return null;
}

function buildSeedLinks(
  state: ChartState,
  agent: number,
  first: TransitionDefinition | null,
): readonly WhyLink[] {
  const { seeded } = state;
  const isSeeded = first !== null && (first.on ?? [first.trigger]).includes(SEED_EVENT);
  if (seeded === 0 || (first !== null && !isSeeded)) return [];
  const drawn = state.seedDraw(agent);
  const { draw, limit } = formatDrawAndLimit(drawn, seeded);
  const lowest = isSeeded && drawn >= seeded ? '; nobody was, and its draw was the lowest' : '';
  return [
    {
      ...{ tick: 1, agent, kind: 'seed', about: '', numbers: { draw: drawn, limit: seeded } },
      said: `it drew ${draw}; below ${limit} it is one of those with whom it begins${lowest}`,
    },
  ];
}
