import { type Command, Option } from 'commander';
import { createIntegerParser } from '../options/optionNumbers.ts';

/** Scripts next to the command line that serve the page, in the project as in the package. */
interface PageScripts {
  ensureBuilt(): Promise<void>;
  startPage(options: {
    readonly port: number;
    again(port: number): string;
    prepare(): Promise<void>;
    readonly opens: boolean;
  }): Promise<void>;
}

const USUAL_PORT = 4173;

const parsePort = createIntegerParser('--port', 1, 65_535);

const importPageScript = async (name: string): Promise<PageScripts> =>
  import(/* @vite-ignore */ new URL(`../../scripts/${name}`, import.meta.url).href);

/** Adds `page`: the page in a browser. */
export function addPageCommand(program: Command): void {
  program
    .command('page')
    .description('serve the page to this machine and open it in a browser')
    .addOption(
      new Option('--port <n>', `port that is listened at (${USUAL_PORT})`)
        // An empty PORT is none.
        .argParser(text => (text === '' ? USUAL_PORT : parsePort(text)))
        .env('PORT')
        .default(USUAL_PORT),
    )
    .option('--no-open', 'open no browser: the address is printed')
    .exitOverride()
    .allowExcessArguments(false)
    .action(async ({ port, open }: { readonly port: number; readonly open: boolean }) => {
      const { startPage } = await importPageScript('startPage.mjs');
      const { ensureBuilt } = await importPageScript('page.mjs');
      await startPage({
        ...{ port, opens: open, prepare: ensureBuilt },
        again: other => `statescope page --port ${other}`,
      });
    });
}
