import { type OutcomeDefinition, sixDecimals } from '../../../engine/model/outcomes.ts';
import { type Plan, planId } from '../../../engine/worlds/plan.ts';
import {
  type OutcomeSummary,
  type PairedSummary,
  pairedOf,
  summaryOf,
} from '../../../engine/worlds/summary.ts';
import type { World } from '../../../engine/worlds/world.ts';

function outcomeRecord({ n, band, mean, interval, growing }: OutcomeSummary) {
  return {
    n,
    p5: sixDecimals(band?.low ?? null),
    median: sixDecimals(band?.median ?? null),
    p95: sixDecimals(band?.high ?? null),
    mean: sixDecimals(mean),
    mean_95: interval?.map(sixDecimals) ?? null,
    growing,
  };
}

const pairedRecord = ({ n, mean, interval, more, equal, less }: PairedSummary) => ({
  n,
  mean: sixDecimals(mean),
  mean_95: interval?.map(sixDecimals) ?? null,
  more,
  equal,
  less,
});

/** What the worlds came to, as JSON: per arm each outcome's range, and of two arms the differences world by world. */
export function reportOf(plan: Plan, definitions: readonly OutcomeDefinition[], worlds: readonly World[]) {
  const { seed } = plan.arms[0].setup;
  const of = plan.arms.map((_, arm) => worlds.filter(world => world.arm === arm));
  const named = <Row extends { readonly name: string }>(rows: readonly Row[], record: (row: Row) => object) =>
    Object.fromEntries(rows.map(row => [row.name, record(row)]));
  return {
    plan: planId(plan),
    worlds: worlds.length,
    of: plan.worlds * plan.arms.length,
    rounds: plan.rounds,
    ...(plan.from !== null && { chance_from: plan.from }),
    arms: plan.arms.map(({ label }, arm) => ({
      label,
      worlds: of[arm].length,
      outcomes: named(summaryOf(definitions, of[arm], null, seed), outcomeRecord),
    })),
    ...(plan.arms.length > 1 && {
      difference_to_first: plan.arms.slice(1).map(({ label }, i) => ({
        label,
        outcomes: named(pairedOf(definitions, [of[0], of[i + 1]], seed), pairedRecord),
      })),
    }),
  };
}
