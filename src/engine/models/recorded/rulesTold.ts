import type { Figures, RuleInFull, RulesTold } from '../../rulesTold.ts';
import { MEASURES } from './governance/amounts.ts';
import type { SavingIntervals } from './governance/intervals.ts';
import type { RuleOutcomes } from './governance/outcomes.ts';
import { lackResults, WITHOUT_RESULTS } from './governance/results.ts';
import { measureOf, ruleReport, ruleRows, tunedReport } from './governanceReport.ts';
import type { RecordedState } from './state.ts';

/** What governance would have done, as figures with names. */
export function rulesTold(state: RecordedState): RulesTold {
  return {
    measure: measureOf(state.inputs),
    lack: lackResults(state.inputs.prepared) ? WITHOUT_RESULTS : null,
    async all() {
      const rows = await ruleRows(state);
      return rows.map(({ id, name, outcomes }) => ({ id, name, figures: figuresOf(outcomes) }));
    },
    one: id => inFull(state, id),
    async tuned() {
      const { rule, chosenOn, shownOn } = tunedReport(state);
      return {
        setting: rule,
        chosenOn: chosenOn && figuresOf(chosenOn),
        shownOn: shownOn && figuresOf(shownOn),
      };
    },
  };
}

async function inFull(state: RecordedState, asked: string): Promise<RuleInFull> {
  const { id, name, outcomes, intervals, rule, stopped } = await ruleReport(state, asked);
  return {
    ...{ id, name, setting: rule },
    figures: { ...figuresOf(outcomes), ...intervalFigures(intervals) },
    stopped: stopped.map(({ agent, outcome, step, repeats, after }) => ({
      ...{ agent, name: state.cases[agent].id, outcome, step, repeats, after },
    })),
  };
}

function figuresOf(told: RuleOutcomes): Figures {
  const { interval, savedShares, cutShares } = told;
  return {
    ...{ cases: told.cases, failed: told.failed, succeeded: told.succeeded, unknown: told.unknown },
    ...{
      stopped: told.stopped,
      stopped_failed: told.stoppedFailed,
      stopped_succeeded: told.stoppedSucceeded,
    },
    ...{ stopped_unknown: told.stoppedUnknown, fires_on_last: told.firesOnLast },
    precision: told.precision,
    ...{ precision_low: interval?.[0] ?? null, precision_high: interval?.[1] ?? null },
    ...{ chance: told.chance, recall: told.recall, false_alarms: told.falseAlarms, position: told.position },
    ...named('saved', told.saved),
    ...named('saved_share', savedShares?.ofAll),
    ...named('saved_of_failed', savedShares?.ofOutcome),
    ...named('cut', told.cut),
    ...named('cut_share', cutShares?.ofAll),
    ...named('after', told.after),
  };
}

/** Amounts as `saved_tokens` and the like. */
const named = (name: string, amounts: Figures | null | undefined): Figures =>
  Object.fromEntries(MEASURES.map(measure => [`${name}_${measure}`, amounts?.[measure] ?? null]));

const intervalFigures = ({ savedOfAll, savedOfFailed, cutOfAll }: SavingIntervals): Figures => ({
  ...{ saved_share_low: savedOfAll?.[0] ?? null, saved_share_high: savedOfAll?.[1] ?? null },
  ...{ saved_of_failed_low: savedOfFailed?.[0] ?? null, saved_of_failed_high: savedOfFailed?.[1] ?? null },
  ...{ cut_share_low: cutOfAll?.[0] ?? null, cut_share_high: cutOfAll?.[1] ?? null },
});
