import { InputError } from '../core/errors.ts';
import { formatQuotedText } from '../core/formatQuotedText.ts';
import { isValidSeed, MAX_SEED } from '../core/isValidSeed.ts';
import type { AnswerChange, ChanceChange, Change, Intervention } from '../setup/config.ts';
import { parseAgentNumber } from '../setup/setupChanges.ts';
import { checkParameterChange, type Parametrised } from './checkParameter.ts';

/** Most characters of an answer that is given. */
const MAX_FORCED_ANSWER_LENGTH = 20_000;

/** @throws InputError for what cannot be changed in mid-run, and for a tick before the first. */
export function checkChange(model: Parametrised, change: Change): void {
  if (change.kind === 'answer') checkAnswerChange(change);
  else if (change.kind === 'intervention') checkIntervention(model, change);
  else if (change.kind === 'chance') checkSeedChange(change);
  else checkParameterChange(model, change);
}

function checkIntervention({ name: model, interventions = [] }: Parametrised, change: Intervention): void {
  const { tick, name, on } = change;
  const definition = interventions.find(one => one.name === name);
  if (definition === undefined)
    throw new InputError(
      `model ${model} knows no change "${formatQuotedText(name)}"; it knows ${interventions.map(one => one.name).join(', ') || 'none'}`,
    );
  if (!Number.isInteger(tick) || tick < 1) throw new InputError(`${name} needs a tick from 1, not ${tick}`);
  const mistake = on.length === 0 ? `needs ${definition.takes}` : definition.mistakeIn(on);
  if (mistake !== null) throw new InputError(`${name} in round ${tick}: ${mistake}`);
}

function checkSeedChange({ tick, seed }: ChanceChange): void {
  if (!Number.isInteger(tick)) throw new InputError(`chance needs a whole tick, not ${tick}`);
  if (!isValidSeed(seed))
    throw new InputError(
      `chance from round ${tick} on needs a seed, a whole number from 0 to ${MAX_SEED}, not ${seed}`,
    );
}

function checkAnswerChange({ tick, agent, answer }: AnswerChange): void {
  if (Number.isNaN(parseAgentNumber(agent)))
    throw new InputError(`"${formatQuotedText(agent)}" is not an agent’s id; one reads agent_005`);
  if (!Number.isInteger(tick) || tick < 1)
    throw new InputError(`an answer of ${agent} needs a tick from 1, not ${tick}`);
  if (answer.trim() === '') throw new InputError(`an answer of ${agent} in round ${tick} needs some words`);
  if (answer.length > MAX_FORCED_ANSWER_LENGTH)
    throw new InputError(
      `the answer of ${agent} in round ${tick} has ${answer.length} characters; at most ${MAX_FORCED_ANSWER_LENGTH} are taken`,
    );
}
