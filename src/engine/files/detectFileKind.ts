import { encodeHex } from '../core/hashing/hex.ts';
import { isEventTableHeader } from './eventTableHeader.ts';
import { skipXmlProlog } from './skipComments.ts';

/** True if bytes begin a message with field number 1 of type bytes, like exports of OpenTelemetry, and are not text. */
export const isProtobufMessage = (head: Uint8Array): boolean =>
  head[0] === 0x0a && !isNetworkCapture(head) && head.subarray(0, 512).some(isControlByte);

/** Recordings of network traffic (pcapng) begin alike. */
const isNetworkCapture = (head: Uint8Array): boolean =>
  head[1] === 0x0d && head[2] === 0x0d && head[3] === 0x0a;

const isControlByte = (byte: number): boolean => byte < 9 || (byte > 13 && byte < 32);

/** Purpose of a JSON file; `json` if it is unknown. */
type JsonKind =
  | 'run'
  | 'checkpoint'
  | 'policy'
  | 'map'
  | 'notebook'
  | 'package'
  | 'service'
  | 'trace'
  | 'conversation'
  | 'graph'
  | 'machine'
  | 'chart'
  | 'flow'
  | 'performance'
  | 'profile'
  | 'requests'
  | 'examples'
  | 'lines'
  | 'json';

const matchJsonKey = (name: string): RegExp => new RegExp(`"${name}"\\s*:`);
const matchEveryPattern =
  (...patterns: readonly RegExp[]) =>
  (head: string): boolean =>
    patterns.every(pattern => pattern.test(head));

/** Keys that frameworks for agents alone write. */
const AGENTS =
  /"(ocel:(events|global-log)|invocation_?[iI]d|part_kind|models_usage|usage_metadata|llm_response_id|tool_call_metadata|step_number|model_usage)"\s*:/;

/** Of two that fit, the first counts. */
const JSON_KINDS: readonly (readonly [kind: JsonKind, fits: (head: string) => boolean])[] = [
  ['run', matchEveryPattern(/"format"\s*:\s*"statescope-(run(-lines)?|sheet)"/)],
  ['checkpoint', matchEveryPattern(/"format"\s*:\s*"statescope-checkpoint"/)],
  ['policy', matchEveryPattern(/"format"\s*:\s*"statescope-guard"/)],
  // CX and CX2 of Cytoscape.
  ['graph', matchEveryPattern(/^\s*\[\s*\{\s*"(numberVerification|CXVersion)"\s*:/)],
  ['map', matchEveryPattern(/"type"\s*:\s*"(FeatureCollection|Feature|Topology)"/)],
  ['notebook', matchEveryPattern(matchJsonKey('cells'), matchJsonKey('cell_type'))],
  [
    'package',
    matchEveryPattern(
      matchJsonKey('name'),
      matchJsonKey('version'),
      matchJsonKey('(dev|peer)?[dD]ependencies|scripts|lockfileVersion'),
    ),
  ],
  ['service', matchEveryPattern(matchJsonKey('openapi|swagger'))],
  ['performance', matchEveryPattern(/"traceEvents"\s*:\s*\[|^\s*\[\s*\{[^{}]*"ph"\s*:\s*"[A-Za-z]"/)],
  ['profile', matchEveryPattern(/"\$schema"\s*:\s*"[^"]*speedscope|"timeDeltas"\s*:\s*\[|"callFrame"\s*:/)],
  ['requests', matchEveryPattern(/^\s*\{\s*"log"\s*:\s*\{/, /"(creator|entries)"\s*:/)],
  ['trace', matchEveryPattern(/"(resourceSpans|trajectory|traj)"\s*:\s*\[|"(span|trace)_?[iI][dD]"\s*:/)],
  ['trace', matchEveryPattern(AGENTS)],
  ['trace', matchEveryPattern(matchJsonKey('eventTypes'), matchJsonKey('objectTypes'))],
  [
    'examples',
    matchEveryPattern(matchJsonKey('dataset_id'), matchJsonKey('inputs'), matchJsonKey('outputs')),
  ],
  [
    'conversation',
    matchEveryPattern(/"role"\s*:\s*"(system|developer|user|assistant|tool)"/, matchJsonKey('content')),
  ],
  ['flow', matchEveryPattern(/"nodes"\s*:\s*\[/, matchJsonKey('edges'), /"__start__"/)],
  ['graph', matchEveryPattern(/"nodes"\s*:\s*[[{]/, /"(links|edges|adjacency)"\s*:\s*\[/)],
  [
    'graph',
    matchEveryPattern(
      /"(nodes"\s*:\s*\[\s*\{\s*"(id|key|data)|(links|edges)"\s*:\s*\[\s*\{\s*"(source|target|from|to))"\s*:/,
    ),
  ],
  ['graph', matchEveryPattern(/^\s*\[\s*\{\s*"source"\s*:[^{}]*"target"\s*:/)],
  ['graph', matchEveryPattern(/"directed"\s*:\s*(true|false)/, matchJsonKey('multigraph'))],
  [
    'graph',
    matchEveryPattern(
      /^\s*[[{]\s*("elements"\s*:\s*\[\s*)?\{?\s*("group"\s*:\s*"(nodes|edges)"|"data"\s*:\s*\{\s*"(id|source|target)"\s*:)/,
    ),
  ],
  // As XState and what is like it write a machine; a workflow or a trace has other keys first.
  ['machine', matchEveryPattern(/"states"\s*:\s*\{/, /"(?:initial|type)"\s*:\s*"/)],
  ['chart', matchEveryPattern(/"states"\s*:\s*\[/, /"transitions"\s*:\s*\[/, matchJsonKey('initial'))],
  ['lines', head => /^\s*[{[].*[}\]]\s*\n\s*[{[]/.test(head)],
];

/** Purpose of a JSON file, by its first characters, then by its name. */
function detectJsonKind(name: string, head: string): JsonKind {
  const known = JSON_KINDS.find(([, fits]) => fits(head));
  return known?.[0] ?? (/\.(jsonl|ndjson)$/.test(name) ? 'lines' : 'json');
}

/**
 * Readable content of a file: a language model, a run document, a saved run, a chart, a trace of agents, an archive, a
 * network, JSON, YAML, a table, or text; `none` if nothing can read it.
 */
export type FileForm =
  | 'model'
  | 'run'
  | 'kept'
  | 'chart'
  | 'trace'
  | 'packed'
  | 'network'
  | 'json'
  | 'yaml'
  | 'table'
  | 'text'
  | 'empty'
  | 'none';

/** Kind of a file, in a word and in words: "a PNG image". */
export interface FileKind {
  readonly form: FileForm;
  readonly words: string;
  /** Its beginning, if it is text. */
  readonly head: string;
}

/** Bytes at the start of a file that are enough to recognise it. */
export const FILE_HEAD = 16_384;

/**
 * Kind of a file by its first bytes, then by its first characters, then by its name.
 * @param bytes the file, or its head
 * @param size of the file
 */
export function detectFileKind(name: string, bytes: Uint8Array, size = bytes.length): FileKind {
  const first = bytes.subarray(0, FILE_HEAD);
  const hex = encodeHex(first.subarray(0, 300));
  if (hex.startsWith(GGUF)) return { form: 'model', words: 'a language model (GGUF)', head: '' };
  if (SAVED_RUN_HEAD.test(hex)) return { form: 'kept', words: 'a saved run', head: '' };
  const magic = MAGIC.find(([, pattern]) => pattern.test(hex));
  if (magic !== undefined) {
    const words = magic[0] === ARCHIVE ? findArchiveEntryNames(String.fromCharCode(...first)) : magic[0];
    return { form: PACKED.test(words) ? 'packed' : DATABASE.test(words) ? 'trace' : 'none', words, head: '' };
  }
  if (isProtobufMessage(first) && SPANS.test(hex))
    return { ...createTraceForm('a trace in protobuf (OpenTelemetry)'), head: '' };
  const head = decodeTextHead(first);
  if (head === null) return { form: 'none', words: 'not text', head: '' };
  if (size <= FILE_HEAD && head.trim() === '') return { form: 'empty', words: 'an empty file', head };
  return { ...detectTextForm(name.toLowerCase(), head), head };
}

/** "photo.png looks like a PNG image". */
export const describeUnexpectedKind = (
  name: string,
  { form, words }: Pick<FileKind, 'form' | 'words'>,
): string =>
  form === 'empty'
    ? `${name} is empty`
    : `${name} ${words.startsWith('not ') ? 'is' : 'looks like'} ${words}`;

const GGUF = '47475546';
/** The first record's head after its lengths and check: `{"kind":"run",`. */
const SAVED_RUN_HEAD = /^.{32}7b226b696e64223a2272756e222c/;
/** A message in field 1, after its length, that begins with one of its first three fields: spans with their resource. */
const SPANS = /^0a([89a-f][0-9a-f])*[0-7][0-9a-f](0a|12|1a)/;
const ARCHIVE = 'a zip archive';
/** Archives that are unpacked by readers of traces. */
const PACKED = /^a (zip archive|file compressed with gzip) /;

/** Sessions of coding agents are kept in some. */
const DATABASE = /\(SQLite\)$/;

/** First bytes, in hexadecimal; of two that fit the first counts. */
const MAGIC: readonly (readonly [words: string, pattern: RegExp])[] = [
  ['a PNG image', /^89504e47/],
  ['a JPEG image', /^ffd8ff/],
  ['a GIF image', /^47494638/],
  ['a WebP image', /^52494646.{8}57454250/],
  [
    'an image',
    /^(424d.{8}00000000|49492a00|4d4d002a|00000100|.{8}66747970(68656963|68656978|6d696631|61766966))/,
  ],
  ['a sound', /^(52494646.{8}57415645|4944330[2-4]|4f67675300|664c614300|fff[b23])/],
  ['a film', /^(.{8}66747970|1a45dfa3|52494646.{8}41564920)/],
  ['a PDF', /^(..){0,4}255044462d/],
  [ARCHIVE, /^504b(0304|0506)/],
  ['a file compressed with gzip (unpack it first)', /^1f8b/],
  ['a compressed file (unpack it first)', /^(377abcaf|526172211a|fd377a585a|425a683[1-9]31|28b52ffd)/],
  ['an archive (tar; unpack it first)', /^.{514}7573746172/],
  ['an older Office file (in Excel, save the sheet as CSV)', /^d0cf11e0/],
  ['a database (SQLite)', /^53514c69746520666f726d6174/],
  ['the write-ahead log of a database (SQLite)', /^377f068[23]/],
  ['a data file (Parquet; save it as CSV or JSON lines)', /^50415231/],
  ['a data file (Arrow; save it as CSV or JSON lines)', /^4152524f5731/],
  ['a data file (Avro; save it as JSON lines)', /^4f626a01/],
  ['a database (DuckDB; save its tables as CSV)', /^.{16}4455434b/],
  ['a network capture (pcap), which has no steps of an agent', /^(d4c3b2a1|a1b2c3d4|4d3cb2a1|0a0d0d0a)/],
  ['objects of a Python program (pickle; save them as JSON)', /^80(02|03|04|05)(63|5d|7d|8c|95|28)/],
  ['a data file (HDF5)', /^89484446/],
  ['data of NumPy', /^934e554d5059/],
  ['a program', /^(7f454c46|4d5a9000|0061736d|cffaedfe|cafebabe)/],
  ['a font', /^(774f46[46]2?(00|4f)|4f54544f00|0001000000)/],
];

/** Names of what is inside an archive, by which Office files are known. */
function findArchiveEntryNames(latin: string): string {
  if (latin.includes('xl/') || latin.includes('opendocument.spreadsheet'))
    return 'a spreadsheet (save the sheet as CSV)';
  if (/Project_xml|graphstore_bytes/.test(latin))
    return 'a Gephi project (in Gephi, export the graph as GEXF)';
  if (latin.includes('CytoscapeSession')) return 'a Cytoscape session (export the network as CyJS)';
  if (latin.includes('word/') || latin.includes('opendocument.text')) return 'a Word or Writer document';
  if (latin.includes('ppt/') || latin.includes('opendocument.presentation')) return 'a presentation';
  return `${ARCHIVE} (unpack it first)`;
}

/** The first characters; null for a NUL, or more control characters than a text has by mistake. */
function decodeTextHead(bytes: Uint8Array): string | null {
  const text = createTextDecoder(bytes).decode(bytes);
  let controls = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0) return null;
    if (code < 9 || (code > 13 && code < 32)) controls++;
  }
  return controls > 3 + text.length / 50 ? null : text;
}

/** UTF-16 is known by its byte order mark; anything else is taken for UTF-8. */
export function createTextDecoder(
  bytes: Uint8Array,
  fatal = false,
  // Node without the DOM's types has no type of this name.
): { decode(bytes: Uint8Array, options?: { readonly stream?: boolean }): string } {
  const mark = bytes[0] * 256 + bytes[1];
  return new TextDecoder(mark === 0xfffe ? 'utf-16le' : mark === 0xfeff ? 'utf-16be' : 'utf-8', { fatal });
}

/** Kinds of XML by their outermost elements. */
const XML_ROOTS: readonly (readonly [words: string, pattern: RegExp])[] = [
  ['a process model (BPMN; save the log of its cases instead)', /<(?:\w+:)?definitions\b[^>]*(?:bpmn|BPMN)/],
  ['a Petri net (PNML; save the log that it was made of instead)', /<pnml\b/],
  ['a JUnit test report, which has no steps of an agent', /^<testsuites?\b/],
];

type Form = Omit<FileKind, 'head'>;

const createUnreadableForm = (words: string): Form => ({ form: 'none', words });
const createNetworkForm = (words: string): Form => ({ form: 'network', words });

/** Drawings as text, by their first words after comments. */
const DIAGRAMS: readonly (readonly [form: Form, pattern: RegExp])[] = [
  [
    { form: 'chart', words: 'a state diagram (Mermaid)' },
    /^\s*(?:(?:`{3,}|~{3,})[ \t]*mermaid\b.*\n\s*)?(?:---[ \t]*\r?\n[\s\S]*?\n---[ \t]*\r?\n\s*)?(?:%%.*\n\s*)*stateDiagram(?:-v2)?[ \t]*(?:\r?\n|$)/,
  ],
  [createUnreadableForm('a diagram of PlantUML (of Mermaid, a state diagram is read)'), /^\s*@startuml\b/],
  [createNetworkForm('a network (DOT)'), /^\s*(?:strict\s+)?(?:di)?graph\b[^{\n]*\{/],
];
const createTraceForm = (words: string): Form => ({ form: 'trace', words });

/** JSON by its first two tokens: a key with its colon, or values with a comma or the end between them. */
const JSON_START =
  /^\s*(\{\s*(\}|"(?:[^"\\\n]|\\.)*"\s*:\s*["[{\dtfn-])|\[\s*(\]\s*$|[[{]\s*(["[{\dtfn-]|[\]}]\s*[,\]])|("(?:[^"\\\n]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)\s*(\]\s*($|[[{])|,\s*["[{\dtfn-])))/;
/** A first key with something nested under it. */
const YAML_START =
  /^(?:---[ \t]*\n|[ \t]*(?:#.*)?\n)*[A-Za-z_][\w-]*:[ \t]*\n(?:[ \t]*(?:#.*)?\n)*(?:[ \t]+|- )\S/;

function detectTextForm(name: string, head: string): Form {
  const ends = (pattern: RegExp) => pattern.test(name);
  if (/^\s*<(!doctype html|html[\s>]|head>)/i.test(head) || ends(/\.html?$/))
    return createUnreadableForm('a web page (HTML)');
  const root = /^\s*</.test(head) ? skipXmlProlog(head) : '';
  if (/^<svg\b/.test(root)) return createUnreadableForm('an image (SVG)');
  const network = /^<(?:\w+:)?(graphml|gexf)\b/.exec(root)?.[1];
  if (network !== undefined)
    return createNetworkForm(network === 'gexf' ? 'a network (GEXF)' : 'a network (GraphML)');
  if (/^<scxml\b/.test(root) || ends(/\.scxml$/)) return { form: 'chart', words: 'a statechart (SCXML)' };
  if (/^<log\b/.test(root) || ends(/\.xes$/))
    return createTraceForm(
      /<(object-types|event-types|objects|events)[\s/>]/.test(head)
        ? 'an event log (OCEL)'
        : 'an event log (XES)',
    );
  const known = XML_ROOTS.find(([, pattern]) => pattern.test(root));
  if (known !== undefined) return createUnreadableForm(known[0]);
  if (/^\s*(<\?xml|<!DOCTYPE)/.test(head) || ends(/\.xml$/)) return createUnreadableForm('XML');
  const diagram = DIAGRAMS.find(([, pattern]) => pattern.test(head));
  if (diagram !== undefined) return diagram[0];
  // Prose makes no lines of JSON, whatever its name.
  if (
    JSON_START.test(head) ||
    ends(/\.json$/) ||
    (ends(/\.(jsonl|ndjson)$/) && /^\s*(["[{\d-]|$)/.test(head))
  )
    return detectJsonForm(name, head);
  if (ends(/\.ya?ml$/)) return YAML;
  if (ends(/\.(md|markdown|txt)$/)) return TEXT_FORM;
  if (ends(/\.(csv|tsv|tab)$/))
    return isEventTableHeader(head) ? createTraceForm('an event log (CSV)') : TABLE;
  if (ends(/\.([cm]?[jt]sx?|py|rb|java|kt|go|rs|c|h|cc|cpp|cs|sh|r)$/))
    return createUnreadableForm('the source of a program');
  return YAML_START.test(head.replace(/\r\n?/g, '\n')) ? YAML : TEXT_FORM;
}

/** With its first key, if the form says nothing else. JSON is YAML as well, if the name says so. */
function detectJsonForm(name: string, head: string): Form {
  const form = JSON_FORMS[detectJsonKind(name, head)];
  if (form.form !== 'run' && /\.ya?ml$/.test(name)) return YAML;
  const key = /^[\s[{]*("[^"\n]{1,40}")\s*:/.exec(head)?.[1];
  return form.form === 'json' && key ? { ...form, words: `JSON that begins with ${key}` } : form;
}

const YAML: Form = { form: 'yaml', words: 'YAML' };
const TEXT_FORM: Form = { form: 'text', words: 'a text' };
const TABLE: Form = { form: 'table', words: 'a table (CSV)' };

const JSON_FORMS: Readonly<Record<JsonKind, Form>> = {
  run: { form: 'run', words: 'a run document' },
  machine: { form: 'chart', words: 'a statechart (XState, JSON)' },
  chart: { form: 'chart', words: 'a statechart (JSON)' },
  json: { form: 'json', words: 'JSON' },
  checkpoint: createUnreadableForm('a run saved by the command line (continue it with --resume)'),
  policy: createUnreadableForm('the policy of a guard (give it to guard init --policy)'),
  map: createUnreadableForm('a map (GeoJSON)'),
  notebook: createUnreadableForm('a Jupyter notebook'),
  package: createUnreadableForm('the package.json of a program'),
  service: createUnreadableForm('the description of a web service (OpenAPI)'),
  trace: createTraceForm('a trace of a program or an agent'),
  performance: createUnreadableForm('a Chrome performance trace, which has no steps of an agent'),
  profile: createUnreadableForm(
    'a profile of a program (it shows where time was spent, not what agents did)',
  ),
  requests: createUnreadableForm('a recording of web requests (HAR; save the traces of the agent instead)'),
  examples: createUnreadableForm('examples of a dataset (LangSmith; save the runs of a project instead)'),
  conversation: createTraceForm('conversations of a language model'),
  graph: createNetworkForm('a network in JSON'),
  flow: createUnreadableForm(
    'the graph of an agent program (LangGraph), whose nodes are steps and no accounts',
  ),
  lines: createTraceForm('JSON, one value a line'),
};
