import type { Command } from 'commander';
import { Option } from 'commander';
import { InputError } from '../engine/errors.ts';
import { MODELS } from '../engine/models/index.ts';
import { printable } from '../engine/shown.ts';
import type { ChartDefinition } from '../engine/statechart/definition.ts';
import { type ChartReading, NAMES_ALONE } from '../engine/statechart/formats/implementations.ts';
import { CHART_FORMATS, chartOfJson } from '../engine/statechart/formats/index.ts';
import { readScxml } from '../engine/statechart/scxml/read.ts';
import { placedStates, regionsOf, treeOf } from '../engine/statechart/tree.ts';
import { plainJson, plainText, type Reads } from '../engine/textFile.ts';
import { savedFile } from './boundedFile.ts';
import { OutFile } from './outFile.ts';

const CHART: Reads = {
  forms: ['json', 'chart'],
  words: 'a chart as SCXML, or as JSON: Statescope’s own or an XState 5 configuration',
};
const FORMATS = CHART_FORMATS.map(({ name }) => name);

interface ChartFlags {
  readonly to?: string;
  readonly out?: string;
}

/** Adds `chart`, which checks a chart and writes it in another format. */
export function addChartCommand(program: Command): void {
  program
    .command('chart')
    .description('check a statechart, or write it in another format')
    .argument('<file>', `${CHART.words}; or a model with a chart of its own`)
    .addOption(
      new Option(
        '--to <format>',
        CHART_FORMATS.map(({ name, meaning }) => `${name}: ${meaning}`).join('; '),
      ).choices(FORMATS),
    )
    .option('--out <file>', 'write it there; the file appears whole or not at all')
    .allowExcessArguments(false)
    .exitOverride()
    .action(tellChart);
}

async function tellChart(file: string, { to, out }: ChartFlags): Promise<void> {
  if (out !== undefined && to === undefined) throw new InputError('--out is for --to with a format');
  const { definition, notes } = await chartOf(file);
  for (const note of notes) process.stderr.write(`statescope: ${printable(note)}\n`);
  const written = CHART_FORMATS.find(({ name }) => name === to)?.write(definition);
  for (const note of written?.notes ?? []) process.stderr.write(`statescope: ${printable(note)}\n`);
  if (written === undefined) process.stdout.write(`${summaryOf(definition)}\n`);
  else if (out === undefined) process.stdout.write(written.text);
  else await (await OutFile.open(out)).write([written.text]);
}

/** @throws InputError for what is neither a model with a chart nor a file with one */
async function chartOf(file: string): Promise<ChartReading> {
  const entry = MODELS.find(({ name }) => name === file);
  if (entry !== undefined) {
    const { chart } = await entry.model();
    if (chart === undefined)
      throw new InputError(`model ${file} has no chart of its own: each run brings one`);
    return { definition: chart, notes: [] };
  }
  const text = plainText(file, await savedFile(file), CHART);
  if (/^\s*</.test(text)) return readScxml(text, { implementations: NAMES_ALONE });
  return chartOfJson(plainJson(file, text, CHART.words), NAMES_ALONE);
}

/** `social: 9 states, 23 transitions, 1 region, no errors` */
function summaryOf(definition: ChartDefinition): string {
  const counts = [
    counted(placedStates(definition).length, 'state'),
    counted(definition.transitions.length, 'transition'),
    counted(regionsOf(treeOf(definition)).heads.length, 'region'),
  ];
  return `${definition.name}: ${counts.join(', ')}, no errors`;
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;
