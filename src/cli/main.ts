import { runCommandLine } from './commandLine.ts';

process.exitCode = await runCommandLine(
  process.argv.slice(2),
  new URL('../../public/networks/', import.meta.url),
);
