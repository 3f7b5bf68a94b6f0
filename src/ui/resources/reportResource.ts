import type { OracleReport } from '../../engine/oracle/oracleReport.ts';
import { isLanguageModelOracle } from '../../engine/oracle/oracleSetup.ts';
import { getCurrentModelWords } from '../model/looks.ts';
import { createResource } from '../reading/resource.ts';
import type { PageState } from '../state/pageState.ts';

/** Milliseconds between two looks at what the oracle does. */
const LOOK = 500;

/** The language model's report, refreshed while it plays even if no round ends. */
export const REPORT_RESOURCE = createResource({
  subject: ({ run }) => (run && isLanguageModelOracle(run.setup.oracle) ? run.setup.oracle : null),
  stale: ({ head, phase, run, orderSensitivity, kinError }) => [head, phase, run, orderSensitivity, kinError],
  ask: engine => engine.oracleReport(),
  keep(state, oracleReport) {
    notifyBudgetSpent(state, oracleReport);
    state.learn({ oracleReport });
  },
  isTimeless: true,
  pace: () => LOOK,
  every: LOOK,
});

/** Reports, once per run, that the policy has taken over. */
function notifyBudgetSpent(state: PageState, now: OracleReport | null): void {
  const { oracleReport: then, head, notify } = state;
  const first = now?.notOwn.find(({ source }) => source === 'budget');
  if (first === undefined || then?.notOwn.some(({ source }) => source === 'budget')) return;
  notify(
    'error',
    `About ${getCurrentModelWords(state).tick} ${Math.max(1, head)}: ${first.reason}. The policy answers instead, source “budget”, until you raise the limit in “Who decides”.`,
  );
}
