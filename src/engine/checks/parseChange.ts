import { InputError } from '../core/errors.ts';
import { formatQuotedText } from '../core/formatQuotedText.ts';
import type { Change } from '../setup/config.ts';
import { ANSWER, CHANCE } from '../setup/formatChange.ts';
import { checkChange } from './checkChange.ts';
import { type Parametrised, parseParameterValue } from './checkParameter.ts';

/** Reads a change as `formatChange` writes it. @throws InputError for another form, and for what cannot be changed so */
export function parseChange(text: string, model: Parametrised): Change {
  const [round = '', what = ''] = text.split(':', 2);
  const rest = text.slice(round.length + what.length + 2);
  if (!/^-?\d+$/.test(round) || what === '' || rest === '') throw createChangeFormatError(text);
  const tick = Number(round);
  const change: Change =
    what === ANSWER
      ? parseAnswerChange(tick, rest)
      : what === CHANCE
        ? { kind: 'chance', tick, seed: parseChangeSeed(rest, text) }
        : model.interventions?.some(({ name }) => name === what)
          ? { kind: 'intervention', tick, name: what, on: rest.split(',') }
          : { tick, name: what, value: parseParameterValue(rest) };
  checkChange(model, change);
  return change;
}

function parseAnswerChange(tick: number, rest: string): Change {
  const [agent] = rest.split(':', 1);
  return { kind: 'answer', tick, agent, answer: rest.slice(agent.length + 1) };
}

function parseChangeSeed(text: string, whole: string): number {
  if (!/^\d+$/.test(text)) throw createChangeFormatError(whole);
  return Number(text);
}

const createChangeFormatError = (text: string): InputError =>
  new InputError(
    `"${formatQuotedText(text)}" must read round:name:value, round:answer:agent:what it answers, or round:chance:seed`,
  );
