import type { Backend } from './backend.ts';
import type { Environment } from './environment.ts';
import { type Server, send, withoutKey } from './http.ts';
import type { Speaker } from './speaker.ts';

/** How servers of one dialect are reached. */
export interface HttpConnection {
  readonly backend: Backend;
  readonly environment: Environment;
  /** The server at a base URL, with the present key. */
  server(url: string): Server;
}

/** A model behind servers that speak one dialect. */
export function httpSpeaker({ backend, environment, server }: HttpConnection, model: string): Speaker {
  return {
    source: backend.source,
    model,
    async say({ wanted, url, signal }) {
      const to = server(url);
      const body = backend.request(to.model, wanted);
      const { text } = await send(environment, { server: to, path: backend.answerPath, body, signal });
      const said = backend.read(text);
      return { said: { ...said, text: said.text && withoutKey(said.text, to) }, reply: text };
    },
  };
}
