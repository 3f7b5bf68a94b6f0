import { type OutcomeDefinition, roundToSixDecimals } from '../../../engine/model/outcomes.ts';
import { computePlanId, type Plan } from '../../../engine/worlds/plan.ts';
import {
  type OutcomeSummary,
  type PairedSummary,
  summarizePairedWorlds,
  summarizeWorlds,
} from '../../../engine/worlds/summary.ts';
import type { World } from '../../../engine/worlds/world.ts';

function toOutcomeRecord({ n, band, mean, interval, growing }: OutcomeSummary) {
  return {
    n,
    p5: roundToSixDecimals(band?.low ?? null),
    median: roundToSixDecimals(band?.median ?? null),
    p95: roundToSixDecimals(band?.high ?? null),
    mean: roundToSixDecimals(mean),
    mean_95: interval?.map(roundToSixDecimals) ?? null,
    growing,
  };
}

const toPairedRecord = ({ n, mean, interval, more, equal, less }: PairedSummary) => ({
  n,
  mean: roundToSixDecimals(mean),
  mean_95: interval?.map(roundToSixDecimals) ?? null,
  more,
  equal,
  less,
});

/** What the worlds came to, as JSON: per arm each outcome's range, and of two arms the differences world by world. */
export function buildWorldsReport(
  plan: Plan,
  definitions: readonly OutcomeDefinition[],
  worlds: readonly World[],
) {
  const { seed } = plan.arms[0].setup;
  const of = plan.arms.map((_, arm) => worlds.filter(world => world.arm === arm));
  const named = <Row extends { readonly name: string }>(rows: readonly Row[], record: (row: Row) => object) =>
    Object.fromEntries(rows.map(row => [row.name, record(row)]));
  return {
    plan: computePlanId(plan),
    worlds: worlds.length,
    of: plan.worlds * plan.arms.length,
    rounds: plan.rounds,
    ...(plan.from !== null && { chance_from: plan.from }),
    arms: plan.arms.map(({ label }, arm) => ({
      label,
      worlds: of[arm].length,
      outcomes: named(summarizeWorlds(definitions, of[arm], null, seed), toOutcomeRecord),
    })),
    ...(plan.arms.length > 1 && {
      difference_to_first: plan.arms.slice(1).map(({ label }, i) => ({
        label,
        outcomes: named(summarizePairedWorlds(definitions, [of[0], of[i + 1]], seed), toPairedRecord),
      })),
    }),
  };
}
