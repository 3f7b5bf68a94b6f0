import type { Command } from 'commander';
import { Option } from 'commander';
import { createDefaultSetup } from '../../engine/checks/createDefaultSetup.ts';
import { InputError, InputErrors } from '../../engine/core/errors.ts';
import { formatPlainCount } from '../../engine/core/formatNounCount.ts';
import { formatPrintableMessage } from '../../engine/core/formatQuotedText.ts';
import { MODELS } from '../../engine/models/index.ts';
import { openRun } from '../../engine/models/openRun.ts';
import type { ParameterDefinition } from '../../engine/parameters/parameterDefinition.ts';
import type { ChartDefinition } from '../../engine/statechart/definition.ts';
import { type ChartReading, NAMES_ALONE } from '../../engine/statechart/formats/implementations.ts';
import { CHART_FORMATS } from '../../engine/statechart/formats/index.ts';
import { CHART_FILE, decodeChartFile, readChart } from '../../engine/statechart/formats/readChart.ts';
import {
  buildStateTree,
  findChartRegions,
  listPlacedStates,
} from '../../engine/statechart/hierarchy/stateTree.ts';
import { readStatescopeFile } from '../files/documentFile.ts';
import { OutFile } from '../files/outFile.ts';
import { formatChartParameters } from '../options/formatParameterHelp.ts';
import { prepareRunInputs } from '../options/prepareRunInputs.ts';
import { SPECS } from '../options/specs.ts';
import { createOpeningReporter } from '../output/createOpeningReporter.ts';
import { createProgressPrinter } from '../output/progressPrinters.ts';
import {
  isJsonOutput,
  printJsonOnly,
  printLine,
  printResult,
  writeStandardOutput,
} from '../output/standardOutput.ts';

/** The input that a chart is to the model that plays it. */
const CHART_INPUT = 'chart';
const FORMATS = CHART_FORMATS.map(({ name }) => name);

interface ChartFlags {
  readonly to?: string;
  readonly out?: string;
  readonly as_noted?: 'on' | 'off';
}

/** Adds `chart`, which checks a chart and writes it in another format. */
export function addChartCommand(program: Command, root: URL): void {
  program
    .command('chart')
    .description('check a statechart, or write it in another format')
    .argument('<file>', `${CHART_FILE.words}; or a model with a chart of its own`)
    .addOption(
      new Option(
        '--to <format>',
        `format to write: ${CHART_FORMATS.map(({ name, meaning }) => `${name}: ${meaning}`).join('; ')}`,
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
    .action((file: string, flags: ChartFlags) => runChartCommand(file, flags, root));
}

async function runChartCommand(file: string, { to, out, as_noted }: ChartFlags, root: URL): Promise<void> {
  if (out !== undefined && to === undefined) throw new InputError('--out is for --to with a format');
  const isAsNoted = as_noted === 'on';
  const format = CHART_FORMATS.find(({ name }) => name === to);
  if (format === undefined) return checkChartFile(file, isAsNoted, root);
  // A chart is written with the names of its functions, whether or not it can be played.
  const { definition, notes } = await readChartFile(file, { implementations: NAMES_ALONE, isAsNoted });
  const written = format.write(definition);
  for (const note of [...notes, ...written.notes])
    process.stderr.write(`statescope: ${formatPrintableMessage(note)}\n`);
  if (out !== undefined) await (await OutFile.open(out)).write([written.text]);
  const result = { chart: definition.name, format: format.name, notes: [...notes, ...written.notes] };
  if (out !== undefined) printJsonOnly({ ...result, out });
  else if (isJsonOutput()) printResult({ ...result, text: written.text });
  else await writeStandardOutput(written.text);
}

/** Says of a chart what `run` says of it, since a run of it is opened, and how large it is. @throws InputError */
async function checkChartFile(file: string, isAsNoted: boolean, root: URL): Promise<void> {
  const { definition } = await readChartFile(file, { isAsNoted });
  let declared: readonly ParameterDefinition[] = [];
  const player = SPECS.find(({ inputs }) => inputs.some(({ name }) => name === CHART_INPUT));
  if (player !== undefined && !isModelName(file)) {
    const parameters = { as_noted: isAsNoted };
    const setup = { ...createDefaultSetup(player), parameters, own: [CHART_INPUT] };
    // Nothing of it is played, so it may be as large as it likes.
    const given = await prepareRunInputs(setup, { [CHART_INPUT]: [file] }, root, {}, true);
    const opened = await openRun(given.setup, given.sources);
    declared = opened.loaded.model.parameters.filter(one => one.declared);
    createOpeningReporter(createProgressPrinter())(opened);
  }
  printLine(formatChartSizeLine(definition));
  if (declared.length > 0) printLine(formatChartParameters(declared));
  const { parameters } = definition;
  printJsonOnly({
    chart: definition.name,
    ...countChartParts(definition),
    ...(parameters && { parameters }),
  });
}

const isModelName = (file: string): boolean => MODELS.some(({ name }) => name === file);

/** @throws InputError for what is neither a model with a chart nor a file with one */
async function readChartFile(file: string, options: Parameters<typeof readChart>[2]): Promise<ChartReading> {
  const entry = MODELS.find(({ name }) => name === file);
  if (entry !== undefined) {
    const { chart } = await entry.model();
    if (chart === undefined)
      throw new InputError(`model ${file} has no chart of its own: each run brings one`);
    return { definition: chart, notes: [] };
  }
  const text = decodeChartFile(file, await readStatescopeFile(file));
  try {
    return readChart(file, text, options);
  } catch (error) {
    if (!(error instanceof InputError) || error.message.includes(file)) throw error;
    throw new (error instanceof InputErrors ? InputErrors : InputError)(`${file}, ${error.message}`);
  }
}

const countChartParts = (definition: ChartDefinition) => ({
  states: listPlacedStates(definition).length,
  transitions: definition.transitions.length,
  regions: findChartRegions(buildStateTree(definition)).heads.length,
});

/** `social: 9 states, 23 transitions, 1 region, no errors` */
function formatChartSizeLine(definition: ChartDefinition): string {
  const { states, transitions, regions } = countChartParts(definition);
  const counts = [
    formatPlainCount(states, 'state'),
    formatPlainCount(transitions, 'transition'),
    formatPlainCount(regions, 'region'),
  ];
  return `${definition.name}: ${counts.join(', ')}, no errors`;
}
