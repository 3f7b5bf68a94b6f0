import { hashTextAside, sha256OfText } from '#sha256';
import { NO_NETWORK } from '../../checks/createDefaultSetup.ts';
import { cleanTextLine } from '../../core/cleanTextLine.ts';
import { InputError } from '../../core/errors.ts';
import { formatQuotedText } from '../../core/formatQuotedText.ts';
import { MAX_ROUNDS, type Tick } from '../../core/indices.ts';
import * as z from '../../core/zod.ts';
import { COLUMN_ROLES, type ColumnRole } from '../../files/columnRoles.ts';
import type { NamedFile } from '../../files/namedFile.ts';
import type { Between } from '../../files/pieces.ts';
import { compareCodeUnits, MAX_FILE_NAME_LENGTH, parseJsonFile } from '../../files/textFile.ts';
import type { Material, ModelSources } from '../../model/model.ts';
import type { Setup } from '../../setup/config.ts';
import type { ChartDefinition } from '../../statechart/definition.ts';
import { decodeChartFile, readChart } from '../../statechart/formats/readChart.ts';
import { validateShape } from '../../statechart/formats/shape.ts';
import { getMappingPreset } from '../../stateMapping/knownMappings.ts';
import type { Mapping } from '../../stateMapping/mapping.ts';
import type { TraceReading } from '../../traces/traceReading.ts';
import { type ModelCallTime, SAY, type TraceCase, type TraceStep } from '../../traces/traces.ts';
import { addTwoCosts, type Costs } from '../../traces/usage.ts';
import { type AllowedMoves, collectAllowedMoves } from './conformance/collectAllowedMoves.ts';
import { buildCourse, type Course } from './course.ts';
import { findFittingTick, formatTickLength } from './findFittingTick.ts';
import type { PreparedCase } from './governance/prepareCases.ts';
import { isCaseEndUnknown } from './isCaseEndUnknown.ts';
import { parseHeldFileName, readHeldCases } from './reading/held.ts';
import { type ReadingReport, readTraceFiles } from './reading/readTraceFiles.ts';
import { toPlainEnd } from './reading/toCaseRecord.ts';
import type { RecordedParameters } from './recordedParameters.ts';
import { EXAMPLE_FILES, type ExampleSet } from './recordedTerms.ts';
import type { OwnText } from './reports/recordedDocumentSchema.ts';
import { type Axis, buildSchedule, type Schedule } from './schedule.ts';
import { mapStepsToStates } from './states/mapStepsToStates.ts';

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
export async function loadRecorded(setup: Setup, sources: ModelSources): Promise<Material<RecordedInputs>> {
  checkRecordedSetup(setup);
  const mapping = getUserText(setup, sources, 'mapping');
  const chart = getUserText(setup, sources, 'given');
  const own = getUserText(setup, sources, 'reading');
  const { only, ...reading }: RecordedReading = own === null ? {} : parseReadingOptions(own);
  const given = chart === null ? null : readReferenceChart(chart.name, chart.text);
  const {
    cases: all,
    name,
    hidden,
    isDocument,
    doubled,
    ...facts
  } = await readTraceCases(setup, sources, reading);
  const selected = selectCasesByLabel(all, only);
  const parameters = setup.parameters as Partial<RecordedParameters>;
  const isLive = parameters.under_way === true;
  // A document has the cases as they were.
  const refine = !isLive ? dropClosing : isDocument ? keepCase : joinOpenTurn;
  const read = takeFirstCases(selected, setup.agents).map(refine);
  const rest = createPauseFunction(sources);
  const { prepared, words, mapping: used } = mapStepsToStates(read, mapping, hidden);
  await rest();
  const kept = prepared.map(dropIgnoredSteps);
  const course = buildCourse(
    kept,
    prepared.map(({ states }) => states),
  );
  await rest();
  const axis = createTimeAxis(parameters);
  const schedule = buildSchedule(kept, axis, one => isLive && isCaseEndUnknown(one));
  const better = axis.by === 'time' ? findBetterTick(kept, axis, schedule.lasts) : null;
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
      report: {
        ...facts,
        ...buildMappingInfo(words, used),
        selection: only === undefined ? null : { ...only, of: all.length },
      },
      texts,
    },
    agents: read.length,
    networkInfo: null,
    inputInfo: {
      traces: { name, count: read.length, sha256: await computeCasesDigest(read, rest) },
      ...Object.fromEntries(
        [mapping, chart, own].flatMap(file => (file === null ? [] : [[file.input, buildTextInfo(file)]])),
      ),
    },
    notes: [...describeDuplicateCases(doubled), ...buildReadingNotes(facts, schedule, better)],
  };
}

function checkRecordedSetup({ network, oracle }: Setup): void {
  if (network !== NO_NETWORK)
    throw new InputError(
      `model recorded takes no network, but the set-up names "${formatQuotedText(network)}"`,
    );
  if (oracle.kind !== 'policy' && oracle.kind !== 'replay')
    throw new InputError(`a recorded run asks nobody, but the set-up names the oracle "${oracle.kind}"`);
}

async function readTraceCases(
  { own = [], preset }: Setup,
  { files, bundled, between = ignoreProgress }: ModelSources,
  reading: TraceReading,
) {
  const given = own.includes('traces')
    ? (files.traces ?? [])
    : [await loadExampleFile(preset as ExampleSet, bundled)];
  if (given.length === 0)
    throw new InputError('this run used your own traces; drop the files on the page to open it again');
  const held = given.length === 1 ? parseHeldFileName(given[0].name) : null;
  const name =
    given.length === 1 ? cleanTextLine(held ?? given[0].name, MAX_FILE_NAME_LENGTH) : `${given.length} files`;
  if (held !== null) {
    const { cases, hidden } = readHeldCases(given[0].bytes);
    const steps = cases.reduce((sum, one) => sum + one.steps.length, 0);
    const file = { name, format: 'run document', cases: cases.length, steps, parts: cases.length };
    const nothing = { skipped: [], skippedInAll: 0, doubled: 0, roles: null, leftOut: [], decided: [] };
    return { cases, name, hidden, isDocument: true, files: [file], ...nothing };
  }
  return { name, hidden: undefined, isDocument: false, ...(await readTraceFiles(given, between, reading)) };
}

/** Without a listener. */
const ignoreProgress: Between = async () => undefined;

const createPauseFunction =
  ({ between = ignoreProgress }: ModelSources) =>
  () =>
    between(1, 'Putting cases together');

async function loadExampleFile(preset: ExampleSet, bundled: ModelSources['bundled']): Promise<NamedFile> {
  const name = EXAMPLE_FILES[preset];
  return { name, bytes: await bundled(`traces/${name}`) };
}

const buildMappingInfo = (words: string, used: Mapping) => ({
  mapping: words,
  mappingName: getMappingPreset(used),
  mappingText: `${JSON.stringify(used, null, 2)}\n`,
});

/** Only in a live source does it matter whether a case without an outcome is closed: all others have ended. */
function dropClosing(one: TraceCase): TraceCase {
  if (one.isClosed === undefined) return one;
  const { isClosed: _, ...rest } = one;
  return rest;
}

const keepCase = (one: TraceCase): TraceCase => one;

/**
 * A case that is under way without last answers of which nothing but their costs is known: they may ask for tools whose spans
 * are still to come, and would be messages for a moment. Until it is known what they were, their costs and times are on the step before.
 */
function joinOpenTurn(one: TraceCase): TraceCase {
  if (!isCaseEndUnknown(one)) return one;
  const known = one.steps.findLastIndex(step => !isOpenTurn(step));
  const last = one.steps[known];
  const hasTools = one.steps.some(({ tool }) => tool !== SAY);
  if (!hasTools || last === undefined || known === one.steps.length - 1) return one;
  const open = one.steps.slice(known + 1);
  const costs = open.reduce<Costs>(addTwoCosts, last);
  const calls = [...(last.modelCalls ?? []), ...open.flatMap(listOwnCalls)];
  const modelCalls = calls.length === 0 ? null : calls;
  return { ...one, steps: [...one.steps.slice(0, known), { ...last, ...costs, modelCalls }] };
}

/** The calls of the model that a message is, and those before it. */
const listOwnCalls = ({ at, until, modelCalls }: TraceStep): readonly ModelCallTime[] => [
  ...(modelCalls ?? []),
  ...(at === null ? [] : [[at, until] as const]),
];

const isOpenTurn = ({ tool, answer, until, failed }: TraceStep): boolean =>
  tool === SAY && answer === null && until !== null && failed !== true;

/** A case without the steps that the mapping ignores. */
const dropIgnoredSteps = ({ source, places }: PreparedCase): TraceCase =>
  places.length === source.steps.length
    ? source
    : { ...source, steps: places.map(place => source.steps[place]) };

function takeFirstCases(cases: readonly TraceCase[], wanted: number | null): readonly TraceCase[] {
  if (wanted !== null && wanted > cases.length)
    throw new InputError(`${wanted} agents: the traces have ${cases.length} cases`);
  return wanted === null ? cases : cases.slice(0, wanted);
}

/** @throws InputError if no case has it */
function selectCasesByLabel(
  cases: readonly TraceCase[],
  only: LabelChoice | undefined,
): readonly TraceCase[] {
  if (only === undefined) return cases;
  const selected = cases.filter(({ labels }) => labels[only.label] === only.value);
  if (selected.length === 0)
    throw new InputError(
      `none of the ${cases.length} cases has the label "${formatQuotedText(only.label)}" with the value "${formatQuotedText(only.value)}"`,
    );
  return selected;
}

function getUserText({ own = [] }: Setup, { files }: ModelSources, input: OwnText) {
  if (!own.includes(input)) return null;
  const [file, second] = files[input] ?? [];
  const noun = input === 'given' ? 'chart' : input;
  if (file === undefined)
    throw new InputError(`this run used your own ${noun}; drop it on the page to open it again`);
  if (second !== undefined) throw new InputError(`several files given as ${noun}; only one is read`);
  const name = cleanTextLine(file.name, MAX_FILE_NAME_LENGTH);
  const text = input === 'given' ? decodeChartFile(name, file.bytes) : new TextDecoder().decode(file.bytes);
  return { input, name, text };
}

const buildTextInfo = ({ name, text }: { readonly name: string; readonly text: string }) => ({
  name,
  count: text.split('\n').length,
  sha256: sha256OfText(text),
});

const createTimeAxis = ({
  by_time = false,
  by_clock = false,
  tick_seconds = 5,
}: Partial<RecordedParameters>): Axis =>
  by_time ? { by: 'time', tickSeconds: tick_seconds, isTogether: !by_clock } : { by: 'step' };

/**
 * The tick that fits the traces, if it differs from theirs.
 * @throws InputError for a run of more ticks than are ever played
 */
function findBetterTick(
  cases: readonly TraceCase[],
  { tickSeconds, isTogether }: Axis & { readonly by: 'time' },
  ticks: Tick,
): number | null {
  const fitting = findFittingTick(cases, isTogether);
  const better = fitting === null || fitting.seconds === tickSeconds ? null : fitting.seconds;
  if (ticks <= MAX_ROUNDS) return better;
  const isEnough = better !== null && (ticks * tickSeconds) / better <= MAX_ROUNDS;
  const fits = isEnough
    ? `: tick_seconds=${better} fits them`
    : '; no tick is long enough: one of their times may be in another unit, or missing and written as 0';
  throw new InputError(
    `tick_seconds=${tickSeconds}: the traces last ${ticks} ticks of ${formatTickLength(tickSeconds)}, and at most ${MAX_ROUNDS} are played${fits}`,
  );
}

/** Says that some cases may be duplicates. */
const describeDuplicateCases = (doubled: number): readonly string[] =>
  doubled === 0
    ? []
    : [
        `${doubled} ${doubled === 1 ? 'case has an id that was' : 'cases have ids that were'} there already; “ (2)” and the like distinguish them, and they count as other cases`,
      ];

/** Skipped parts, and moves by the time axis. */
function buildReadingNotes(
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

/** A chart that cases should follow. */
interface GivenChart {
  readonly name: string;
  readonly definition: ChartDefinition;
  readonly moves: AllowedMoves;
}

/** @throws InputError that names the file and the place, also for a chart with parallel states */
export function readReferenceChart(name: string, text: string): GivenChart {
  try {
    const { definition } = readChart(name, text);
    return { name, definition, moves: collectAllowedMoves(definition) };
  } catch (error) {
    if (!(error instanceof InputError) || error.message.startsWith(name)) throw error;
    throw new InputError(`${name}: ${error.message}`);
  }
}

/**
 * Digest of cases without their texts, which their own digests stand for: it is the same once texts are hidden.
 * @param rest is awaited after each case
 */
async function computeCasesDigest(cases: readonly TraceCase[], rest: () => Promise<void>): Promise<string> {
  const digests: Promise<string>[] = [];
  for (const one of cases) {
    digests.push(hashTextAside(JSON.stringify(selectCaseFacts(one))));
    await rest();
  }
  return sha256OfText((await Promise.all(digests)).join('\n'));
}

const selectCaseFacts = ({
  id,
  parent,
  outcome,
  reward,
  end,
  isClosed,
  tokens,
  labels,
  steps,
}: TraceCase) => [
  ...[
    id,
    outcome,
    reward,
    toPlainEnd(end),
    ...(isClosed === true ? ['closed'] : []),
    tokens,
    Object.entries(labels).sort(([a], [b]) => compareCodeUnits(a, b)),
  ],
  steps.map(selectStepFacts),
  // Cases that nobody sent have the digests that they had before there were any that somebody did.
  ...(parent === null ? [] : [parent]),
];

function selectStepFacts(step: TraceStep) {
  const { tool, state, agent, argsHash, resultHash, failed, at, until, tokensIn, tokensOut, usd } = step;
  const { tokensCachedRead, tokensCachedWrite, tokensReasoning, modelCalls, waitsFor, isInferred } = step;
  const facts = [tool, state, agent, argsHash, resultHash, failed, at, until, tokensIn, tokensOut, usd];
  const hasMore =
    isInferred || (tokensCachedRead ?? tokensCachedWrite ?? tokensReasoning ?? waitsFor) !== null;
  if (hasMore) facts.push(tokensCachedRead, tokensCachedWrite, tokensReasoning, waitsFor, isInferred);
  return modelCalls === null ? facts : [...facts, modelCalls];
}

/** Roles as JSON names them: `tokens_in`. */
const ROLES_BY_JSON_NAME: ReadonlyMap<string, ColumnRole> = new Map(
  COLUMN_ROLES.map(role => [role.replace(/[A-Z]/g, sign => `_${sign.toLowerCase()}`), role]),
);
const column = z.optional(z.nullable(z.string()));
const READING = z.strictObject({
  only: z.optional(z.strictObject({ label: z.string(), value: z.string() })),
  columns: z.optional(
    z.strictObject(Object.fromEntries([...ROLES_BY_JSON_NAME.keys()].map(name => [name, column]))),
  ),
  object_type: z.optional(z.string()),
  errors_in_results: z.optional(z.boolean()),
  dates: z.optional(z.enum(['day-first', 'month-first'])),
  decimals: z.optional(z.enum(['comma', 'point'])),
});
const WANTED =
  'a reading: {"columns": {"case": "order", "activity": "what", "time": "when"}}, {"object_type": "order"} or {"only": {"label": "guard", "value": "acted"}}';

/** A label and the value that cases must have to be read. */
interface LabelChoice {
  readonly label: string;
  readonly value: string;
}

/** Options for reading traces, and the cases that are read; absent: all. */
interface RecordedReading extends TraceReading {
  readonly only?: LabelChoice;
}

/** Reads options for reading traces from JSON. @throws InputError that names the first mistake */
export function parseReadingOptions({
  name,
  text,
}: {
  readonly name: string;
  readonly text: string;
}): RecordedReading {
  const mistakes: string[] = [];
  const found = validateShape(READING, parseJsonFile(name, text, WANTED), name, mistakes);
  if (found === undefined) throw new InputError(mistakes[0]);
  const columns: Partial<Record<ColumnRole, string | null>> = {};
  for (const [key, wanted] of Object.entries(found.columns ?? {})) {
    const role = ROLES_BY_JSON_NAME.get(key);
    if (role !== undefined && wanted !== undefined) columns[role] = wanted;
  }
  return {
    columns,
    ...(found.only !== undefined && { only: found.only }),
    ...(found.object_type !== undefined && { objectType: found.object_type }),
    ...(found.errors_in_results !== undefined && { errorsInResults: found.errors_in_results }),
    ...(found.dates !== undefined && { dates: found.dates }),
    ...(found.decimals !== undefined && { decimals: found.decimals }),
  };
}
