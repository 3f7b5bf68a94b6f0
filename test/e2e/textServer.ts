import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface TextServer {
  readonly url: string;
  /** Prompts of the chats that came, system and user as one text. */
  readonly prompts: string[];
  close(): Promise<void>;
}

const NAME = 'script';
export const TEXT_MODEL = NAME;

/** A server of the OpenAI dialect that says one thing after the other, and the last one for ever. */
export async function startTextServer(...texts: readonly string[]): Promise<TextServer> {
  const prompts: string[] = [];
  const server = createServer(async (request, response) => {
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-allow-headers', 'authorization, content-type');
    if (request.method === 'OPTIONS') return void response.writeHead(204).end();
    let body = '';
    for await (const chunk of request) body += chunk;
    if (request.url === '/v1/models') return void response.end(JSON.stringify({ data: [{ id: NAME }] }));
    if (request.url !== '/v1/chat/completions') return void response.writeHead(404).end();
    const { messages } = JSON.parse(body) as { messages: { content: string }[] };
    const content = texts[Math.min(prompts.length, texts.length - 1)];
    prompts.push(messages.map(message => message.content).join('\n\n'));
    response.end(
      JSON.stringify({
        choices: [{ message: { role: 'assistant', content } }],
        usage: { prompt_tokens: 10, completion_tokens: 5 },
      }),
    );
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    prompts,
    close: () => {
      server.closeAllConnections();
      return new Promise(resolve => server.close(() => resolve()));
    },
  };
}
