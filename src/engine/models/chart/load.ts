import { sha256OfText } from '#sha256';
import { DEFAULT_AGENTS } from '../../checks/defaultSetup.ts';
import { cleanText } from '../../core/cleanText.ts';
import { InputError, InputErrors } from '../../core/errors.ts';
import { shown } from '../../core/shown.ts';
import { LONGEST_NAME, megabytes } from '../../files/textFile.ts';
import type { Material, Sources } from '../../model/model.ts';
import { FILE_NETWORK, loadNetwork } from '../../network/load.ts';
import type { Network } from '../../network/network.ts';
import { networkInfoOf } from '../../network/networkInfo.ts';
import { haveWeights } from '../../network/weightUse.ts';
import type { Setup } from '../../setup/config.ts';
import { compileSound } from '../../statechart/compiled.ts';
import type { ChartDefinition } from '../../statechart/definition.ts';
import type { ChartReading } from '../../statechart/formats/implementations.ts';
import { chartText, readChart } from '../../statechart/formats/readChart.ts';
import { HIERARCHY } from '../../statechart/hierarchy/hierarchy.ts';
import { placedStates } from '../../statechart/hierarchy/tree.ts';
import { competingRates, mayLeaveTogether } from '../../statechart/timing/competingRates.ts';
import { durationText } from '../../statechart/timing/ticks.ts';
import { type ColumnNames, columnsOf, misnamed } from './columns.ts';
import { OutsideEvents } from './outsideEvents.ts';
import { ownEventNotes } from './ownEventNotes.ts';
import { CHART_PARAMETERS } from './parameters.ts';
import { askingNotes } from './reports/askingNotes.ts';
import { mayExceed, ratesNotes } from './reports/ratesNotes.ts';
import { MOST_STATES } from './reports/stateOutcomes.ts';
import { answersEvents } from './stimuli.ts';

const MOST_BYTES = 2_000_000;
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
export async function loadChart(setup: Setup, sources: Sources): Promise<Material<ChartInputs>> {
  const isOwn = setup.own?.includes('chart') ?? false;
  const { name, bytes } = isOwn
    ? ownFile(sources)
    : { name: `${setup.preset}.scxml`, bytes: await sources.bundled(`charts/${setup.preset}.scxml`) };
  if (bytes.length > MOST_BYTES)
    throw new InputError(`${name} is ${megabytes(bytes.length)}; at most ${megabytes(MOST_BYTES)} are read`);
  const text = chartText(name, bytes).replace(/\r\n?/g, '\n');
  const { definition, notes, hasDelays, tick, isInTicks } = onClock(name, text, setup);
  const isXState = definition.semantics === 'xstate';
  if (isXState && isInTicks)
    throw new InputError(
      `${name}: before version 0.7 XState’s configurations were played by the rules of SCXML, so this run cannot be played again; its document can still be read`,
    );
  const columns = columnsOf(definition);
  const rates = competingRates(definition);
  const compiled = compileSound(definition, HIERARCHY);
  const outside = new OutsideEvents(compiled, setup.parameters.own_events_by_chance === true);
  const sendsNone = new OutsideEvents(compiled).kept.length === 0;
  for (const column of misnamed(columns))
    throw new InputError(
      `${name}: “${shown(column)}” cannot be a column: it has letters, digits and _ alone`,
    );
  const loaded = await loadNetwork(setup, sources, DEFAULT_AGENTS);
  const { network, reading: edges } = loaded;
  const isPerNeighbour = definition.transitions.some(({ per }) => per !== undefined);
  // Those of a network that comes with Statescope are chances of their own, of which a rate would leave next to nothing.
  const asBefore = setup.parameters.weights_as_before ?? setup.network !== FILE_NETWORK;
  const areUsed = isPerNeighbour && !asBefore;
  return {
    inputs: { network, definition, name, text },
    agents: network.nodes,
    network,
    networkInfo: await networkInfoOf(network, edges, areUsed ? 'rates' : 'unused'),
    inputInfo: { chart: { name, count: definition.transitions.length, sha256: sha256OfText(text) } },
    parameters: {
      ...(hasDelays && !isInTicks && { tick_seconds: tick }),
      ...(isOwn && answersEvents(definition, outside) && { stimulus: USUAL_STIMULUS }),
      // Where only one rule can apply, a run is what it was before there were two.
      ...(!rates.some(mayExceed) && !mayLeaveTogether(compiled) && { first_rate_wins: true }),
      ...(!hasDelays && !isXState && { delays_in_ticks: true }),
      ...(sendsNone && { own_events_by_chance: true }),
      ...(edges?.zeros === undefined && !(areUsed && haveWeights(network)) && { weights_as_before: true }),
    },
    notes: [
      ...(hasDelays && !isInTicks
        ? [
            `${name}: its delays are times of the run’s clock, on which a tick is ${durationText(tick * 1000)}`,
          ]
        : []),
      ...notes.map(note => `${name}, ${note}`),
      ...ratesNotes(definition, rates).map(note => `${name}: ${note}`),
      ...manyNote(name, placedStates(definition).length),
      ...ownEventNotes(definition, outside).map(note => `${name}: ${note}`),
      ...askingNotes(definition, outside).map(note => `${name}: ${note}`),
      ...unset(columns).map(column => `${name}: column “${column}” is read and set by nothing: it is 0`),
      ...loaded.notes,
    ],
  };
}

/** That outcomes are not told of all states, where there are that many. */
const manyNote = (name: string, states: number): readonly string[] =>
  states > MOST_STATES ? [`${name}: outcomes are told of the first ${MOST_STATES} of ${states} states`] : [];

/** Reads a chart whose delays are times. Unless somebody says how long a tick is, it is a second where there are any. */
function onClock(name: string, text: string, { parameters }: Setup) {
  const isAsNoted = parameters.as_noted === true;
  const isInTicks = parameters.delays_in_ticks === true;
  const given = typeof parameters.tick_seconds === 'number' && !isInTicks ? parameters.tick_seconds : null;
  const tick = given ?? TICK_OF_DELAYS;
  return { ...readNamed(name, text, { isAsNoted, tick: tick * 1000 }), tick, isInTicks };
}

function ownFile({ files }: Sources) {
  const given = files.chart ?? [];
  if (given.length === 0)
    throw new InputError('this run used your own statechart; drop it on the page to open it again');
  if (given.length > 1) throw new InputError(`${given.length} files given as statechart; only one is read`);
  return { name: cleanText(given[0].name, LONGEST_NAME), bytes: given[0].bytes };
}

/** Reads a chart; a message about it begins with the file's name. */
function readNamed(name: string, text: string, options: Parameters<typeof readChart>[2]): ChartReading {
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

/** Columns that are always 0. */
export const unset = ({ read, written }: ColumnNames): readonly string[] =>
  read.filter(column => !written.includes(column) && !CHART_PARAMETERS.some(({ name }) => name === column));
