import { InputError } from '../../../engine/core/errors.ts';
import { formatAgentId } from '../../../engine/core/indices.ts';
import type { Prompt } from '../../../engine/oracle/formats/prompt.ts';
import type { ChoiceOption, Question } from '../../../engine/oracle/oracle.ts';
import type { Run } from '../../../engine/run/run.ts';
import { buildModelRequest } from '../../../oracles/client/wanted.ts';
import type { PutQuestion, Tried } from '../../protocol/trialCommands.ts';
import { loadRunReports } from '../late/loadRunReports.ts';
import type { Opened } from '../opened.ts';
import { assertModelDecides } from './measureAnswers.ts';

/** @throws InputError if no language model decides, or the agent was not asked then */
export async function buildTrialPrompt({ deciding, reader }: Opened, put: PutQuestion): Promise<Prompt> {
  const model = assertModelDecides(deciding.model);
  const { copy } = await readPastQuestion(reader, put);
  return buildModelRequest(copy, { form: model.form, texts: model.texts, temperature: 0 }).prompt;
}

/** @throws InputError if the agent is not asked then, or nobody can be asked; OracleHalt if nobody can answer */
export async function dryRunQuestion(opened: Opened, put: PutQuestion): Promise<Tried> {
  const { deciding, run } = opened;
  if (deciding.model !== null) return askTrialQuestion(opened, put, await buildTrialPrompt(opened, put));
  if (deciding.oracle !== run.policy)
    throw new InputError('a recording decides: it has no answers but its own');
  return opened.reader.at(put.tick - 1, async past => {
    const question = findQuestionInRun(past, put);
    const answer = past.state.policy(question);
    const { reports } = await loadRunReports(past);
    const isDrawn = answer.kind === 'chosen' && question.kind === 'choice';
    return {
      ...reports.would(question, answer),
      ...{ model: null, raw: null, tokensIn: null, tokensOut: null, milliseconds: null },
      shares: isDrawn ? mapOptionShares(question.options, answer.probabilities) : null,
    };
  });
}

const mapOptionShares = (
  options: readonly ChoiceOption[],
  shares: readonly number[] | undefined,
): Tried['shares'] =>
  shares === undefined ? null : options.map(({ action }, i) => [action, shares[i] ?? 0]);

/** @throws InputError as above; OracleHalt if nobody can answer */
export async function askTrialQuestion(
  { run, deciding, reader }: Opened,
  put: PutQuestion,
  prompt: Prompt,
): Promise<Tried> {
  const model = assertModelDecides(deciding.model);
  const { question, copy } = await readPastQuestion(reader, put);
  const reply = await model.askOnce(copy, prompt, deciding.beside.signal);
  if (reply.kind === 'spent') throw new InputError(`the model was not asked: ${reply.reason}`);
  const { reports } = await loadRunReports(run);
  const { model: name = model.name, raw, tokensIn, tokensOut, milliseconds } = reply.evidence ?? {};
  const isWeighed = reply.kind === 'weighed' && question.kind === 'choice';
  return {
    ...reports.would(question, reply),
    model: name,
    raw: raw ?? null,
    shares: isWeighed ? mapOptionShares(question.options, reply.probabilities) : null,
    tokensIn: tokensIn ?? null,
    tokensOut: tokensOut ?? null,
    milliseconds: milliseconds ?? null,
  };
}

/** A question of the run, and a copy of all that is said in it: what was looked back at may be elsewhere by then. */
async function readPastQuestion(reader: Opened['reader'], put: PutQuestion) {
  return reader.at(put.tick - 1, async past => {
    const question = findQuestionInRun(past, put);
    return { question, copy: copyQuestion(question) };
  });
}

/** Nothing is asked of an agent in a tick. */
class NotAsked extends InputError {
  override readonly name = 'NotAsked';
}

/** A question of the tick after a run's last. @throws NotAsked */
function findQuestionInRun(past: Run, { agent, tick }: PutQuestion): Question {
  const question = past.state.questions(tick).find(one => one.agent === agent);
  if (question === undefined) throw new NotAsked(`${formatAgentId(agent)} is not asked in round ${tick}`);
  return question;
}

function copyQuestion(question: Question): Question {
  const { agent, tick } = question;
  if (question.kind === 'choice') {
    const { kind, options, rules, situation, rotation } = question;
    return { kind, agent, tick, options, rules, situation, rotation, kin: null };
  }
  const { kind, system = '', prompt, maxTokens, shape } = question;
  return { kind, agent, tick, system, prompt, maxTokens, ...(shape && { shape }) };
}
