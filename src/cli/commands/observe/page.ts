import type { IncomingMessage, ServerResponse } from 'node:http';
import { InputError } from '../../../engine/core/errors.ts';

/** Answers a request by a file of the page. */
export type Answers = (request: IncomingMessage, response: ServerResponse) => void;

interface Scripts {
  ensureBuilt(): Promise<void>;
  responder(options: { readonly host: string | null }): Answers;
}

const importPageScript = async (name: string): Promise<Partial<Scripts>> =>
  import(/* @vite-ignore */ new URL(`../../scripts/${name}`, import.meta.url).href);

/** The page as `npm start` serves it, built where it is missing. @param host the name that it is asked by, beside this machine’s own; '*': any */
export async function createPageHandler(host: string | null): Promise<Answers> {
  const [{ ensureBuilt }, { responder }] = await Promise.all([
    importPageScript('build.mjs'),
    importPageScript('serve.mjs'),
  ]);
  if (ensureBuilt === undefined || responder === undefined) throw new Error('the page’s scripts are missing');
  await ensureBuilt().catch((error: Error) => {
    throw new InputError(`the page cannot be built: ${error.message}`);
  });
  return responder({ host });
}
