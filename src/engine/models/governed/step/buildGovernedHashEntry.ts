import type { MissionStep } from '../missionStep.ts';

/**
 * A step's content for the hash, as JSON. Left out are its place (row, agent, tick), what the answer holds
 * (its reasoning), who gave it, and the token estimates.
 */
export const buildGovernedHashEntry = (step: MissionStep): string =>
  JSON.stringify([
    step.kind,
    step.number,
    step.phase,
    step.next,
    step.said,
    step.mended,
    step.claims,
    step.final,
    step.refused,
    step.failed,
    step.advice && [step.advice.rule, step.advice.text],
    step.obeyed,
    step.rule,
    step.reason,
    step.milliseconds,
    step.call && [
      step.call.tool,
      step.call.args,
      step.call.hits?.map(({ document }) => document),
      step.call.total,
      step.call.error,
      step.call.resultBytes,
      step.call.milliseconds,
      step.call.before,
    ],
  ]);
