import type { Backend } from '../client/backend.ts';
import type { Environment } from '../client/environment.ts';
import { ServerFailure } from '../client/failure.ts';
import { type Server, sendHttpRequest } from '../client/http.ts';
import { maskServerKey } from '../client/maskServerKey.ts';
import type { Speaker } from '../client/speaker.ts';

/** Connection to servers of one dialect. */
export interface HttpConnection {
  readonly backend: Backend;
  readonly environment: Environment;
  /** The server at a base URL, with the present key. */
  server(url: string): Server;
}

/** A model behind servers that speak one dialect. What a server refuses by name, it is not sent again. */
export function createHttpSpeaker({ backend, environment, server }: HttpConnection, model: string): Speaker {
  const refused = new Map<string, Set<string>>();
  return {
    source: backend.source,
    model,
    refused: () => [...new Set([...refused.values()].flatMap(names => [...names]))].sort(),
    async say({ wanted, url, signal }) {
      const to = server(url);
      const names = refused.get(url) ?? new Set();
      refused.set(url, names);
      for (;;) {
        const sent = new Set(names);
        const body = backend.request(to.model, wanted, sent);
        try {
          const { text } = await sendHttpRequest(environment, {
            server: to,
            path: backend.answerPath,
            body,
            signal,
          });
          const said = backend.read(text);
          return { said: { ...said, text: said.text && maskServerKey(said.text, to) }, reply: text };
        } catch (error) {
          const name = error instanceof ServerFailure ? backend.refusedBy(error) : null;
          if (name === null || sent.has(name)) throw error;
          names.add(name);
        }
      }
    },
  };
}
