import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { InputError } from '../../../engine/core/errors.ts';
import { findMissingWorlds, mergeWorldParts } from '../../../engine/worlds/writeWorldsCsv.ts';
import { toUnreadableError } from '../../files/documentFile.ts';
import { OutFile } from '../../files/outFile.ts';
import { createProgressPrinter } from '../../output/progressPrinters.ts';
import { printResult } from '../../output/standardOutput.ts';

/** Missing worlds that a message names. */
const MOST_NAMED = 10;

interface MergeFlags {
  readonly csv?: string;
  readonly tables?: string;
}

/** Adds `merge`, which puts the parts together that `worlds --shard` has written. */
export function addMergeCommand(program: Command): void {
  program
    .command('merge')
    .description('put the parts together that worlds --shard has written, by set-up and world')
    .argument('<parts...>', 'files of one plan that --csv has written, or folders that --tables has')
    .option('--csv <file>', 'where to write the worlds')
    .option('--tables <folder>', 'where to write the tables, a file for each')
    .action(async (parts: readonly string[], { csv, tables }: MergeFlags) => {
      if ((csv === undefined) === (tables === undefined))
        throw new InputError('merge writes worlds with --csv, or tables with --tables: give one of them');
      const report =
        csv === undefined ? await mergeTables(parts, tables ?? '') : await mergeWorlds(parts, csv);
      printResult(report);
    });
}

async function mergeWorlds(names: readonly string[], csv: string) {
  const parts = await Promise.all(names.map(readPartFile));
  const text = mergeWorldParts(parts);
  const missing = findMissingWorlds(text);
  if (missing.length > 0) {
    const some = missing.slice(0, MOST_NAMED).join(', ');
    const more = missing.length > MOST_NAMED ? ` and ${missing.length - MOST_NAMED} more` : '';
    createProgressPrinter()(`worlds ${some}${more} are missing: a part is not among the files\n`);
  }
  await (await OutFile.open(csv)).write([text]);
  return { worlds: text.split('\n').length - 2, ...(missing.length > 0 && { missing: missing.length }), csv };
}

const readPartFile = async (name: string) => ({
  name,
  text: await readFile(name, 'utf8').catch(error => {
    throw toUnreadableError(name, error);
  }),
});

async function mergeTables(inputs: readonly string[], folder: string) {
  const { mergeTableParts } = await import('../../files/tables/mergeTableParts.ts');
  return { rows: await mergeTableParts(inputs, folder), tables: folder };
}
