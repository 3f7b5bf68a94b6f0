export const DIALECTS = ['ollama', 'openai'] as const;
export type Dialect = (typeof DIALECTS)[number];

/** The part of JSON Schema that this server understands. */
export interface Schema {
  readonly enum?: readonly unknown[];
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** A chat request, whatever its dialect. */
export interface Ask {
  readonly dialect: Dialect;
  readonly model: string;
  /** All messages, a line break between them. */
  readonly prompt: string;
  /** Letters are asked for by their log-probabilities, objects by a schema. */
  readonly form: 'letter' | 'json' | 'text';
  readonly schema: Schema;
  /** How many likeliest tokens are wanted. */
  readonly top: number;
  readonly stream: boolean;
}

interface Body {
  readonly model?: string;
  readonly messages?: readonly { readonly content?: string }[];
  readonly logprobs?: boolean;
  readonly top_logprobs?: number;
  readonly stream?: boolean;
  readonly format?: Schema;
  readonly response_format?: { readonly json_schema?: { readonly schema?: Schema } };
}

/** Throws what JSON.parse throws. */
export function readAsk(dialect: Dialect, json: string): Ask {
  const body = JSON.parse(json) as Body;
  const schema = dialect === 'ollama' ? body.format : body.response_format?.json_schema?.schema;
  return {
    dialect,
    model: body.model ?? '',
    prompt: (body.messages ?? []).map(message => message.content ?? '').join('\n'),
    form: body.logprobs === true ? 'letter' : schema === undefined ? 'text' : 'json',
    schema: schema ?? {},
    top: body.top_logprobs ?? 0,
    stream: body.stream ?? dialect === 'ollama',
  };
}
