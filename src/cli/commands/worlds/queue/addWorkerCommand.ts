import { availableParallelism } from 'node:os';
import type { Command } from 'commander';
import { createIntegerParser } from '../../../options/optionNumbers.ts';
import { createProgressPrinter } from '../../../output/progressPrinters.ts';
import { parseQueueAddress } from './parseQueueAddress.ts';

interface WorkerFlags {
  readonly queue: string;
  readonly cores: number;
}

/** Adds `worker`, which plays worlds that commands on other machines put into a queue. */
export function addWorkerCommand(program: Command, root: URL): void {
  program
    .command('worker')
    .description(
      'play worlds that worlds --queue asks for, on this machine or another one, until it is interrupted',
    )
    .requiredOption('--queue <url>', 'the queue, of Redis or Valkey, such as redis://host:6379')
    .option(
      '--cores <n>',
      'threads that play',
      createIntegerParser('--cores', 1, 1024),
      availableParallelism(),
    )
    .allowExcessArguments(false)
    .exitOverride()
    .action(async ({ queue, cores }: WorkerFlags) => {
      const address = parseQueueAddress(queue);
      const { serveWorldsQueue } = await import('./serveWorldsQueue.ts');
      const served = await serveWorldsQueue({ address, cores, root: root.href }, createProgressPrinter());
      process.stdout.write(`${JSON.stringify(served)}\n`);
    });
}
