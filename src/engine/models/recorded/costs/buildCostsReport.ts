import { isCallTool } from '../../../traces/guardSteps.ts';
import { SAY, type TraceCase, type TraceStep } from '../../../traces/traces.ts';
import type { PreparedCase } from '../governance/prepareCases.ts';
import { AmountSums, type Amounts, type Measure, SAVED_MEASURES } from '../governance/ruleAmounts.ts';
import type { RecordedState } from '../recordedState.ts';
import { selectSavingsMeasure } from '../reports/governanceReport.ts';
import { findRepeats, REPEAT_KINDS, type RepeatKind } from './findRepeats.ts';

/** A repeated stretch with what it cost. Steps count from 1, without those that the mapping ignores. */
export interface RepeatReport {
  readonly kind: RepeatKind;
  readonly agent: number;
  readonly from: number;
  readonly steps: number;
  readonly rounds: number;
  readonly sameResult: boolean | null;
  /** Calls of its first round; their arguments are cut to `MAX_TEXT_LENGTH`. */
  readonly calls: readonly { readonly tool: string; readonly args: string | null }[];
  /** Result of its first call, cut in the same way; null if the source has none. */
  readonly result: string | null;
  /** Of all its steps, and of those after its first round. */
  readonly all: Amounts;
  readonly again: Amounts;
}

/** Amounts of each case, by agent; null where the source does not have them. */
interface CaseCosts {
  readonly amounts: Readonly<Record<Measure, readonly (number | null)[]>>;
  /** Failed steps. */
  readonly failed: readonly (number | null)[];
  /** Steps of its longest repeated stretch. */
  readonly loop: readonly number[];
  /** Amount of wasteful rounds, in the measure of the report; null where it is unknown. */
  readonly wasted: readonly (number | null)[];
}

/** Costs of cases, and the part of them that went into repeats. */
export interface CostsReport {
  /** Unit in which repeats are ranked: tokens, else steps. */
  readonly measure: Measure;
  readonly total: Amounts;
  /** Cases without the measure. */
  readonly unknown: number;
  /** The costliest first; at most `MAX_LISTED_REPEATS`. */
  readonly repeats: readonly RepeatReport[];
  /** All of them by kind, and what they cost after their first rounds. */
  readonly kinds: Readonly<Record<RepeatKind, { readonly count: number; readonly again: Amounts }>>;
  readonly cases: CaseCosts;
}

const MAX_LISTED_REPEATS = 500;
/** UTF-16 units. */
const MAX_TEXT_LENGTH = 200;

/** Costs of all cases and of their repeats. O(steps). */
export function buildCostsReport({ inputs, cases }: RecordedState): CostsReport {
  const measure = selectSavingsMeasure(inputs);
  const repeats: RepeatReport[] = [];
  const kinds = new Map(REPEAT_KINDS.map(kind => [kind, { count: 0, sums: new AmountSums() }]));
  const total = new AmountSums();
  const costs = createCaseCosts();
  for (const [agent, prepared] of inputs.prepared.entries()) {
    const own = reportCaseRepeats(prepared, cases[agent], agent);
    for (const one of own) {
      repeats.push(one);
      const kind = kinds.get(one.kind);
      if (kind === undefined) continue;
      kind.count++;
      kind.sums.add(one.again);
    }
    total.add(prepared.total);
    addCaseCosts(costs, prepared, own, measure);
  }
  const weigh = (one: RepeatReport) => one.again[measure] ?? 0;
  repeats.sort((a, b) => weigh(b) - weigh(a) || b.steps - a.steps || a.agent - b.agent || a.from - b.from);
  return {
    measure,
    total: total.amounts,
    unknown: costs.amounts[measure].filter(value => value === null).length,
    repeats: repeats.slice(0, MAX_LISTED_REPEATS),
    kinds: Object.fromEntries(
      [...kinds].map(([kind, { count, sums }]) => [kind, { count, again: sums.amounts }]),
    ) as CostsReport['kinds'],
    cases: costs,
  };
}

/** The repeats of one case, in their order. */
function reportCaseRepeats(
  { states, total }: PreparedCase,
  { steps }: TraceCase,
  agent: number,
): readonly RepeatReport[] {
  return findRepeats(steps, states).map(({ kind, places, round, rounds, sameResult }) => {
    const own = places.map(place => steps[place]);
    const isRow = places.at(-1) === places[0] + places.length - 1;
    return {
      ...{ kind, agent, from: places[0] + 1, steps: places.length, rounds, sameResult },
      calls: round.flatMap(place => {
        const { tool, args } = steps[place];
        return tool === SAY ? [] : [{ tool, args: cutText(args) }];
      }),
      result: cutText(steps[round[round.length - 1]].result),
      all: sumSteps(own, isRow, total),
      again: sumSteps(own.slice(round.length), isRow, total),
    };
  });
}

const cutText = (text: string | null): string | null =>
  text === null || text.length <= MAX_TEXT_LENGTH ? text : `${text.slice(0, MAX_TEXT_LENGTH)}…`;

/** Amounts of some steps of a case. @param isRow true if they follow one another: their time is then that from first to last */
function sumSteps(steps: readonly TraceStep[], isRow: boolean, { tokens, usd }: Amounts): Amounts {
  const sum = (of: (step: TraceStep) => number | null) =>
    steps.reduce((all, step) => all + (of(step) ?? 0), 0);
  return {
    steps: steps.length,
    calls: sum(({ tool }) => Number(isCallTool(tool))),
    // One turn's tokens are on the first of its calls, so a step without any adds nothing.
    tokens: tokens === null ? null : sum(({ tokensIn, tokensOut }) => (tokensIn ?? 0) + (tokensOut ?? 0)),
    usd: usd === null ? null : sum(step => step.usd),
    ms: isRow ? measureRow(steps) : measureSteps(steps),
  };
}

function measureRow(steps: readonly TraceStep[]): number | null {
  const [first, last] = [steps[0], steps.at(-1)];
  const [begun, ended] = [first?.at ?? null, last?.until ?? last?.at ?? null];
  return begun === null || ended === null ? null : Math.max(0, ended - begun);
}

function measureSteps(steps: readonly TraceStep[]): number | null {
  const known = steps.flatMap(({ at, until }) =>
    at === null || until === null ? [] : Math.max(0, until - at),
  );
  return known.length === 0 ? null : known.reduce((sum, one) => sum + one, 0);
}

/** Columns that grow case by case. */
type GrowingCosts = { readonly [Name in keyof Omit<CaseCosts, 'amounts'>]: CaseCosts[Name][number][] } & {
  readonly amounts: Readonly<Record<Measure, (number | null)[]>>;
};

const createCaseCosts = (): GrowingCosts => ({
  amounts: { steps: [], calls: [], tokens: [], usd: [], ms: [] },
  ...{ failed: [], loop: [], wasted: [] },
});

function addCaseCosts(
  costs: GrowingCosts,
  { source, total }: PreparedCase,
  repeats: readonly RepeatReport[],
  measure: Measure,
): void {
  for (const one of SAVED_MEASURES) costs.amounts[one].push(total[one]);
  const isMarked = source.steps.some(({ failed }) => failed !== null);
  const failed = source.steps.reduce((sum, step) => sum + Number(step.failed === true), 0);
  costs.failed.push(isMarked ? failed : null);
  costs.loop.push(repeats.reduce((most, { steps }) => Math.max(most, steps), 0));
  costs.wasted.push(total[measure] === null ? null : sumWasted(repeats, measure));
}

/** True for a stretch whose rounds gave the same result in a row: all after the first brought nothing new. */
export const isWasteful = ({ kind, sameResult }: Pick<RepeatReport, 'kind' | 'sameResult'>): boolean =>
  sameResult === true && kind !== 'later';

/** Amount of the wasteful rounds after the first. */
const sumWasted = (repeats: readonly RepeatReport[], measure: Measure): number =>
  repeats.reduce((sum, one) => sum + (isWasteful(one) ? (one.again[measure] ?? 0) : 0), 0);

/** The case that wasted most; of several the first. −1 if none wasted anything. */
export function findWastefulCase({ wasted }: Pick<CaseCosts, 'wasted'>): number {
  let [found, most] = [-1, 0];
  for (const [agent, amount] of wasted.entries())
    if ((amount ?? 0) > most) [found, most] = [agent, amount ?? 0];
  return found;
}
