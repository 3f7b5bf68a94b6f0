import type { Figures, RuleInFull, RulesTold } from '../../../model/rulesTold.ts';
import type { Interval } from '../../../statistics/intervals/interval.ts';
import { MEASURES, type Measure } from '../governance/amounts.ts';
import type { RuleOutcomes } from '../governance/outcomes.ts';
import { FEWEST_STOPPED, recommendedOf } from '../governance/recommend.ts';
import { lackResults, WITHOUT_RESULTS } from '../governance/results.ts';
import type { RecordedState } from '../state.ts';
import { measureOf, ruleReport, ruleRows, tunedReport } from './governanceReport.ts';

/** What governance would have done, as figures with names. */
export function rulesTold(state: RecordedState): RulesTold {
  const measure = measureOf(state.inputs);
  return {
    measure,
    lack: lackResults(state.inputs.prepared) ? WITHOUT_RESULTS : null,
    async all() {
      const rows = await ruleRows(state);
      const { best, tooFew } = recommendedOf(rows, measure);
      const hasOutcomes = rows.some(({ outcomes }) => outcomes.succeeded > 0);
      return {
        rules: rows.map(({ id, name, outcomes, savedIfChosen }) => ({
          ...{ id, name },
          figures: { ...figuresOf(outcomes, measure), ...ends('saved_share_if_chosen', savedIfChosen) },
        })),
        recommended: hasOutcomes ? { id: best?.id ?? null, tooFew, fewest: FEWEST_STOPPED } : null,
      };
    },
    one: id => inFull(state, id),
    async tuned() {
      const { rule, chosenOn, shownOn } = tunedReport(state);
      return {
        setting: rule,
        chosenOn: chosenOn && figuresOf(chosenOn, measure),
        shownOn: shownOn && figuresOf(shownOn, measure),
      };
    },
  };
}

async function inFull(state: RecordedState, asked: string): Promise<RuleInFull> {
  const { id, name, measure, outcomes, rule, stopped } = await ruleReport(state, asked);
  return {
    ...{ id, name, setting: rule },
    figures: figuresOf(outcomes, measure),
    stopped: stopped.map(({ agent, outcome, step, repeats, after }) => ({
      ...{ agent, name: state.cases[agent].id, outcome, step, repeats, after },
    })),
  };
}

function figuresOf(told: RuleOutcomes, measure: Measure): Figures {
  const { intervals, savedShares, cutShares } = told;
  return {
    ...{ cases: told.cases, failed: told.failed, succeeded: told.succeeded, unknown: told.unknown },
    ...{
      stopped: told.stopped,
      stopped_failed: told.stoppedFailed,
      stopped_succeeded: told.stoppedSucceeded,
    },
    ...{ stopped_unknown: told.stoppedUnknown, fires_on_last: told.firesOnLast },
    precision: told.precision,
    ...ends('precision', intervals.precision),
    ...{ chance: told.chance, recall: told.recall, false_alarms: told.falseAlarms, position: told.position },
    ...named('saved', told.saved),
    ...named('saved_share', savedShares?.ofAll),
    ...named('saved_of_failed', savedShares?.ofOutcome),
    ...named('cut', told.cut),
    ...named('cut_share', cutShares?.ofAll),
    ...named('after', told.after),
    ...ends('recall', intervals.recall),
    ...ends('false_alarms', intervals.falseAlarms),
    ...ends('saved_share', savedShares?.intervals.ofAll[measure]),
    ...ends('saved_of_failed', savedShares?.intervals.ofOutcome[measure]),
    ...ends('cut_share', cutShares?.intervals.ofAll[measure]),
  };
}

/** Amounts as `saved_tokens` and the like. */
const named = (name: string, amounts: Figures | null | undefined): Figures =>
  Object.fromEntries(MEASURES.map(measure => [`${name}_${measure}`, amounts?.[measure] ?? null]));

/** Both ends of an interval. */
const ends = (name: string, interval: Interval | null | undefined): Figures => ({
  [`${name}_low`]: interval?.[0] ?? null,
  [`${name}_high`]: interval?.[1] ?? null,
});
