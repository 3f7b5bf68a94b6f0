/** Dialects of servers: Ollama's own, or `/v1/chat/completions`. Also the source of an answer in its row. */
export type Dialect = 'ollama' | 'openai';

/** A kind of language-model server: all in which it differs from others. */
export interface ServerKind {
  /** In set-ups, addresses, documents, and for `--oracle`. */
  readonly name: string;
  readonly dialect: Dialect;
  /** Base URL unless another is given. */
  readonly url: string;
  /** Name on the page. */
  readonly label: string;
  /** Name where space is short; the label by default. */
  readonly shortLabel?: string;
  /** Description in a few words, as a heading of choices. */
  readonly group: string;
  /** Where it runs, to somebody who has never heard its name; the group by default. */
  readonly where?: string;
  /** One clause, shown as the choice's title. */
  readonly title: string;
}
