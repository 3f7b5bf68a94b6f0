import { sha256OfText } from '#sha256';
import { cleanText } from '../../answerFormats/text.ts';
import type { Setup } from '../../config.ts';
import { DEFAULT_AGENTS } from '../../defaultSetup.ts';
import { InputError, InputErrors } from '../../errors.ts';
import type { Material, Sources } from '../../model.ts';
import { loadNetwork } from '../../network/load.ts';
import type { Network } from '../../network/network.ts';
import { shown } from '../../shown.ts';
import { competingRates } from '../../statechart/competingRates.ts';
import type { ChartDefinition } from '../../statechart/definition.ts';
import type { ChartReading } from '../../statechart/formats/implementations.ts';
import { chartOfJson } from '../../statechart/formats/index.ts';
import { readScxml } from '../../statechart/scxml/read.ts';
import { placedStates } from '../../statechart/tree.ts';
import { LONGEST_NAME, megabytes, plainJson, plainText, type Reads } from '../../textFile.ts';
import { askingNotes } from './askingNotes.ts';
import { type ColumnNames, columnsOf, misnamed } from './columns.ts';
import { CHART_PARAMETERS } from './parameters.ts';
import { mayExceed, ratesNote } from './ratesNote.ts';
import { MOST_STATES } from './stateOutcomes.ts';
import { answersEvents } from './stimuli.ts';

const MOST_BYTES = 2_000_000;
/** Chance of an event a tick for a chart of the user's that answers some. */
const USUAL_STIMULUS = 0.2;

/** Inputs of a run. */
export interface ChartInputs {
  readonly network: Network;
  readonly definition: ChartDefinition;
  /** Name of the file. */
  readonly name: string;
  /** The file as it was given. */
  readonly text: string;
}

const READS: Reads = {
  forms: ['chart', 'json'],
  words: 'a statechart as SCXML, or as JSON: Statescope’s own or an XState 5 configuration',
};

/** The user's own chart, or the bundled one that the preset names, on a network. @throws InputError */
export async function loadChart(setup: Setup, sources: Sources): Promise<Material<ChartInputs>> {
  const isOwn = setup.own?.includes('chart') ?? false;
  const { name, bytes } = isOwn
    ? ownFile(sources)
    : { name: `${setup.preset}.scxml`, bytes: await sources.bundled(`charts/${setup.preset}.scxml`) };
  if (bytes.length > MOST_BYTES)
    throw new InputError(`${name} is ${megabytes(bytes.length)}; at most ${megabytes(MOST_BYTES)} are read`);
  const text = plainText(name, bytes, READS).replace(/\r\n?/g, '\n');
  const { definition, notes } = readNamed(name, text);
  const columns = columnsOf(definition);
  const rates = competingRates(definition);
  for (const column of misnamed(columns))
    throw new InputError(
      `${name}: “${shown(column)}” cannot be a column: it has letters, digits and _ alone`,
    );
  const loaded = await loadNetwork(setup, sources, DEFAULT_AGENTS);
  const { network, reading } = loaded;
  return {
    inputs: { network, definition, name, text },
    agents: network.nodes,
    network,
    networkInfo: {
      name: network.name,
      nodes: network.nodes,
      edges: network.edges,
      sha256: network.sha256,
      ...(reading && { reading }),
    },
    inputInfo: { chart: { name, count: definition.transitions.length, sha256: sha256OfText(text) } },
    parameters: {
      ...(isOwn && answersEvents(definition) && { stimulus: USUAL_STIMULUS }),
      // Where no rates can exceed 1 together there is but one rule, and a run is what it was before there were two.
      ...(!rates.some(mayExceed) && { first_rate_wins: true }),
    },
    notes: [
      ...notes.map(note => `${name}, ${note}`),
      ...rates.flatMap(one => ratesNote(definition, one)).map(note => `${name}: ${note}`),
      ...manyNote(name, placedStates(definition).length),
      ...askingNotes(definition).map(note => `${name}: ${note}`),
      ...unset(columns).map(column => `${name}: column “${column}” is read and set by nothing: it is 0`),
      ...loaded.notes,
    ],
  };
}

/** That outcomes are not told of all states, where there are that many. */
const manyNote = (name: string, states: number): readonly string[] =>
  states > MOST_STATES ? [`${name}: outcomes are told of the first ${MOST_STATES} of ${states} states`] : [];

function ownFile({ files }: Sources) {
  const given = files.chart ?? [];
  if (given.length === 0)
    throw new InputError('this run used your own statechart; drop it on the page to open it again');
  if (given.length > 1) throw new InputError(`${given.length} files given as statechart; only one is read`);
  return { name: cleanText(given[0].name, LONGEST_NAME), bytes: given[0].bytes };
}

/** Whether a text is an XML document, or at least no JSON. */
export const isXml = (text: string): boolean => /^\s*</.test(text);

/** @param name of the file @throws InputErrors with every mistake, each with its place */
export function readChart(name: string, text: string): ChartReading {
  if (!isXml(text)) return chartOfJson(plainJson(name, text, READS.words));
  return readScxml(text, { name: name.replace(/\.\w+$/, '') });
}

/** The same; the message begins with the file's name. */
function readNamed(name: string, text: string): ChartReading {
  try {
    return readChart(name, text);
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
