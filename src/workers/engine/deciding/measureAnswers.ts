import { InputError } from '../../../engine/core/errors.ts';
import { checkOracleLimits } from '../../../engine/oracle/checkOracleSetup.ts';
import type { Limits } from '../../../engine/oracle/oracleSetup.ts';
import type { Run } from '../../../engine/run/run.ts';
import type { ModelOracle } from '../../../oracles/model/modelOracle.ts';
import type { Opened } from '../opened.ts';
import type { Deciding } from '../otherRun/playModelComparison.ts';

type AskedRun = Pick<Opened, 'run' | 'deciding'>;

/** Changes the limits of the run's model. @throws InputError for an impossible limit. */
export function setModelLimits({ model }: Deciding, limits: Limits): void {
  checkOracleLimits(limits);
  if (model) model.limits = limits;
}

/** Asks the last questions again with their options rotated by one. @throws InputError if no model has answered */
export const measureOptionOrder = async ({ run, deciding: { model, beside } }: AskedRun, questions: number) =>
  assertModelDecides(model).measureOrder(await collectAnsweredQuestions(run, questions), beside.signal);

/** Asks agents individually, against their kind's answer. @throws InputError if no model has answered */
export const measureGroupAnswers = async (
  { run, deciding: { model, beside } }: AskedRun,
  questions: number,
) => assertModelDecides(model).measureKin(await collectAnsweredQuestions(run, questions), beside.signal);

/** @throws InputError if no model decides */
export function assertModelDecides(model: ModelOracle | null): ModelOracle {
  if (model === null) throw new InputError('no language model decides in this run');
  return model;
}

async function collectAnsweredQuestions(run: Run, limit: number) {
  const questions = run.state.answered?.(limit) ?? [];
  if (questions.length === 0) throw new InputError('the model has answered nothing yet; play a round first');
  return questions;
}
