import type { Backend } from './backend.ts';
import { type Server, send, withoutKey } from './http.ts';
import type { Outside } from './outside.ts';
import type { Speaker } from './speaker.ts';

export interface HttpConnection {
  readonly backend: Backend;
  readonly outside: Outside;
  /** The server at a base URL, with the key of the moment. */
  server(url: string): Server;
}

/** A model behind servers that speak one dialect. */
export function httpSpeaker({ backend, outside, server }: HttpConnection, model: string): Speaker {
  return {
    source: backend.source,
    model,
    async say({ wanted, url, signal }) {
      const to = server(url);
      const body = backend.request(to.model, wanted);
      const { text } = await send(outside, { server: to, path: backend.answerPath, body, signal });
      const said = backend.read(text);
      return { said: { ...said, text: said.text && withoutKey(said.text, to) }, reply: text };
    },
  };
}
