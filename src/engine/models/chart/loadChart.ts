import { sha256OfText } from '#sha256';
import { DEFAULT_AGENTS } from '../../checks/createDefaultSetup.ts';
import { cleanTextLine } from '../../core/cleanTextLine.ts';
import { formatFixedDigits } from '../../core/computeSharedDigits.ts';
import { InputError, InputErrors } from '../../core/errors.ts';
import { formatQuotedText } from '../../core/formatQuotedText.ts';
import { formatAgentId, type Tick } from '../../core/indices.ts';
import type { Files } from '../../files/namedFile.ts';
import { formatMegabytes, MAX_FILE_NAME_LENGTH } from '../../files/textFile.ts';
import type { Material, ModelSources, ModelSpec } from '../../model/model.ts';
import {
  type ColumnNames,
  collectChartColumns,
  findMisnamedColumns,
  listChartColumns,
} from '../../network/chartColumns.ts';
import { listNeighbourStates } from '../../network/countNeighbours.ts';
import { FILE_NETWORK } from '../../network/fileNetwork.ts';
import { loadNetwork } from '../../network/loadNetwork.ts';
import type { Network } from '../../network/network.ts';
import { buildNetworkInfo } from '../../network/networkInfo.ts';
import { hasUsableWeights } from '../../network/weightUse.ts';
import type { ParameterDefinition } from '../../parameters/parameterDefinition.ts';
import type { Setup } from '../../setup/config.ts';
import { compileValidChart } from '../../statechart/compiled.ts';
import { type ChartDefinition, getNeighbourCountColumn, getTargetName } from '../../statechart/definition.ts';
import type { ChartReading } from '../../statechart/formats/implementations.ts';
import { decodeChartFile, readChart } from '../../statechart/formats/readChart.ts';
import { formatDuration } from '../../statechart/formats/transitionReader.ts';
import { HIERARCHY } from '../../statechart/hierarchy/hierarchy.ts';
import { listPlacedStates } from '../../statechart/hierarchy/stateTree.ts';
import type { Machine } from '../../statechart/machine.ts';
import {
  type CompetingRates,
  canRegionsLeaveTogether,
  findCompetingRates,
} from '../../statechart/timing/findCompetingRates.ts';
import { listAskingStates, MAX_OPTIONS } from './chartAsking.ts';
import { CHART_PARAMETERS } from './chartParameters.ts';
import { listTransitionEvents } from './eventNames.ts';
import { OutsideEvents } from './outsideEvents.ts';
import {
  defineOwnParameters,
  findIdleParameters,
  findTakenParameterNames,
  listPresetParameters,
  suggestParameter,
} from './ownParameters.ts';
import { MAX_OUTCOME_STATES } from './reports/defineStateOutcomes.ts';
import { hasChanceEvents } from './stimuli.ts';

const MAX_CHART_BYTES = 2_000_000;
/** Chance of an event a tick for a chart of the user's that answers some. */
const USUAL_STIMULUS = 0.2;
/** Seconds of a tick for a chart with delays, which are written in seconds as a rule. */
const TICK_OF_DELAYS = 1;

/** Inputs of a run. */
export interface ChartInputs {
  readonly network: Network;
  readonly definition: ChartDefinition;
  /** Name of the file. */
  readonly name: string;
  /** The file as it was given. */
  readonly text: string;
}

/** The user's own chart, or the bundled one that the preset names, on a network. @throws InputError */
export async function loadChart(setup: Setup, sources: ModelSources): Promise<Material<ChartInputs>> {
  const isOwn = setup.own?.includes('chart') ?? false;
  const { name, bytes } = isOwn
    ? getUserChartFile(sources.files)
    : { name: `${setup.preset}.scxml`, bytes: await sources.bundled(`charts/${setup.preset}.scxml`) };
  const text = decodeChartText(name, bytes);
  const { definition, notes, hasDelays, tick, isInTicks } = readTimedChart(name, text, setup);
  const isXState = definition.semantics === 'xstate';
  if (isXState && isInTicks)
    throw new InputError(
      `${name}: before version 0.7 XState’s configurations were played by the rules of SCXML, so this run cannot be played again; its document can still be read`,
    );
  const columns = collectChartColumns(definition);
  const rates = findCompetingRates(definition);
  const compiled = compileValidChart(definition, HIERARCHY);
  const outside = new OutsideEvents(compiled, setup.parameters.own_events_by_chance === true);
  const sendsNone = new OutsideEvents(compiled).kept.length === 0;
  for (const mistake of findTakenParameterNames(definition)) throw new InputError(`${name}: ${mistake}`);
  for (const column of findMisnamedColumns(columns))
    throw new InputError(
      `${name}: “${formatQuotedText(column)}” cannot be a column: it has letters, digits and _ alone`,
    );
  const loaded = await loadNetwork(setup, sources, DEFAULT_AGENTS);
  const { network, reading: edges } = loaded;
  const isPerNeighbour = definition.transitions.some(({ per }) => per !== undefined);
  // Weights of a bundled network are chances of their own, of which a rate would leave next to nothing.
  const asBefore = setup.parameters.weights_as_before ?? setup.network !== FILE_NETWORK;
  const areUsed = isPerNeighbour && !asBefore;
  return {
    inputs: { network, definition, name, text },
    agents: network.nodes,
    network,
    networkInfo: buildNetworkInfo(loaded, areUsed ? 'rates' : 'unused'),
    inputInfo: { chart: { name, count: definition.transitions.length, sha256: sha256OfText(text) } },
    parameters: {
      ...(hasDelays && !isInTicks && { tick_seconds: tick }),
      ...(isOwn && hasChanceEvents(definition, outside) && { stimulus: USUAL_STIMULUS }),
      // If only one rule can apply, a run is the same as before there were two.
      ...(!rates.some(canRatesExceedOne) && !canRegionsLeaveTogether(compiled) && { first_rate_wins: true }),
      ...(!hasDelays && !isXState && { delays_in_ticks: true }),
      ...(sendsNone && { own_events_by_chance: true }),
      ...(edges?.zeros === undefined &&
        !(areUsed && hasUsableWeights(network)) && { weights_as_before: true }),
    },
    notes: [
      ...(hasDelays && !isInTicks
        ? [
            `${name}: its delays are times of the run’s clock, on which a tick is ${formatDuration(tick * 1000)}`,
          ]
        : []),
      ...notes.map(note => `${name}, ${note}`),
      ...describeExcessRates(definition, rates).map(note => `${name}: ${note}`),
      ...buildManyStatesNotes(name, listPlacedStates(definition).length),
      ...describeOwnEvents(definition, outside).map(note => `${name}: ${note}`),
      ...describeAskingProblems(definition, outside).map(note => `${name}: ${note}`),
      ...describeColumnUse(definition, columns).map(note => `${name}: ${note}`),
      ...loaded.notes,
    ],
  };
}

/**
 * A model with the parameters that the chart of a set-up declares, in the place of others of the same names.
 * @throws InputError for a chart that cannot be read
 */
export async function addDeclaredParameters<Known extends Pick<ModelSpec, 'parameters'>>(
  known: Known,
  { own = [], preset }: Pick<Setup, 'own' | 'preset'>,
  files: Files,
): Promise<Known> {
  const declared = own.includes('chart') ? listUserParameters(files) : listPresetParameters(preset);
  if (declared.length === 0) return known;
  const names = new Set(declared.map(parameter => parameter.name));
  return { ...known, parameters: [...known.parameters.filter(one => !names.has(one.name)), ...declared] };
}

/** Those that the user's own chart declares; none if its file is not there. */
function listUserParameters(files: Files): readonly ParameterDefinition[] {
  if (!files.chart) return [];
  const { name, bytes } = getUserChartFile(files);
  const text = decodeChartText(name, bytes);
  // Most charts declare none, and are read once.
  if (!/parameter/.test(text)) return [];
  return defineOwnParameters(readChartNamingFile(name, text, { isAsNoted: true }).definition);
}

/** @throws InputError for a file that is too large or has no chart */
function decodeChartText(name: string, bytes: Uint8Array): string {
  if (bytes.length > MAX_CHART_BYTES)
    throw new InputError(
      `${name} is ${formatMegabytes(bytes.length)}; at most ${formatMegabytes(MAX_CHART_BYTES)} are read`,
    );
  return decodeChartFile(name, bytes).replace(/\r\n?/g, '\n');
}

/** Notes that outcomes cover only some states, if there are that many. */
const buildManyStatesNotes = (name: string, states: number): readonly string[] =>
  states > MAX_OUTCOME_STATES
    ? [`${name}: outcomes cover the first ${MAX_OUTCOME_STATES} of ${states} states`]
    : [];

/** Reads a chart with delays in time units. By default a tick is a second if there are any. */
function readTimedChart(name: string, text: string, { parameters }: Setup) {
  const isAsNoted = parameters.as_noted === true;
  const isInTicks = parameters.delays_in_ticks === true;
  const given = typeof parameters.tick_seconds === 'number' && !isInTicks ? parameters.tick_seconds : null;
  const tick = given ?? TICK_OF_DELAYS;
  return { ...readChartNamingFile(name, text, { isAsNoted, tick: tick * 1000 }), tick, isInTicks };
}

function getUserChartFile(files: Files) {
  const given = files.chart ?? [];
  if (given.length === 0)
    throw new InputError('this run used your own statechart; drop it on the page to open it again');
  if (given.length > 1) throw new InputError(`${given.length} files given as statechart; only one is read`);
  return { name: cleanTextLine(given[0].name, MAX_FILE_NAME_LENGTH), bytes: given[0].bytes };
}

/** Reads a chart; a message about it begins with the file's name. */
function readChartNamingFile(
  name: string,
  text: string,
  options: Parameters<typeof readChart>[2],
): ChartReading {
  try {
    return readChart(name, text, options);
  } catch (error) {
    if (!(error instanceof InputError) || error.message.startsWith(name)) throw error;
    const { message } = error;
    const begun = /^\d+ mistakes:/.test(message)
      ? `${name} has `
      : `${name}${/^line/.test(message) ? ', ' : ': '}`;
    throw new (error instanceof InputErrors ? InputErrors : InputError)(begun + message);
  }
}

/** Columns that are always 0, and parameters without an effect, a line each. */
export function describeColumnUse(
  definition: ChartDefinition,
  { read, written }: ColumnNames,
): readonly string[] {
  const known = [...CHART_PARAMETERS, ...(definition.parameters ?? [])].map(({ name }) => name);
  const unset = read.filter(column => !written.includes(column) && !known.includes(column));
  const inQuestions = listPlacedStates(definition).flatMap(({ definition: state }) =>
    listBracedNames(state?.asks ?? ''),
  );
  return [
    ...unset.map(
      column =>
        `column “${column}” is read and set by nothing: it is 0${suggestParameter(definition, column)}`,
    ),
    ...findIdleParameters(definition, [...read, ...inQuestions]).map(
      parameter => `parameter “${parameter}” is declared, and nothing reads it`,
    ),
  ];
}

/** Names that a line lists. */
const MAX_LISTED_NAMES = 5;

/** Which events come by the chart alone, and which of those that it sends come from outside all the same: a line each. */
function describeOwnEvents({ transitions }: ChartDefinition, outside: OutsideEvents): readonly string[] {
  const { kept, opened, hasUnknown } = outside;
  const begun = opened.map(
    transition =>
      `${quoteEventNames(listTransitionEvents(transitions[transition]))} out of ${formatQuotedText(transitions[transition].source)}`,
  );
  return [
    ...(kept.length > 0
      ? [
          `${quoteEventNames(kept)}: sent by the chart itself, so never by chance; sc:weight on a transition says that its event comes from outside as well`,
        ]
      : []),
    ...(begun.length > 0
      ? [`from outside, since nothing that goes before sends it: ${formatWordList(begun)}`]
      : []),
    ...(hasUnknown
      ? [
          'it sends an event by an expression, whose name is not known before: such an event may come by chance as well',
        ]
      : []),
  ];
}

const quoteEventNames = (names: readonly string[]): string =>
  formatWordList(names.map(name => `“${formatQuotedText(name)}”`));

const formatWordList = (words: readonly string[]): string =>
  words.length > MAX_LISTED_NAMES
    ? `${words.slice(0, MAX_LISTED_NAMES).join(', ')} and ${words.length - MAX_LISTED_NAMES} more`
    : words.join(', ');

/** Peculiarities of a chart's questions, a line each. */
export function describeAskingProblems(
  definition: ChartDefinition,
  outside: OutsideEvents,
): readonly string[] {
  const columns = [
    ...listChartColumns(collectChartColumns(definition)),
    ...[...CHART_PARAMETERS, ...(definition.parameters ?? [])].map(({ name }) => name),
    ...listNeighbourStates(definition).map(getNeighbourCountColumn),
  ];
  return listAskingStates(definition, outside).flatMap(({ state, template, events }) => [
    ...(events.length < 2
      ? [
          `state “${state}” asks, and its own transitions answer ${events.length === 0 ? 'no event' : 'one event alone'}: there is no choice`,
        ]
      : []),
    ...(events.length > MAX_OPTIONS
      ? [`state “${state}” asks among ${events.length} events; the first ${MAX_OPTIONS} are offered`]
      : []),
    ...findUnknownPlaceholders(template, columns).map(
      name => `what state “${state}” asks has “${name}” in braces, which is nothing known: it stays as it is`,
    ),
  ]);
}

/** Sums of tenths and thirds are above 1 by their last digit. */
const HAIR = 1e-9;

/** True if competing rates can sum to more than 1, so that each gets its share of the sum. */
const canRatesExceedOne = ({ sum }: CompetingRates): boolean => sum === null || sum > 1 + HAIR;

/** Shares that a note lists. */
const MAX_LISTED_SHARES = 5;

/** Says that rates always sum to more than 1, with the resulting shares; nothing for others. */
export function describeExcessRates(
  definition: ChartDefinition,
  competing: readonly CompetingRates[],
): readonly string[] {
  const reported = new Map<string, CompetingRates>();
  // Rates of a state around several leaves compete in each of them: they are listed once.
  for (const one of competing) {
    const key = one.transitions.join();
    if (one.sum !== null && canRatesExceedOne(one) && !reported.has(key)) reported.set(key, one);
  }
  return [...reported.values()].map(one => describeExcessRate(definition, one, one.sum ?? 1));
}

function describeExcessRate(
  { transitions }: ChartDefinition,
  { state, transitions: among }: CompetingRates,
  sum: number,
) {
  const shares = among.slice(0, MAX_LISTED_SHARES).map(number => {
    const { rate } = transitions[number];
    return `${getTargetName(transitions[number])} ${formatFixedDigits(Number(rate) / sum, 3)}`;
  });
  const more = among.length > MAX_LISTED_SHARES ? `, and ${among.length - MAX_LISTED_SHARES} more` : '';
  return `out of ${state} rates sum to ${Number(sum.toFixed(6))}, more than 1 a tick: each is divided by the sum (${shares.join(', ')}${more})`;
}

/** Longest name, UTF-16 units: a user's own node names can be of any length. */
const MAX_PROMPT_NAME_LENGTH = 40;
const BRACES = /\{([^{}\n]+)\}/g;

/** Source of a situation. */
interface Teller {
  readonly machine: Machine;
  readonly network: Network;
}

/** Names allowed in braces in addition to the columns. */
const BRACED = ['name', 'state', 'ticks', 'tick', 'followers'] as const;

/** Names in the braces of a template that are neither known nor a column. */
const findUnknownPlaceholders = (template: string, columns: readonly string[]): readonly string[] =>
  listBracedNames(template).filter(name => !isKnownPlaceholder(name) && !columns.includes(name));

const listBracedNames = (template: string): readonly string[] =>
  [...template.matchAll(BRACES)].map(([, name]) => name);

const isKnownPlaceholder = (name: string): boolean => (BRACED as readonly string[]).includes(name);

/** The template with what is true of an agent at the end of a tick; a name that is not known stays as it is. */
export function describeChartSituation(
  template: string,
  { machine, network }: Teller,
  agent: number,
  tick: Tick,
): string {
  const { population, table } = machine;
  const configuration = population.state[agent];
  const tell: Readonly<Record<(typeof BRACED)[number], () => string>> = {
    name: () => cleanTextLine(network.labels?.[agent] ?? formatAgentId(agent), MAX_PROMPT_NAME_LENGTH),
    state: () =>
      table
        .leavesIn(configuration)
        .map(leaf => machine.chart.states[leaf])
        .join(', '),
    ticks: () => String(population.ticksInState[agent]),
    tick: () => String(tick - 1),
    followers: () => String(network.offsets[agent + 1] - network.offsets[agent]),
  };
  return template.replace(BRACES, (whole, name: string) => {
    if (isKnownPlaceholder(name)) return tell[name as keyof typeof tell]();
    const column = population.column(name);
    return column === undefined ? whole : String(Number(column[agent].toPrecision(4)));
  });
}
