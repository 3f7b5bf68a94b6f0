import { Random } from '../../../core/random.ts';
import { sampleOption } from '../../../core/sampling.ts';
import { describeDraw } from '../../../explain/describeDraw.ts';
import type { WhyLink } from '../../../model/whyLink.ts';
import { SOURCES } from '../../../oracle/oracle.ts';
import { getSeedSchedule } from '../../../setup/setupChanges.ts';
import type { Machine } from '../../../statechart/machine.ts';
import type { ChartDecisions } from '../chartDecisions.ts';
import { ChartDomain } from '../chartDomain.ts';
import { computeEventShares } from '../chartQuestion.ts';
import type { ChartState } from '../chartState.ts';
import { buildDrawLinks, type Foreseen } from './whyDrawn.ts';

/** Sources whose probabilities are the chart's weights, drawn from a stream of their own. */
const WEIGHTED_SOURCES: readonly string[] = ['policy', 'budget'];

/**
 * Causes of an agent's part in the last sealed tick: its answer with the draw that chose it, and the draws of rates and
 * events.
 */
export function explainChartMoment(
  state: ChartState,
  machine: Machine,
  agent: number,
  foreseen: Foreseen | null,
): readonly WhyLink[] {
  const { decisions } = state;
  const { tick } = machine.log;
  const row = decisions === null ? -1 : findDecisionRow(decisions, agent, tick);
  const answered = decisions !== null && row >= 0 ? [buildAnsweredLink(state, decisions, row)] : [];
  return foreseen === null ? answered : [...answered, ...buildDrawLinks(state, machine, agent, foreseen)];
}

function findDecisionRow({ agent, tick, count }: ChartDecisions, who: number, when: number): number {
  let row = count - 1;
  while (row >= 0 && tick.data[row] === when && agent.data[row] !== who) row--;
  return row >= 0 && tick.data[row] === when ? row : -1;
}

function buildAnsweredLink(state: ChartState, decisions: ChartDecisions, row: number): WhyLink {
  const [agent, tick] = [decisions.agent.data[row], decisions.tick.data[row]];
  const source = SOURCES[decisions.source.data[row]];
  const chosen = decisions.chosen(row);
  const asked = decisions.states[decisions.state.data[row]];
  const common = { tick, agent, about: '', kind: 'chose', numbers: {} };
  const told = decisions.said.get(row);
  if (chosen === null) {
    const reason = told?.reason ?? 'none came in time';
    return { ...common, kind: 'unanswered', said: `${asked} asked, and no answer could be used: ${reason}` };
  }
  const by = WEIGHTED_SOURCES.includes(source) ? '' : `, as ${told?.evidence.model ?? source} answered`;
  const draw = describeChoiceDraw(state, decisions, row, chosen);
  const moved = decisions.moved.data[row] === 1 ? '' : ', which moved it nowhere';
  const words = `asked in ${asked} it chose ${chosen}${by}${moved}`;
  return draw === null
    ? { ...common, said: words }
    : { ...common, numbers: draw.numbers, said: `${words}: ${draw.said}` };
}

/** The draw that chose; null if the oracle chose without one. */
function describeChoiceDraw({ config }: ChartState, decisions: ChartDecisions, row: number, chosen: string) {
  const said = decisions.said.get(row);
  const offer = decisions.offered(row);
  const isOwn = WEIGHTED_SOURCES.includes(SOURCES[decisions.source.data[row]]) || said === undefined;
  const options = isOwn ? offer?.events : said?.options;
  const probabilities = isOwn ? offer && computeEventShares(offer.weights) : said?.probabilities;
  if (!options || !probabilities) return null;
  const stream = new Random(getSeedSchedule(config), isOwn ? ChartDomain.policy : ChartDomain.choice);
  const draw = stream.unit(decisions.agent.data[row], decisions.tick.data[row], 0);
  return options[sampleOption(probabilities, draw)] === chosen
    ? describeDraw(options, probabilities, draw)
    : null;
}
