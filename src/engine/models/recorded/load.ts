import { sha256OfText } from '#sha256';
import { NO_NETWORK } from '../../checks/defaultSetup.ts';
import { cleanText } from '../../core/cleanText.ts';
import { InputError } from '../../core/errors.ts';
import { MOST_ROUNDS, type Tick } from '../../core/indices.ts';
import { shown } from '../../core/shown.ts';
import type { NamedFile } from '../../files/namedFile.ts';
import type { Between } from '../../files/pieces.ts';
import { LONGEST_NAME } from '../../files/textFile.ts';
import type { Material, Sources } from '../../model/model.ts';
import type { Setup } from '../../setup/config.ts';
import { chartText } from '../../statechart/formats/readChart.ts';
import type { Reading } from '../../traces/reading.ts';
import type { TraceCase } from '../../traces/traces.ts';
import { type Course, courseOf } from './course.ts';
import { fittingTick, tickWords } from './fittingTick.ts';
import type { PreparedCase } from './governance/prepare.ts';
import type { RecordedParameters } from './parameters.ts';
import { digestOfCases } from './reading/digestOfCases.ts';
import { heldCases, nameOfHeld } from './reading/held.ts';
import type { OwnText } from './reading/ownTexts.ts';
import { readFiles } from './reading/readFiles.ts';
import { type GivenChart, readGiven } from './reading/readGiven.ts';
import type { ReadingReport } from './reading/readingReport.ts';
import { readReading } from './reading/readReading.ts';
import { type Axis, type Schedule, scheduleOf } from './schedule.ts';
import { mappedBy, presetOf } from './states/mapped.ts';
import type { Mapping } from './states/mapping.ts';
import { EXAMPLE_FILES, type ExampleSet } from './words.ts';

/** Inputs of a run. */
export interface RecordedInputs {
  /** The cases as they were read. */
  readonly read: readonly TraceCase[];
  /** The same, ready for rules and for graphs. */
  readonly prepared: readonly PreparedCase[];
  /** The same with the steps alone that have a state. */
  readonly cases: readonly TraceCase[];
  readonly course: Course;
  readonly schedule: Schedule;
  /** The chart that the cases should follow; null for none. */
  readonly given: GivenChart | null;
  readonly report: ReadingReport;
  /** The user's own mapping, chart and reading, as they were given. */
  readonly texts: readonly (readonly [input: OwnText, text: string])[];
}

/** The user's traces, or those of the preset, with the states that the mapping gives their steps. @throws InputError */
export async function loadRecorded(setup: Setup, sources: Sources): Promise<Material<RecordedInputs>> {
  refuseOthers(setup);
  const mapping = ownText(setup, sources, 'mapping');
  const chart = ownText(setup, sources, 'given');
  const own = ownText(setup, sources, 'reading');
  const reading = own === null ? {} : readReading(own);
  const given = chart === null ? null : readGiven(chart.name, chart.text);
  const { cases: all, name, hidden, doubled, ...told } = await readCases(setup, sources, reading);
  const read = firstOf(all, setup.agents);
  const rest = restOf(sources);
  const { prepared, words, mapping: used } = mappedBy(read, mapping, hidden);
  await rest();
  const kept = prepared.map(keptOf);
  const course = courseOf(
    kept,
    prepared.map(({ states }) => states),
  );
  await rest();
  const parameters = setup.parameters as Partial<RecordedParameters>;
  const axis = axisOf(parameters);
  const schedule = scheduleOf(kept, axis, one => parameters.under_way === true && isUntold(one));
  const better = axis.by === 'time' ? betterTick(kept, axis, schedule.lasts) : null;
  await rest();
  const texts = [
    ...(mapping === null ? [] : [['mapping', mapping.text] as const]),
    ...(chart === null ? [] : [['given', chart.text] as const]),
    ...(own === null ? [] : [['reading', own.text] as const]),
  ];
  return {
    inputs: {
      read,
      prepared,
      cases: kept,
      course,
      schedule,
      given,
      report: { ...told, ...mappingTold(words, used) },
      texts,
    },
    agents: read.length,
    networkInfo: null,
    inputInfo: {
      traces: { name, count: read.length, sha256: await digestOfCases(read, rest) },
      ...Object.fromEntries(
        [mapping, chart, own].flatMap(file => (file === null ? [] : [[file.input, infoOf(file)]])),
      ),
    },
    notes: [...doubledNotes(doubled), ...notesOf(told, schedule, better)],
  };
}

function refuseOthers({ network, oracle }: Setup): void {
  if (network !== NO_NETWORK)
    throw new InputError(`model recorded takes no network, but the set-up names "${shown(network)}"`);
  if (oracle.kind !== 'policy' && oracle.kind !== 'replay')
    throw new InputError(`a recorded run asks nobody, but the set-up names the oracle "${oracle.kind}"`);
}

async function readCases(
  { own = [], preset }: Setup,
  { files, bundled, between = unheard }: Sources,
  reading: Reading,
) {
  const given = own.includes('traces')
    ? (files.traces ?? [])
    : [await exampleOf(preset as ExampleSet, bundled)];
  if (given.length === 0)
    throw new InputError('this run used your own traces; drop the files on the page to open it again');
  const held = given.length === 1 ? nameOfHeld(given[0].name) : null;
  const name = given.length === 1 ? cleanText(held ?? given[0].name, LONGEST_NAME) : `${given.length} files`;
  if (held !== null) {
    const { cases, hidden } = heldCases(given[0].bytes);
    const steps = cases.reduce((sum, one) => sum + one.steps.length, 0);
    const file = { name, format: 'run document', cases: cases.length, steps, parts: cases.length };
    const nothing = { skipped: [], skippedInAll: 0, doubled: 0, roles: null, leftOut: [], decided: [] };
    return { cases, name, hidden, files: [file], ...nothing };
  }
  return { name, hidden: undefined, ...(await readFiles(given, between, reading)) };
}

/** Where nobody listens. */
const unheard: Between = async () => undefined;

const restOf =
  ({ between = unheard }: Sources) =>
  () =>
    between(1, 'Putting cases together');

async function exampleOf(preset: ExampleSet, bundled: Sources['bundled']): Promise<NamedFile> {
  const name = EXAMPLE_FILES[preset];
  return { name, bytes: await bundled(`traces/${name}`) };
}

const mappingTold = (words: string, used: Mapping) => ({
  mapping: words,
  mappingName: presetOf(used),
  mappingText: `${JSON.stringify(used, null, 2)}\n`,
});

/** Whether nobody has said that a case has ended. */
const isUntold = ({ outcome, end }: TraceCase): boolean => outcome === null && end === null;

/** A case without the steps that the mapping ignores. */
const keptOf = ({ source, places }: PreparedCase): TraceCase =>
  places.length === source.steps.length
    ? source
    : { ...source, steps: places.map(place => source.steps[place]) };

function firstOf(cases: readonly TraceCase[], wanted: number | null): readonly TraceCase[] {
  if (wanted !== null && wanted > cases.length)
    throw new InputError(`${wanted} agents: the traces have ${cases.length} cases`);
  return wanted === null ? cases : cases.slice(0, wanted);
}

function ownText({ own = [] }: Setup, { files }: Sources, input: OwnText) {
  if (!own.includes(input)) return null;
  const [file, second] = files[input] ?? [];
  const noun = input === 'given' ? 'chart' : input;
  if (file === undefined)
    throw new InputError(`this run used your own ${noun}; drop it on the page to open it again`);
  if (second !== undefined) throw new InputError(`several files given as ${noun}; only one is read`);
  const name = cleanText(file.name, LONGEST_NAME);
  const text = input === 'given' ? chartText(name, file.bytes) : new TextDecoder().decode(file.bytes);
  return { input, name, text };
}

const infoOf = ({ name, text }: { readonly name: string; readonly text: string }) => ({
  name,
  count: text.split('\n').length,
  sha256: sha256OfText(text),
});

const axisOf = ({
  by_time = false,
  by_clock = false,
  tick_seconds = 5,
}: Partial<RecordedParameters>): Axis =>
  by_time ? { by: 'time', tickSeconds: tick_seconds, isTogether: !by_clock } : { by: 'step' };

/** The tick that suits the traces, where it is another one than theirs. @throws InputError for a run of more ticks than are ever played */
function betterTick(
  cases: readonly TraceCase[],
  { tickSeconds, isTogether }: Axis & { readonly by: 'time' },
  ticks: Tick,
): number | null {
  const fitting = fittingTick(cases, isTogether);
  const better = fitting === null || fitting.seconds === tickSeconds ? null : fitting.seconds;
  if (ticks <= MOST_ROUNDS) return better;
  const fits = better === null ? '' : `: tick_seconds=${better} fits them`;
  throw new InputError(
    `tick_seconds=${tickSeconds}: the traces last ${ticks} ticks of ${tickWords(tickSeconds)}, and at most ${MOST_ROUNDS} are played${fits}`,
  );
}

/** That some cases may be there twice. */
const doubledNotes = (doubled: number): readonly string[] =>
  doubled === 0
    ? []
    : [
        `${doubled} ${doubled === 1 ? 'case has an id that was' : 'cases have ids that were'} there already; “ (2)” and the like tell them apart, and they count as other cases`,
      ];

/** What could not be read, and what the time axis moves. */
function notesOf(
  { skipped, skippedInAll, decided }: Pick<ReadingReport, 'skipped' | 'skippedInAll' | 'decided'>,
  { delayed, tickOf }: Schedule,
  better: number | null,
): readonly string[] {
  const [first] = skipped;
  const place = first && `${first.file}${first.line === null ? '' : `, line ${first.line}`}: ${first.reason}`;
  return [
    ...(first === undefined
      ? []
      : [
          `${skippedInAll} ${skippedInAll === 1 ? 'part' : 'parts'} could not be read, the first is ${place}`,
        ]),
    ...decided,
    ...(delayed === 0
      ? []
      : [
          `${delayed} of ${tickOf.length} steps stand one tick or more after their time, since another step of their case has that tick${better === null ? '' : `; tick_seconds=${better} would suit these traces`}`,
        ]),
  ];
}
