import { runCommandLine } from './runCommandLine.ts';

// A closed output pipe (`… | head -1`) does not count as a failure.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') return;
    process.stderr.write(`statescope: cannot write the output: ${error.message}\n`);
    process.exit(1);
  });
}

process.exitCode = await runCommandLine(process.argv.slice(2), new URL('../../public/', import.meta.url));
