import type { Tick } from '../../../core/indices.ts';
import { type OutcomeValues, orderOutcomeValues } from '../../../model/outcomeDefinition.ts';
import type { Market } from '../market/market.ts';
import type { WorkflowLedger } from '../workflowLedger.ts';
import { TRADER_SUBJECT, WORKFLOW_OUTCOMES } from './workflowOutcomes.ts';

/** The values of `WORKFLOW_OUTCOMES` after a tick. O(agents + pivots), before the last one O(rows). */
export function measureWorkflowOutcomes(ledger: WorkflowLedger, world: Market, tick: Tick): OutcomeValues {
  const { sold, volume, costs } = world.totalsAt(tick);
  let pivots = 0;
  for (const course of ledger.courses) pivots += course.pivots.filter(when => when <= tick).length;
  return orderOutcomeValues(WORKFLOW_OUTCOMES, {
    profit: volume - costs,
    sold,
    earned_by_selling: volume,
    failed_turns: countFailedTurns(ledger, tick),
    pivots,
  });
}

function countFailedTurns({ rows, totals }: WorkflowLedger, tick: Tick): number {
  const last = rows.at(-1);
  if (last === undefined || last.tick <= tick) return totals.failedTurns;
  const failed = new Set<string>();
  for (const row of rows) {
    if (row.tick > tick) break;
    if (row.failure !== null) failed.add(`${row.tick} ${row.agent}`);
  }
  return failed.size;
}

/** The values of `TRADER_SUBJECT` after a tick. O(its rows). */
export function measureTrader(
  ledger: WorkflowLedger,
  world: Market,
  agent: number,
  tick: Tick,
): OutcomeValues {
  const { outcomes, pivots } = ledger.courses[agent];
  const failed = outcomes.filter(row => row.tick <= tick && row.failure !== null);
  const turns = new Set(failed.map(row => row.tick));
  return orderOutcomeValues(TRADER_SUBJECT.outcomes, {
    trader_scrip: world.traders[agent].paidBy(tick),
    trader_failed_turns: turns.size,
    trader_pivots: pivots.filter(when => when <= tick).length,
  });
}
