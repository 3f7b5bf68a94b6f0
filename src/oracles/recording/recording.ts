import { NO_NETWORK } from '../../engine/checks/createDefaultSetup.ts';
import { InputError } from '../../engine/core/errors.ts';
import { formatQuotedText } from '../../engine/core/formatQuotedText.ts';
import { MAX_ROUNDS, type Tick } from '../../engine/core/indices.ts';
import { DOCUMENT_VERSION, ENGINE_VERSION } from '../../engine/core/version.ts';
import * as z from '../../engine/core/zod.ts';
import type { DocumentPart, HeldCheck } from '../../engine/export/documentPart.ts';
import {
  configSchema,
  type DocumentConfig,
  documentHead,
  inputSchema,
} from '../../engine/export/documentSchema.ts';
import { type StudentSheet, splitSheetFile } from '../../engine/export/sheetFile.ts';
import type { UncheckedPart } from '../../engine/export/verdict.ts';
import type { Files } from '../../engine/files/namedFile.ts';
import { decodeTextFile, describeJsonErrorPlace, type Reads } from '../../engine/files/textFile.ts';
import type { HashRule } from '../../engine/log/hashRule.ts';
import type { ModelSpec } from '../../engine/model/model.ts';
import { getAgentModelEntry } from '../../engine/models/index.ts';
import { FILE_NETWORK } from '../../engine/network/fileNetwork.ts';
import { NETWORK_NAMES } from '../../engine/network/loadNetwork.ts';
import type { EarlierOracle, OracleRecord } from '../../engine/oracle/oracle.ts';
import type { ParameterValue } from '../../engine/parameters/parameterDefinition.ts';
import type { InputInfo, Setup } from '../../engine/setup/config.ts';
import { type RecordedLimits, readRecordedLimits } from './buildModelRecord.ts';
import { isLineDocument, readUtf8Lines } from './lineDocuments.ts';
import {
  createPlaceParser,
  formatJsonLine,
  RecordedAnswers,
  type RecordedDecision,
} from './recordedAnswers.ts';

/** A line of a run document after its header: a section's row, or at the end how many rows there were. */
type DocumentLine =
  | { readonly section: string; readonly row: unknown }
  | { readonly section: null; readonly rows: number };

/** Characters of a line that an error repeats. */
const QUOTED = 40;

/** @throws InputError naming the line */
export function parseDocumentLine(text: string, name: string, number: number): DocumentLine {
  const value = parseLineValue(text, name, number) as {
    section?: unknown;
    row?: unknown;
    rows?: unknown;
  } | null;
  if (typeof value === 'object' && value !== null) {
    const { section, row, rows } = value;
    if (typeof section === 'string' && row !== undefined) return { section, row };
    if (section === undefined && Number.isSafeInteger(rows)) return { section: null, rows: Number(rows) };
  }
  throw new InputError(
    `${name}, line ${number} was changed or damaged: ${formatQuotedText(text, QUOTED)} is not a row of a section`,
  );
}

/** The value of a line. @throws InputError naming the line */
export function parseLineValue(text: string, name: string, number: number): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new InputError(
      `${name}, line ${number} is not JSON: ${formatQuotedText(text, QUOTED)} was cut off or changed`,
    );
  }
}

/**
 * Document versions that are read. The hash of version 1 held digests of 32 bits for answers in texts; that of version
 * 2 did not start from the set-up.
 */
const VERSIONS = [1, 2, DOCUMENT_VERSION] as const;

/** Most bytes of a document that is one text: a string cannot hold a longer one. */
export const MAX_RECORDING_BYTES = 500_000_000;

/** Why such a document is refused. */
export const describeTooLongDocument = (name: string): string =>
  `${name} is larger than the ${MAX_RECORDING_BYTES / 1e6} MB of one text that are read; written row by row, as .ndjson, a document is read whatever its size`;

/** A run document as read for its answers. */
export interface Recording {
  /** The document's file. */
  readonly name: string;
  readonly setup: Setup;
  readonly network: DocumentConfig['network'];
  /** Its other inputs, by name. */
  readonly made: Readonly<Record<string, InputInfo>>;
  /** Inputs that the document itself holds; the rest must be supplied. */
  readonly files: Files;
  readonly rounds: number;
  /** States as the document names them, in the chart's order. */
  readonly states: readonly string[];
  readonly hash: string;
  /** Under an older rule the same run has another hash. */
  readonly hashRule: HashRule;
  /** The oracle that gave the answers. */
  readonly oracle: OracleRecord;
  /** True if the document is that of a replay of these answers. */
  readonly isReplay: boolean;
  /** Earlier oracles, each up to a round. */
  readonly earlier: readonly EarlierOracle[];
  /** Limits of the model that gave them; null if none did. */
  readonly limits: RecordedLimits | null;
  /** The sheet that the document was handed in with; null for none. */
  readonly sheet: StudentSheet | null;
  /** Remarks for the user. */
  readonly notes: readonly string[];
  /** Parts of documents of its model that nothing can check, in addition to those of all. */
  readonly unchecked: readonly UncheckedPart[];
  /** The inputs that it holds, compared with the digests next to them; null for a model that has none. */
  checkHeld(): HeldCheck | null;
  decision(tick: Tick, agent: number): RecordedDecision | undefined;
}

const headShape = {
  ...documentHead,
  version: z.literal(VERSIONS),
  config: configSchema,
  states: z.optional(z.array(z.string())),
};
const head = z.object(headShape);
const whole = z.object({
  ...headShape,
  decisions: z.array(z.unknown()),
  measurements: z.optional(z.array(z.unknown())),
});

/** Reads a run document in either form. @throws InputError, naming the place, for anything else. */
export async function readRecording(name: string, bytes: Uint8Array): Promise<Recording> {
  if (isLineDocument(bytes)) return readRecordingLines(name, readUtf8Lines([bytes], name));
  if (bytes.length > MAX_RECORDING_BYTES) throw new InputError(describeTooLongDocument(name));
  const { sheet, document } = parseDocumentJson(name, bytes);
  checkDocumentFormat(name, document);
  checkDocumentVersion(name, document);
  const { decisions, measurements = [] } = createPlaceParser(name, '')(whole, document);
  const begun = await readRecordingHead(name, document as object);
  for (const row of measurements) begun.answers.addMeasurement(row);
  for (const row of decisions) begun.answers.addDecision(row);
  return { ...begun.end(document as object), sheet };
}

/** A recording whose head is read and whose answers come. */
interface BegunRecording {
  readonly part: DocumentPart;
  readonly answers: RecordedAnswers;
  /** @param held the sections in which the document holds inputs of the user's */
  end(held: object): Recording;
}

/** Reads the head of a document: all but its sections. @throws InputError naming the place */
async function readRecordingHead(name: string, document: object): Promise<BegunRecording> {
  checkDocumentVersion(name, document);
  const { version, config, hash, engine, states = [] } = createPlaceParser(name, '')(head, document);
  if (config.rounds > MAX_ROUNDS)
    throw new InputError(`${name}: config.rounds is ${config.rounds}; at most ${MAX_ROUNDS} are played`);
  const entry = getAgentModelEntry(config.model);
  const [spec, part] = await Promise.all([entry.spec(), entry.record()]);
  const made = readRecordedInputs(name, spec, config);
  const own = Object.keys(made).filter(input => !part.isBundled(input, made[input], config.preset));
  const { preset } = config;
  const model = (await spec.addDeclared?.(spec, { preset, own }, {})) ?? spec;
  const hashRule = getHashRule(version, part);
  const oracle = config.oracle.kind === 'replay' ? config.oracle.recorded : config.oracle;
  const answers = new RecordedAnswers(name, part);
  const recording: Omit<Recording, 'files' | 'checkHeld'> = {
    name,
    setup: readRecordedSetup(config, model, own),
    network: config.network,
    made,
    rounds: config.rounds,
    states,
    hash,
    hashRule,
    oracle,
    isReplay: config.oracle.kind === 'replay',
    earlier: listEarlierOracles(config),
    limits: 'limits' in oracle ? readRecordedLimits(oracle) : null,
    notes:
      hashRule === 'lost' ? [describeIncomparableHash(name, version)] : describeOtherEngine(name, engine),
    unchecked: part.unchecked ?? [],
    sheet: null,
    decision: (tick, agent) => answers.decision(tick, agent),
  };
  const end = (held: object): Recording => {
    const files = part.filesIn?.(createPlaceParser(name, ''), { ...document, ...held }) ?? {};
    const ownFiles = Object.fromEntries(Object.entries(files).filter(([input]) => own.includes(input)));
    return {
      ...recording,
      files: ownFiles,
      // A file that a document holds has the name that it says.
      unchecked: [
        ...recording.unchecked,
        ...Object.keys(ownFiles).map(input => ({
          path: `config.${input}.name`,
          words: `the name of the file of ${input}`,
        })),
      ],
      checkHeld: () => part.checkHeld?.(ownFiles) ?? null,
    };
  };
  return { part, answers, end };
}

const describeIncomparableHash = (name: string, version: number): string =>
  `${name} has version ${version}: its answers are replayed, but its hash follows an older rule and cannot be compared`;

function getHashRule(version: number, { hashedSince }: DocumentPart): HashRule {
  if (version >= DOCUMENT_VERSION) return 'today';
  return version >= hashedSince ? 'zeros' : 'lost';
}

/** The model's inputs in the document, by name. */
function readRecordedInputs(name: string, { inputs }: ModelSpec, config: DocumentConfig): Recording['made'] {
  const parse = (input: string) =>
    [input, createPlaceParser(name, `config.${input}`)(inputSchema, config[input])] as const;
  return Object.fromEntries(
    inputs.flatMap(input => (config[input.name] === undefined ? [] : [parse(input.name)])),
  );
}

const describeOtherEngine = (name: string, engine: string): readonly string[] =>
  engine === ENGINE_VERSION
    ? []
    : [
        `${name} was recorded by engine ${formatQuotedText(engine)}; this is ${ENGINE_VERSION}, which may play a different run`,
      ];

/** @throws InputError for a run document of an unsupported version */
function checkDocumentVersion(name: string, document: unknown): void {
  const { version } = document as { readonly version?: unknown };
  const isKnown = VERSIONS.some(known => known === version);
  if (typeof version === 'number' && !isKnown)
    throw new InputError(
      `${name} is a run document of version ${version}; Statescope ${ENGINE_VERSION} reads versions ${VERSIONS[0]} to ${DOCUMENT_VERSION}`,
    );
}

/** Earlier oracles; for a replay, those of the run that it repeats. */
const listEarlierOracles = ({ oracle, earlier_oracles }: DocumentConfig): readonly EarlierOracle[] =>
  (oracle.kind === 'replay' ? oracle.earlier : earlier_oracles) ?? [];

/** Reading of a run document. */
const RUN: Reads = {
  forms: ['run', 'json'],
  words: 'a run document, which Export on the page and --out on the command line write',
};

function parseDocumentJson(name: string, bytes: Uint8Array) {
  const { sheet, document: text } = splitSheetFile(name, decodeTextFile(name, bytes, RUN));
  try {
    return { sheet, document: JSON.parse(text) as unknown };
  } catch (error) {
    throw new InputError(
      `${name} is not JSON${describeJsonErrorPlace(error, text)}: it was cut off or changed`,
    );
  }
}

/** @throws InputError for JSON that has nothing of a run document */
function checkDocumentFormat(name: string, document: unknown): void {
  const { format } = (document ?? {}) as { readonly format?: unknown };
  if (format === 'statescope-run') return;
  const isObject = typeof document === 'object' && document !== null && !Array.isArray(document);
  const what = isObject
    ? `an object with ${formatFieldList(Object.keys(document))}`
    : formatJsonLine(document);
  throw new InputError(`${name} is not a run document: it is JSON, ${what}. What is read here: ${RUN.words}`);
}

function formatFieldList(fields: readonly string[]): string {
  const names = fields.slice(0, 4).map(field => formatQuotedText(field, 30));
  return names.length === 0 ? 'nothing in it' : names.join(', ') + (fields.length > 4 ? ' …' : '');
}

/** The set-up that a document's run was opened with; its oracle is the recording. */
function readRecordedSetup(config: DocumentConfig, model: ModelSpec, own: readonly string[]): Setup {
  const parameters: Record<string, ParameterValue> = {};
  for (const { name, absent } of model.parameters)
    if (absent !== undefined && !Object.hasOwn(config.parameters, name)) parameters[name] = absent;
  for (const [name, value] of Object.entries(config.parameters)) {
    const definition = model.parameters.find(p => p.name === name);
    // Settings in a user's inputs would take precedence over a preset.
    if (own.length > 0 || config.config !== undefined || definition?.defaults[config.preset] !== value)
      parameters[name] = value;
  }
  return {
    model: config.model,
    ...readRecordedNetwork(config.network),
    ...(own.length > 0 && { own }),
    agents: config.agents,
    seed: config.seed,
    preset: config.preset,
    oracle: { kind: 'replay' },
    parameters,
    changes: config.changes,
    ...(config.branch_of && { branchOf: config.branch_of }),
  };
}

/**
 * Documents without the direction of an edge list are older than the choice. Those without the rule for repeated edges
 * either have none with a weight or are from the time of the greatest weight.
 */
function readRecordedNetwork(
  network: DocumentConfig['network'],
): Pick<Setup, 'network' | 'direction' | 'repeats' | 'groups'> {
  if (network === null) return { network: NO_NETWORK };
  if (NETWORK_NAMES.includes(network.name)) return { network: network.name };
  return {
    network: FILE_NETWORK,
    direction: network.direction ?? 'followed',
    repeats: network.repeats ?? 'max',
    ...(network.groups !== undefined && { groups: network.groups }),
  };
}

/** The section of a line as it was written, without the rest of it being read. */
const SECTION = /^\{"section":"(\w+)","row":\{/;

/**
 * Reads a run document with a row a line: of each line only what a replay needs is kept.
 * @throws InputError naming the line, or the place in a row, for anything else, and for a document that is cut off
 */
export async function readRecordingLines(name: string, lines: AsyncIterable<string>): Promise<Recording> {
  let begun: BegunRecording | null = null;
  const held: unknown[] = [];
  let number = 0;
  let rows: number | null = null;
  for await (const line of lines) {
    number++;
    if (begun === null) {
      begun = await readRecordingHead(name, parseDocumentHeader(line, name));
      continue;
    }
    if (rows !== null) throw new InputError(`${name}, line ${number}: the document has ended before it`);
    const { answers, part } = begun;
    const section = SECTION.exec(line)?.[1];
    const isRead = section === undefined || ['decisions', 'measurements', part.heldIn].includes(section);
    if (!isRead) continue;
    const report = parseDocumentLine(line, name, number);
    if (report.section === null) rows = report.rows;
    else if (report.section === 'decisions') answers.addDecision(report.row);
    else if (report.section === 'measurements') answers.addMeasurement(report.row);
    else if (report.section === part.heldIn) held.push(report.row);
  }
  if (begun === null) throw new InputError(`${name} is empty`);
  if (rows === null)
    throw new InputError(`${name} is cut off after line ${number}: its last line is missing`);
  if (rows !== number - 2)
    throw new InputError(
      `${name} was changed or damaged: it has ${number - 2} rows, and says that it has ${rows}`,
    );
  const { heldIn } = begun.part;
  return begun.end(heldIn === undefined ? {} : { [heldIn]: held });
}

/** The header as a document's head. */
function parseDocumentHeader(line: string, name: string): object {
  const value = parseLineValue(line, name, 1);
  if (typeof value !== 'object' || value === null)
    throw new InputError(`${name}, line 1 is not the header of a run document`);
  return { ...value, format: 'statescope-run' };
}
