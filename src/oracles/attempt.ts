import type { Backend } from './backend.ts';
import { answerOf } from './decide.ts';
import { type Server, send, withoutKey } from './http.ts';
import type { Outside } from './outside.ts';
import { type Manner, wantedOf } from './wanted.ts';
import type { AttemptAt } from './window.ts';

export interface Connection {
  readonly backend: Backend;
  readonly outside: Outside;
  /** The server at a base URL, with the key of the moment. */
  server(url: string): Server;
}

/** Sends a question once, in one form, and reads the answer. */
export function attemptIn({ backend, outside, server }: Connection, manner: Manner): AttemptAt {
  return async ({ question, signal, dispatched }, url) => {
    const wanted = wantedOf(question, manner);
    const to = server(url);
    const body = backend.request(to.model, wanted);
    signal.throwIfAborted();
    const begun = outside.now();
    dispatched();
    const { text } = await send(outside, { server: to, path: backend.answerPath, body, signal });
    const milliseconds = outside.now() - begun;
    const way = { source: backend.source, model: to.model, milliseconds, reply: text };
    const said = backend.read(text);
    return answerOf(question, wanted, { ...said, text: said.text && withoutKey(said.text, to) }, way);
  };
}
