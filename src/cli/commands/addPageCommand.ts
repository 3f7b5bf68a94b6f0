import { type Command, Option } from 'commander';
import { createIntegerParser } from '../options/optionNumbers.ts';
import { importPageScript, PAGE_PORT } from './importPageScript.ts';

const parsePort = createIntegerParser('--port', 1, 65_535);

/** Adds `page`: the page in a browser. */
export function addPageCommand(program: Command): void {
  program
    .command('page')
    .description('serve the page to this machine and open it in a browser')
    .addOption(
      new Option('--port <n>', `port that is listened at (${PAGE_PORT})`)
        // An empty PORT is none.
        .argParser(text => (text === '' ? PAGE_PORT : parsePort(text)))
        .env('PORT')
        .default(PAGE_PORT),
    )
    .option('--no-open', 'open no browser: the address is printed')
    .exitOverride()
    .allowExcessArguments(false)
    .action(async ({ port, open }: { readonly port: number; readonly open: boolean }) => {
      const { startPage } = await importPageScript('startPage');
      const { ensureBuilt } = await importPageScript('page');
      await startPage({
        ...{ port, opens: open, prepare: ensureBuilt },
        again: other => `statescope page --port ${other}`,
      });
    });
}
