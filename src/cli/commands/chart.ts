import type { Command } from 'commander';
import { Option } from 'commander';
import { InputError } from '../../engine/core/errors.ts';
import { formatPrintableMessage } from '../../engine/core/formatQuotedText.ts';
import { MODELS } from '../../engine/models/index.ts';
import type { ChartDefinition } from '../../engine/statechart/definition.ts';
import { type ChartReading, NAMES_ALONE } from '../../engine/statechart/formats/implementations.ts';
import { CHART_FORMATS } from '../../engine/statechart/formats/index.ts';
import { CHART_FILE, decodeChartFile, readChart } from '../../engine/statechart/formats/readChart.ts';
import {
  buildStateTree,
  findChartRegions,
  listPlacedStates,
} from '../../engine/statechart/hierarchy/tree.ts';
import { OutFile } from '../files/outFile.ts';
import { readStatescopeFile } from '../files/readBoundedFile.ts';

const FORMATS = CHART_FORMATS.map(({ name }) => name);

interface ChartFlags {
  readonly to?: string;
  readonly out?: string;
  readonly as_noted?: 'on' | 'off';
}

/** Adds `chart`, which checks a chart and writes it in another format. */
export function addChartCommand(program: Command): void {
  program
    .command('chart')
    .description('check a statechart, or write it in another format')
    .argument('<file>', `${CHART_FILE.words}; or a model with a chart of its own`)
    .addOption(
      new Option(
        '--to <format>',
        CHART_FORMATS.map(({ name, meaning }) => `${name}: ${meaning}`).join('; '),
      ).choices(FORMATS),
    )
    .addOption(
      new Option(
        '--as_noted <on|off>',
        'play guards that are unknown here as true, unknown actions as nothing, as `run` does with it',
      ).choices(['on', 'off']),
    )
    .option('--out <file>', 'write it there; the file appears whole or not at all')
    .allowExcessArguments(false)
    .exitOverride()
    .action(runChartCommand);
}

async function runChartCommand(file: string, { to, out, as_noted }: ChartFlags): Promise<void> {
  if (out !== undefined && to === undefined) throw new InputError('--out is for --to with a format');
  // A chart is written with the names of its functions; whether it can be played is checked as `run` checks it.
  const functions = to === undefined ? {} : { implementations: NAMES_ALONE };
  const { definition, notes } = await readChartFile(file, { ...functions, isAsNoted: as_noted === 'on' });
  for (const note of notes) process.stderr.write(`statescope: ${formatPrintableMessage(note)}\n`);
  const written = CHART_FORMATS.find(({ name }) => name === to)?.write(definition);
  for (const note of written?.notes ?? [])
    process.stderr.write(`statescope: ${formatPrintableMessage(note)}\n`);
  if (written === undefined) process.stdout.write(`${formatChartSizeLine(definition)}\n`);
  else if (out === undefined) process.stdout.write(written.text);
  else await (await OutFile.open(out)).write([written.text]);
}

/** @throws InputError for what is neither a model with a chart nor a file with one */
async function readChartFile(file: string, options: Parameters<typeof readChart>[2]): Promise<ChartReading> {
  const entry = MODELS.find(({ name }) => name === file);
  if (entry !== undefined) {
    const { chart } = await entry.model();
    if (chart === undefined)
      throw new InputError(`model ${file} has no chart of its own: each run brings one`);
    return { definition: chart, notes: [] };
  }
  return readChart(file, decodeChartFile(file, await readStatescopeFile(file)), options);
}

/** `social: 9 states, 23 transitions, 1 region, no errors` */
function formatChartSizeLine(definition: ChartDefinition): string {
  const counts = [
    formatChartCount(listPlacedStates(definition).length, 'state'),
    formatChartCount(definition.transitions.length, 'transition'),
    formatChartCount(findChartRegions(buildStateTree(definition)).heads.length, 'region'),
  ];
  return `${definition.name}: ${counts.join(', ')}, no errors`;
}

const formatChartCount = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;
