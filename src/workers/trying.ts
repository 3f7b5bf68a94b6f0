import type { Prompt } from '../engine/answerFormats/words.ts';
import { InputError } from '../engine/errors.ts';
import { agentId } from '../engine/indices.ts';
import type { Question } from '../engine/oracle.ts';
import { wantedOf } from '../oracles/wanted.ts';
import { needed } from './asking.ts';
import { told } from './loaded.ts';
import type { Opened } from './opened.ts';
import type { PutQuestion, Tried } from './trialCommands.ts';

/** @throws InputError where no language model decides, or the agent was not asked then */
export async function trialPrompt({ deciding, reader }: Opened, put: PutQuestion): Promise<Prompt> {
  const model = needed(deciding.model);
  const { copy } = await questionOf(reader, put);
  return wantedOf(copy, { form: model.form, texts: model.texts, temperature: 0 }).prompt;
}

/** @throws InputError as above; OracleHalt where nobody can answer */
export async function askOnce(
  { run, deciding, reader }: Opened,
  put: PutQuestion,
  prompt: Prompt,
): Promise<Tried> {
  const model = needed(deciding.model);
  const { question, copy } = await questionOf(reader, put);
  const reply = await model.askOnce(copy, prompt, deciding.beside.signal);
  if (reply.kind === 'spent') throw new InputError(`the model was not asked: ${reply.reason}`);
  const { telling } = await told(run);
  const { model: name = model.name, raw, tokensIn, tokensOut, milliseconds } = reply.evidence ?? {};
  const isWeighed = reply.kind === 'weighed' && question.kind === 'choice';
  return {
    ...telling.would(question, reply),
    model: name,
    raw: raw ?? null,
    shares: isWeighed ? question.options.map(({ action }, i) => [action, reply.probabilities[i] ?? 0]) : null,
    tokensIn: tokensIn ?? null,
    tokensOut: tokensOut ?? null,
    milliseconds: milliseconds ?? null,
  };
}

/** A question of the run, and a copy of all that is said in it: what was looked back at may be elsewhere by then. */
async function questionOf(reader: Opened['reader'], { agent, tick }: PutQuestion) {
  return reader.at(tick - 1, async past => {
    const question = past.state.questions(tick).find(one => one.agent === agent);
    if (question === undefined) throw new InputError(`${agentId(agent)} is not asked in round ${tick}`);
    await past.state.wording?.();
    return { question, copy: copied(question) };
  });
}

function copied(question: Question): Question {
  const { agent, tick } = question;
  if (question.kind === 'choice') {
    const { kind, options, rules, situation, rotation } = question;
    return { kind, agent, tick, options, rules, situation, rotation, kin: null };
  }
  const { kind, system = '', prompt, maxTokens, shape } = question;
  return { kind, agent, tick, system, prompt, maxTokens, ...(shape && { shape }) };
}
