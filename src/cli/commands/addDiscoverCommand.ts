import { extname } from 'node:path';
import type { Command } from 'commander';
import { InputError } from '../../engine/core/errors.ts';
import { formatPercent } from '../../engine/core/formatPercent.ts';
import { formatPrintableMessage } from '../../engine/core/formatQuotedText.ts';
import type {
  ConformanceSummary,
  DiscoveredReport,
  DiscoveryReport,
  PartOf,
} from '../../engine/model/discovered.ts';
import type { ModelReports } from '../../engine/model/model.ts';
import { describeNothingShared } from '../../engine/model/nothingShared.ts';
import { openRun } from '../../engine/models/openRun.ts';
import { CHART_FORMATS } from '../../engine/statechart/formats/index.ts';
import { serializeChart } from '../../engine/statechart/formats/parseChartJson.ts';
import { OutFile } from '../files/outFile.ts';
import { createDecimalParser } from '../options/optionNumbers.ts';
import { type Flags, type IsGiven, parseRunOrder } from '../options/orders.ts';
import { prepareRunInputs } from '../options/prepareRunInputs.ts';
import { SPECS } from '../options/specs.ts';
import { createOpeningReporter } from '../output/createOpeningReporter.ts';
import { createProgressPrinter } from '../output/progressPrinters.ts';
import { printLine, printResult } from '../output/standardOutput.ts';
import { rethrowWithLargeHint } from './playWholeRun.ts';

interface DiscoverFlags extends Flags {
  readonly rareStates: number;
  readonly rareEdges: number;
}

/** Formats by the endings of files. */
const CHART_FORMAT_BY_EXTENSION: Readonly<Record<string, string>> = {
  '.scxml': 'scxml',
  '.mmd': 'mermaid',
  '.json': 'json',
  '.dot': 'graphviz',
};
/** Maximum number of foreign moves in the text; the JSON has all. */
const MAX_PRINTED_MOVES = 8;

const createShareParser = (option: string) => createDecimalParser(option, 0, 1);

/** Adds `discover`: the chart that recorded cases follow, and how they keep to a given one. */
export function addDiscoverCommand(
  program: Command,
  addSetup: (command: Command, model?: string) => Command,
  root: URL,
): void {
  const command = program
    .command('discover')
    .description(
      'discover the statechart of recorded cases, and the moves that a given one lacks; the last line of standard output is JSON',
    );
  addSetup(command, RECORDED_MODEL)
    .option(
      '--rare-states <share>',
      'leave that share of the states out, the rarest',
      createShareParser('--rare-states'),
      0,
    )
    .option(
      '--rare-edges <share>',
      'leave that share of the edges out, the rarest',
      createShareParser('--rare-edges'),
      0,
    )
    .option('--out <file>', 'write the chart: .scxml, .json (Statescope’s own), .mmd (Mermaid) or .dot')
    .action((flags: DiscoverFlags) =>
      runDiscoverCommand(flags, name => command.getOptionValueSource(name) === 'cli', root),
    );
}

async function runDiscoverCommand(flags: DiscoverFlags, isGiven: IsGiven, root: URL): Promise<void> {
  const format = flags.out === undefined ? null : getChartFormat(flags.out);
  const discovery = await loadDiscoveryReport(flags, isGiven, root);
  const { chart, ...shown } = discovery.chart({ states: flags.rareStates, edges: flags.rareEdges });
  const conformance = discovery.conformance();
  const lines = [
    formatDiscoveredSize(shown),
    ...(conformance === null ? [] : formatConformanceLines(conformance)),
  ];
  for (const line of lines) printLine(line);
  if (format !== null && flags.out !== undefined) {
    const { text, notes } = format.write(chart);
    for (const note of notes) process.stderr.write(`statescope: ${formatPrintableMessage(note)}\n`);
    await (await OutFile.open(flags.out)).write([text]);
  }
  const report = {
    ...shown,
    chart: serializeChart(chart),
    conformance: conformance && toConformanceRow(conformance),
  };
  printResult(report);
}

/** @throws InputError for an ending that names no format */
function getChartFormat(out: string) {
  const format = CHART_FORMATS.find(
    ({ name }) => name === CHART_FORMAT_BY_EXTENSION[extname(out).toLowerCase()],
  );
  if (format === undefined)
    throw new InputError(
      `--out is ${out}, needs the ending ${Object.keys(CHART_FORMAT_BY_EXTENSION).join(', ')}`,
    );
  return format;
}

/** @throws InputError for a model of which no chart is discovered */
async function loadDiscoveryReport(flags: Flags, isGiven: IsGiven, root: URL): Promise<DiscoveryReport> {
  const { discovery } = await loadCaseReporter(flags, isGiven, root);
  if (discovery === undefined)
    throw new InputError(
      `the chart of model ${flags.model} is known before; ${RECORDED_MODEL} discovers one`,
    );
  return discovery();
}

/** `5 of 7 states, 12 of 31 edges: 96.1 % of 1,040 moves, 38 of 40 ends` */
function formatDiscoveredSize({ states, edges, moves, ends }: Omit<DiscoveredReport, 'chart'>): string {
  const of = ({ shown, all }: PartOf, what: string) => `${shown} of ${all} ${what}`;
  const share = moves.all === 0 ? '' : `, ${formatPercent(moves.shown / moves.all, 1)}`;
  return `${of(states, 'states')}, ${of(edges, 'edges')}: ${of(moves, 'moves')}${share}; ${of(ends, 'ends')}`;
}

const formatConformanceLines = ({ chart, ...told }: ConformanceSummary): readonly string[] => [
  `${chart}: ${told.following} of ${told.agents} cases follow it; ${told.deviating} of ${told.moves} moves are not in it${told.nothingShared === null ? '' : `: ${describeNothingShared(told.nothingShared)}`}`,
  ...(told.endOutside === null ? [] : [`${told.endOutside} cases end outside its final states`]),
  ...told.edges
    .slice(0, MAX_PRINTED_MOVES)
    .map(({ from, to, count }) => `${count} x ${from ?? '(beginning)'} -> ${to}`),
];

const toConformanceRow = ({ agents, endOutside, nothingShared, ...told }: ConformanceSummary) => ({
  ...told,
  nothing_shared: nothingShared,
  cases: agents,
  end_outside: endOutside,
});

/** The default model for recordings: the first that plays them. */
export const RECORDED_MODEL = SPECS.find(({ isRecorded }) => isRecorded)?.name;

/** Report on a run's cases before any is played. @param root folder of bundled inputs @throws InputError */
export async function loadCaseReporter(flags: Flags, isGiven: IsGiven, root: URL): Promise<ModelReports> {
  const { setup, paths } = await parseRunOrder({ ...flags, oracle: 'policy' }, isGiven);
  const given = await prepareRunInputs(setup, paths, root, {}, flags.large === true);
  const opened = await openRun(given.setup, given.sources).catch(rethrowWithLargeHint);
  createOpeningReporter(createProgressPrinter())(opened);
  return opened.run.state.loadReports();
}
