import { mkdirSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { runStages } from './runStages.mjs';
import { endStages, runStage } from './stage.mjs';
import { REPORTS } from './stages.mjs';

/** Stages for each core: each waits a third of its time for something, a process or a clock. */
const LANES = 1.5;

/** Runs stages and prints the output of each whole, since others run beside it. @returns their results */
export function showStages(stages) {
  rmSync(REPORTS, { recursive: true, force: true });
  mkdirSync(REPORTS, { recursive: true });
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.on(signal, () => {
      endStages();
      process.exit(130);
    });
  }
  return runStages(stages, {
    run: stage => {
      console.log(`── ${stage.name} …`);
      return runStage(stage);
    },
    cores: Math.floor(availableParallelism() * LANES),
    ended: ({ name, note, output }) => {
      console.log(`\n── ${name}\n${output}`);
      if (note) console.error(`${name}: ${note}`);
    },
  });
}
