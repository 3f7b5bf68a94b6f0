import { InputError } from '../../engine/core/errors.ts';
import { formatQuotedText } from '../../engine/core/formatQuotedText.ts';
import { formatAgentId, type Tick } from '../../engine/core/indices.ts';
import type * as z from '../../engine/core/zod.ts';
import type { DocumentPart, Parse, RecordedAnswer } from '../../engine/export/documentPart.ts';
import { measurementSchema } from '../../engine/export/parts.ts';
import type { Evidence } from '../../engine/oracle/oracle.ts';
import { truncateRecordText } from '../client/answerFields.ts';

/**
 * Maximum length of texts about an answer, in UTF-16 units: a model's reply, its name, the reason for an unusable
 * answer.
 */
const MAX_ANSWER_LENGTH = 2_000;

/** A recorded answer with its measurements, if a server was asked. */
export interface RecordedDecision extends RecordedAnswer {
  readonly measured: Evidence;
}

/** The answers of a run document, taken in row by row. */
export class RecordedAnswers {
  readonly #name: string;
  readonly #part: DocumentPart;
  readonly #byTick = new Map<Tick, Map<number, RecordedAnswer>>();
  /** By agent's id and tick. */
  readonly #measured = new Map<string, Evidence>();
  #rows = 0;
  #measurements = 0;

  /** @param name of the document @param part of its model */
  constructor(name: string, part: DocumentPart) {
    this.#name = name;
    this.#part = part;
  }

  /** Takes in a row of `decisions`. @throws InputError, naming the place, for one that is none, or the second for an agent and tick. */
  addDecision(row: unknown): void {
    const i = this.#rows++;
    const { agent_id, tick, decision } = this.#part.readDecision(
      createPlaceParser(this.#name, `decisions.${i}`),
      row,
    );
    if (tick <= 0 || decision === null) return;
    const agent = Number(agent_id.slice('agent_'.length)) - 1;
    const agents = this.#byTick.get(tick) ?? new Map<number, RecordedAnswer>();
    this.#byTick.set(tick, agents);
    if (agents.has(agent))
      throw new InputError(
        `${this.#name}: two answers for ${formatAgentId(agent)} in round ${tick} (decisions.${i})`,
      );
    agents.set(agent, truncateRecordedAnswer(decision));
  }

  /** Takes in a row of `measurements`. @throws InputError naming the place */
  addMeasurement(row: unknown): void {
    const place = `measurements.${this.#measurements++}`;
    const m = createPlaceParser(this.#name, place)(measurementSchema, row);
    this.#measured.set(`${m.agent_id} ${m.tick}`, {
      milliseconds: m.milliseconds,
      tokensIn: m.tokens_in,
      tokensOut: m.tokens_out,
      tries: m.tries,
    });
  }

  /** An agent's answer in a tick, with what was measured of it. */
  decision(tick: Tick, agent: number): RecordedDecision | undefined {
    const decision = this.#byTick.get(tick)?.get(agent);
    return decision && { ...decision, measured: this.#measured.get(`${formatAgentId(agent)} ${tick}`) ?? {} };
  }
}

/** An answer whose surroundings are as long as we write them: they are shown, and nothing follows from them. */
function truncateRecordedAnswer({ reason, evidence, ...answer }: RecordedAnswer): RecordedAnswer {
  const { raw, model, ...rest } = evidence;
  return {
    ...answer,
    ...(reason !== undefined && { reason: truncateRecordText(reason, MAX_ANSWER_LENGTH) }),
    evidence: {
      ...rest,
      ...(raw !== undefined && { raw: truncateRecordText(raw, MAX_ANSWER_LENGTH) }),
      ...(model !== undefined && { model: truncateRecordText(model, MAX_ANSWER_LENGTH) }),
    },
  };
}

/** A value of the user's, on one line. */
export const formatJsonLine = (value: unknown): string =>
  formatQuotedText(JSON.stringify(value) ?? 'nothing', 60);

/** Parses the value at a place in the document. @throws InputError naming the file and the place. */
export const createPlaceParser =
  (name: string, place: string): Parse =>
  (schema, value) => {
    const result = schema.safeParse(value);
    if (result.success) return result.data as z.infer<typeof schema>;
    const { path } = result.error.issues[0];
    const at = [place, ...path.map(String)].filter(part => part !== '').join('.');
    throw new InputError(
      `${name} was changed or damaged: ${formatJsonLine(getValueAtPath(value, path))} is not a valid value of ${formatQuotedText(at)}`,
    );
  };

const getValueAtPath = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce((part, key) => (part as Record<PropertyKey, unknown> | null | undefined)?.[key], value);
