import { createLoadErrorHandler, InputError } from '../../core/errors.ts';
import { formatGroupedInteger, formatNounCount } from '../../core/formatNounCount.ts';
import type { Tick } from '../../core/indices.ts';
import type { QueryTime } from '../../model/createAgentModelQueries.ts';
import type { FindingsChoices } from '../../model/findings.ts';
import type { Model, ModelReports, ModelState } from '../../model/model.ts';
import { type Moment, type OutcomeValues, orderOutcomeValues } from '../../model/outcomeDefinition.ts';
import { CAREFUL } from '../../rules/presetRules.ts';
import { isGuardTool } from '../../traces/guardSteps.ts';
import { createTextMatcher, groupHitsByText, type Hit, MAX_HITS } from '../textSearch.ts';
import { buildCostsReport, type CostsReport, findWastefulCase } from './costs/buildCostsReport.ts';
import { getCaseEnd } from './course.ts';
import { findFittingTick } from './findFittingTick.ts';
import type { ExemptCall } from './governance/exemptCases.ts';
import { indexAgentsByCaseId } from './governance/prepareCases.ts';
import { findStoppedCases } from './governance/stops.ts';
import { loadRecorded, type RecordedInputs } from './loadRecorded.ts';
import { formatCaseName } from './reading/formatCaseName.ts';
import { describeReadFiles } from './reading/openingLines.ts';
import type { RecordedParameters } from './recordedParameters.ts';
import { RECORDED } from './recordedSpec.ts';
import { RecordedState, sortByFamily } from './recordedState.ts';
import { CASE_END_STATES } from './recordedTerms.ts';
import { buildCaseTrace } from './reports/buildCaseTrace.ts';
import type { RuleRequest } from './reports/governanceReport.ts';
import { findLatestMoment, findUrgentCase, listLiveCases } from './reports/listLiveCases.ts';
import { RECORDED_OUTCOMES } from './reports/recordedOutcomes.ts';
import type { ReadingSummary, RecordedFrame } from './reports/recordedQueries.ts';
import { NEVER_TICK } from './schedule.ts';
import { countLabels } from './sets/countLabels.ts';

/** Queries whose reports are loaded when they are first wanted. */
const REPORTS: readonly string[] = [
  ...['rules', 'rule', 'tuned', 'ways', 'flow', 'mapping', 'findings', 'live'],
  ...['clock', 'calls'],
];

/** Runs of people's own agents, from the traces that they left. */
export const recorded: Model<RecordedInputs, RecordedParameters> = {
  ...RECORDED,
  contextColumn: 'step',
  series: ['calls', 'messages', 'failures'],
  load: loadRecorded,
  loadsBy: ({ own, agents, preset, parameters }) => [own, agents, preset, parameters],
  create: (config, inputs) => new RecordedModelState(config, inputs),
};

/** The running model and all its reports. */
export class RecordedModelState extends RecordedState implements ModelState {
  #stuck: ReturnType<typeof findStuckSteps> | null = null;
  #costs: CostsReport | null = null;
  readonly groups = {
    label: 'outcome',
    names: [...CASE_END_STATES],
    of: Uint8Array.from(this.cases, one => CASE_END_STATES.indexOf(getCaseEnd(one))),
  };

  async loadReports(): Promise<ModelReports> {
    const { createRecordedReporter } = await import('./reports/createRecordedReporter.ts');
    return createRecordedReporter(this);
  }

  openingLines(): readonly string[] {
    return this.config.inputInfo.traces === undefined
      ? []
      : describeReadFiles(this.inputs.report, this.families.senderOf.filter(sender => sender >= 0).length);
  }

  closingLines(): readonly string[] {
    return describeUnplayedCases(this);
  }

  nameOf(agent: number): string {
    const sent = this.families.sentBy.get(agent)?.length ?? 0;
    return `${formatCaseName(this.cases[agent], agent + 1)}${sent === 0 ? '' : ` +${sent}`}`;
  }

  labelOf(agent: number): string {
    return this.cases[agent].id;
  }

  outcomesAt({ tick }: Moment): OutcomeValues {
    return measureRecordedOutcomes(this, tick);
  }

  frame(tick: Tick): RecordedFrame {
    const ended = { succeeded: 0, failed: 0, ended: 0 };
    let begun = 0;
    let [focus, most] = [0, -1];
    for (const [agent, one] of this.cases.entries()) {
      const hasEnded = this.schedule.endOf[agent] <= tick;
      if (this.next[agent] > 0) begun++;
      if (hasEnded) ended[getCaseEnd(one)]++;
      // One under way comes before any that has ended.
      const weight = this.next[agent] + (hasEnded ? 0 : 1e6);
      if (this.next[agent] > 0 && weight > most) [focus, most] = [agent, weight];
    }
    const { isOver } = this;
    return {
      ...{ kind: 'recorded', begun, ended, isOver, lasts: this.schedule.lasts },
      focus: (isOver ? this.#findWorthALook() : null) ?? focus,
    };
  }

  /** Once all is known: of a live source the case that needs a look first, of a recording the one that wasted most. */
  #findWorthALook(): number | null {
    if (this.schedule.endOf.includes(NEVER_TICK)) return findUrgentCase(this);
    const wasteful = findWastefulCase(this.costs.cases);
    return wasteful < 0 ? null : wasteful;
  }

  /** Costs of whole cases, however far they have been played. */
  get costs(): CostsReport {
    this.#costs ??= buildCostsReport(this);
    return this.#costs;
  }

  /** The last step of a case that is under way: it may have done more than has come. */
  findLastTick(agent: number): Tick | null {
    const { first, tickOf, endOf } = this.schedule;
    const { length } = this.cases[agent].steps;
    return endOf[agent] === NEVER_TICK && this.next[agent] === length && length > 0
      ? tickOf[first[agent] + length - 1]
      : null;
  }

  /** Cases under way that the careful rule would have ended by now. */
  verdicts() {
    this.#stuck ??= findStuckSteps(this.inputs);
    const found: { agent: number; reason: string; score: number }[] = [];
    for (const [agent, { position, repeats }] of this.#stuck) {
      const done = this.next[agent];
      if (done <= position || done > this.cases[agent].steps.length) continue;
      const again = repeats === null ? '' : `, which repeats step ${repeats + 1}`;
      found.push({ agent, reason: `stuck since step ${position + 1}${again}`, score: done / (position + 1) });
    }
    return found;
  }

  order(name: string): ArrayLike<number> | null {
    const weights = this.#weights(name);
    if (weights === null) return null;
    const keys = new Float64Array(this.cases.length);
    const order = sortByFamily(this.families, agent => weights[agent] ?? -1);
    for (const [place, agent] of order.entries()) keys[agent] = place;
    return keys;
  }

  /** Weights by which cases are sorted, the greatest first; null for another model's order. */
  #weights(name: string): readonly (number | null)[] | null {
    if (name === 'steps') return this.cases.map(({ steps }) => steps.length);
    const { amounts, failed, loop, wasted } = this.costs.cases;
    const { tokens, usd, ms } = amounts;
    return new Map(Object.entries({ tokens, usd, ms, failed, loop, wasted })).get(name) ?? null;
  }

  query(name: string, argument: unknown, now: QueryTime): unknown {
    return REPORTS.includes(name) ? this.#reported(name, argument, now) : this.#told(name, argument, now);
  }

  /** Loaded when it is first wanted. */
  async #reported(name: string, argument: unknown, { tick, rest }: QueryTime): Promise<unknown> {
    if (name === 'ways')
      return (await loadPart(import('./reports/buildPathsReport.ts'))).buildPathsReport(this);
    if (name === 'mapping')
      return (await loadPart(import('./reports/buildMappingReport.ts'))).buildMappingReport(this);
    if (name === 'flow')
      return (await loadPart(import('./reports/buildFlowReport.ts'))).buildFlowReport(this);
    if (name === 'findings')
      return (await loadPart(import('./findings/collectFindings.ts'))).collectFindings(
        this,
        argument as FindingsChoices,
        rest ?? (async () => undefined),
      );
    if (name === 'clock')
      return (await loadPart(import('./clock/buildClockReport.ts'))).buildClockReport(this);
    if (name === 'calls')
      return (await loadPart(import('./clock/buildCallTree.ts'))).buildCallTree(
        this,
        this.#known(argument),
        tick,
      );
    if (name === 'live') {
      const { buildStuckReport } = await loadPart(import('./reports/buildStuckReport.ts'));
      return { cases: listLiveCases(this), latest: findLatestMoment(this), stuck: buildStuckReport(this) };
    }
    const { buildRuleReport, buildRuleRows, buildTunedReport } = await loadPart(
      import('./reports/governanceReport.ts'),
    );
    if (name === 'rules') return buildRuleRows(this, rest, argument as readonly ExemptCall[]);
    return name === 'rule' ? buildRuleReport(this, argument as RuleRequest, rest) : buildTunedReport(this);
  }

  #told(name: string, argument: unknown, { tick }: QueryTime): unknown {
    switch (name) {
      case 'trace':
        return buildCaseTrace(this, this.#known(argument), tick);
      case 'costs':
        return this.costs;
      case 'reading':
        return this.#reading();
      case 'search':
        return this.#found(String(argument), tick);
      default:
        throw new InputError(`model recorded has no query "${name}"`);
    }
  }

  #reading(): ReadingSummary {
    const [together, byClock] = [true, false].map(isTogether => findFittingTick(this.cases, isTogether));
    const { senderOf } = this.families;
    const sent = [...senderOf].flatMap((sender, agent) => (sender < 0 ? [] : [[agent, sender] as const]));
    return { ...this.inputs.report, together, byClock, sent, labels: countLabels(this.cases) };
  }

  #known(agent: unknown): number {
    if (typeof agent === 'number' && Number.isInteger(agent) && agent >= 0 && agent < this.cases.length)
      return agent;
    throw new InputError(`case ${agent} is not one of ${this.cases.length}`);
  }

  /** Cases by name, and calls by their texts, of the steps so far. */
  #found(words: string, tick: Tick): readonly Hit[] {
    const isFound = createTextMatcher(words);
    const named: [string, number][] = [];
    const inTexts: [string, number][] = [];
    for (const [agent, { id, steps }] of this.cases.entries()) {
      if (isFound(id)) named.push([id, agent]);
      const own = new Set<string>();
      for (const [i, step] of steps.entries()) {
        if (this.schedule.tickOf[this.schedule.first[agent] + i] > tick) break;
        for (const text of [step.tool, step.args, step.result, step.error, step.answer])
          if (text !== null && !own.has(text) && isFound(text)) {
            own.add(text);
            inTexts.push([text, agent]);
          }
      }
    }
    return [...groupHitsByText('case', named), ...groupHitsByText('text', inTexts)].slice(0, MAX_HITS);
  }
}

/** The unplayed part of the cases, in one line; null for none. */
function describeUnplayedCases({ cases, next, schedule, isOver }: RecordedState): readonly string[] {
  if (isOver) return [];
  let [underWay, steps, tokens] = [0, 0, 0];
  for (const [c, one] of cases.entries()) {
    // Its end comes a tick after its last step.
    if (next[c] >= one.steps.length + (schedule.endOf[c] === NEVER_TICK ? 0 : 1)) continue;
    const left = one.steps.slice(next[c]);
    underWay++;
    steps += left.length;
    for (const { tokensIn, tokensOut } of left) tokens += (tokensIn ?? 0) + (tokensOut ?? 0);
  }
  if (underWay === 0) return [];
  const of = `${formatGroupedInteger(underWay)} of ${formatGroupedInteger(cases.length)} ${cases.length === 1 ? 'case is' : 'cases are'} still under way`;
  const cost = tokens > 0 ? ` and ${formatGroupedInteger(tokens)} tokens` : '';
  const what = `${formatNounCount(steps, 'step')}${cost}`;
  return [`${of}: ${what} come later, up to round ${formatGroupedInteger(schedule.lasts)}`];
}

/** First position at which the careful rule holds in a case; counted from 0, without steps that the mapping ignores. */
interface StuckAt {
  readonly position: number;
  readonly repeats: number | null;
}

/** By agent, the step after which its case counts as stuck; absent if it never does. O(steps). */
function findStuckSteps({
  prepared,
  schedule,
}: Pick<RecordedInputs, 'prepared' | 'schedule'>): ReadonlyMap<number, StuckAt> {
  const agentOf = indexAgentsByCaseId(prepared);
  const underWay = new Set(prepared.filter((_, agent) => schedule.endOf[agent] === NEVER_TICK));
  return new Map(
    findStoppedCases(prepared, CAREFUL, one => underWay.has(one)).map(({ id, step, repeats }) => {
      const agent = agentOf.get(id) ?? 0;
      const { places } = prepared[agent];
      return [
        agent,
        { position: places.indexOf(step), repeats: repeats === null ? null : places.indexOf(repeats) },
      ];
    }),
  );
}

/** A part of the reports that is loaded late, whose server may be gone by then. */
const loadPart = <Part>(part: Promise<Part>): Promise<Part> =>
  part.catch(createLoadErrorHandler('This part'));

/** The values of `RECORDED_OUTCOMES` after a tick. O(steps). */
function measureRecordedOutcomes({ cases, schedule, hasPrices }: RecordedState, tick: Tick): OutcomeValues {
  const ended = { succeeded: 0, failed: 0, ended: 0 };
  const sums = {
    steps: 0,
    failed_steps: null as number | null,
    tokens: null as number | null,
    usd: null as number | null,
  };
  for (const [c, one] of cases.entries()) {
    if (schedule.endOf[c] <= tick) ended[getCaseEnd(one)]++;
    for (const [i, step] of one.steps.entries()) {
      if (schedule.tickOf[schedule.first[c] + i] > tick) break;
      if (!isGuardTool(step.tool)) sums.steps++;
      sums.failed_steps = addNullable(sums.failed_steps, step.failed === null ? null : Number(step.failed));
      sums.tokens = addNullable(addNullable(sums.tokens, step.tokensIn), step.tokensOut);
      if (hasPrices) sums.usd = addNullable(sums.usd, step.usd);
    }
  }
  const { succeeded, failed, ended: untold } = ended;
  return orderOutcomeValues(RECORDED_OUTCOMES, { succeeded, failed, ended_untold: untold, ...sums });
}

/** Unknown amounts add nothing; a sum of unknown amounts is unknown. */
const addNullable = (sum: number | null, more: number | null): number | null =>
  more === null ? sum : (sum ?? 0) + more;
