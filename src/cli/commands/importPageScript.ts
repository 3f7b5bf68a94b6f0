import type { IncomingMessage, ServerResponse } from 'node:http';

/** Port of the page unless another one is named. */
export const PAGE_PORT = 4173;

/** Answers a request by a file of the page. */
export type Answers = (request: IncomingMessage, response: ServerResponse) => void;

/** Scripts next to the command line that build and serve the page, in the project as in the package. */
interface PageScripts {
  readonly page: { ensureBuilt(): Promise<void> };
  readonly serve: { responder(options: { readonly host: string | null }): Answers };
  readonly startPage: {
    startPage(options: {
      readonly port: number;
      again(port: number): string;
      prepare(): Promise<void>;
      readonly opens: boolean;
    }): Promise<void>;
  };
}

/** Loads a script of the page. @param name of it in the folder `scripts` */
export const importPageScript = async <Name extends keyof PageScripts>(
  name: Name,
): Promise<PageScripts[Name]> =>
  import(/* @vite-ignore */ new URL(`../../scripts/${name}.mjs`, import.meta.url).href);
