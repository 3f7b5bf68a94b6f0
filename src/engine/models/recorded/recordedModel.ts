import { InputError } from '../../core/errors.ts';
import type { Tick } from '../../core/indices.ts';
import type { QueryTime } from '../../model/createAgentModelQueries.ts';
import type { Model, ModelReports, ModelState } from '../../model/model.ts';
import type { Moment, OutcomeValues } from '../../model/outcomeDefinition.ts';
import { createTextMatcher, groupHitsByText, type Hit, MOST_HITS } from '../textSearch.ts';
import { getCaseEnd } from './course.ts';
import { findFittingTick } from './findFittingTick.ts';
import { loadRecorded, type RecordedInputs } from './loadRecorded.ts';
import { describeUnplayedCases } from './reading/describeUnplayedCases.ts';
import { sortByFamily } from './reading/families.ts';
import { formatCaseName } from './reading/formatCaseName.ts';
import { describeReadFiles } from './reading/openingLines.ts';
import { RECORDED } from './recordedSpec.ts';
import { RecordedState } from './recordedState.ts';
import { CASE_END_STATES } from './recordedTerms.ts';
import { buildCaseTrace } from './reports/buildCaseTrace.ts';
import { findStuckSteps } from './reports/findStuckSteps.ts';
import { measureRecordedOutcomes } from './reports/measureRecordedOutcomes.ts';
import type { ReadingSummary, RecordedFrame } from './reports/recordedQueries.ts';

/** Queries about all cases together. */
const REPORTS: readonly string[] = ['rules', 'rule', 'tuned', 'ways', 'flow'];

/** Runs of people's own agents, from the traces that they left. */
export const recorded: Model<RecordedInputs> = {
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
    return { kind: 'recorded', begun, ended, isOver: this.isOver, lasts: this.schedule.lasts, focus };
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
    if (name !== 'steps') return null;
    const keys = new Float64Array(this.cases.length);
    const order = sortByFamily(this.families, agent => this.cases[agent].steps.length);
    for (const [place, agent] of order.entries()) keys[agent] = place;
    return keys;
  }

  query(name: string, argument: unknown, now: QueryTime): unknown {
    return REPORTS.includes(name) ? this.#reported(name, argument, now) : this.#told(name, argument, now);
  }

  /** Loaded when it is first wanted. */
  async #reported(name: string, argument: unknown, { rest }: QueryTime): Promise<unknown> {
    if (name === 'ways') return (await import('./reports/buildPathsReport.ts')).buildPathsReport(this);
    if (name === 'flow') return (await import('./reports/buildFlowReport.ts')).buildFlowReport(this);
    const { buildRuleReport, buildRuleRows, buildTunedReport } = await import(
      './reports/governanceReport.ts'
    );
    if (name === 'rules') return buildRuleRows(this, rest);
    return name === 'rule' ? buildRuleReport(this, String(argument), rest) : buildTunedReport(this);
  }

  #told(name: string, argument: unknown, { tick }: QueryTime): unknown {
    switch (name) {
      case 'trace':
        return buildCaseTrace(this, this.#known(argument), tick);
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
    return { ...this.inputs.report, together, byClock, sent };
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
    const said: [string, number][] = [];
    for (const [agent, { id, steps }] of this.cases.entries()) {
      if (isFound(id)) named.push([id, agent]);
      const own = new Set<string>();
      for (const [i, step] of steps.entries()) {
        if (this.schedule.tickOf[this.schedule.first[agent] + i] > tick) break;
        for (const text of [step.tool, step.args, step.result, step.error, step.answer])
          if (text !== null && !own.has(text) && isFound(text)) {
            own.add(text);
            said.push([text, agent]);
          }
      }
    }
    return [...groupHitsByText('case', named), ...groupHitsByText('text', said)].slice(0, MOST_HITS);
  }
}
