import { availableParallelism } from 'node:os';
import type { Command } from 'commander';
import { wholeNumber } from '../../../options/numbers.ts';
import { progressLine } from '../../../output/progress.ts';
import { addressOf } from './address.ts';

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
    .option('--cores <n>', 'threads that play', wholeNumber('--cores', 1, 1024), availableParallelism())
    .allowExcessArguments(false)
    .exitOverride()
    .action(async ({ queue, cores }: WorkerFlags) => {
      const address = addressOf(queue);
      const { serve } = await import('./serve.ts');
      const served = await serve({ address, cores, root: root.href }, progressLine());
      process.stdout.write(`${JSON.stringify(served)}\n`);
    });
}
