/** What a JSON file is for; `json` where nothing tells. */
export type JsonKind =
  | 'run'
  | 'checkpoint'
  | 'map'
  | 'notebook'
  | 'package'
  | 'service'
  | 'trace'
  | 'conversation'
  | 'graph'
  | 'machine'
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
const KINDS: readonly (readonly [kind: JsonKind, fits: (head: string) => boolean])[] = [
  ['run', matchEveryPattern(/"format"\s*:\s*"statescope-run(-lines)?"/)],
  ['checkpoint', matchEveryPattern(/"format"\s*:\s*"statescope-checkpoint"/)],
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
  ['lines', head => /^\s*[{[].*[}\]]\s*\n\s*[{[]/.test(head)],
];

/** What a JSON file is for, by its first characters, then by its name. */
export function detectJsonKind(name: string, head: string): JsonKind {
  const known = KINDS.find(([, fits]) => fits(head));
  return known?.[0] ?? (/\.(jsonl|ndjson)$/.test(name) ? 'lines' : 'json');
}
