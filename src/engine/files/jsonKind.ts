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

const key = (name: string): RegExp => new RegExp(`"${name}"\\s*:`);
const all =
  (...patterns: readonly RegExp[]) =>
  (head: string): boolean =>
    patterns.every(pattern => pattern.test(head));

/** Keys that frameworks for agents alone write. */
const AGENTS =
  /"(ocel:(events|global-log)|invocation_?[iI]d|part_kind|models_usage|usage_metadata|llm_response_id|tool_call_metadata|step_number|model_usage)"\s*:/;

/** Of two that fit, the first counts. */
const KINDS: readonly (readonly [kind: JsonKind, fits: (head: string) => boolean])[] = [
  ['run', all(/"format"\s*:\s*"statescope-run(-lines)?"/)],
  ['checkpoint', all(/"format"\s*:\s*"statescope-checkpoint"/)],
  // CX and CX2 of Cytoscape.
  ['graph', all(/^\s*\[\s*\{\s*"(numberVerification|CXVersion)"\s*:/)],
  ['map', all(/"type"\s*:\s*"(FeatureCollection|Feature|Topology)"/)],
  ['notebook', all(key('cells'), key('cell_type'))],
  ['package', all(key('name'), key('version'), key('(dev|peer)?[dD]ependencies|scripts|lockfileVersion'))],
  ['service', all(key('openapi|swagger'))],
  ['performance', all(/"traceEvents"\s*:\s*\[|^\s*\[\s*\{[^{}]*"ph"\s*:\s*"[A-Za-z]"/)],
  ['profile', all(/"\$schema"\s*:\s*"[^"]*speedscope|"timeDeltas"\s*:\s*\[|"callFrame"\s*:/)],
  ['requests', all(/^\s*\{\s*"log"\s*:\s*\{/, /"(creator|entries)"\s*:/)],
  ['trace', all(/"(resourceSpans|trajectory|traj)"\s*:\s*\[|"(span|trace)_?[iI][dD]"\s*:/)],
  ['trace', all(AGENTS)],
  ['trace', all(key('eventTypes'), key('objectTypes'))],
  ['examples', all(key('dataset_id'), key('inputs'), key('outputs'))],
  ['conversation', all(/"role"\s*:\s*"(system|developer|user|assistant|tool)"/, key('content'))],
  ['flow', all(/"nodes"\s*:\s*\[/, key('edges'), /"__start__"/)],
  ['graph', all(/"nodes"\s*:\s*[[{]/, /"(links|edges|adjacency)"\s*:\s*\[/)],
  [
    'graph',
    all(
      /"(nodes"\s*:\s*\[\s*\{\s*"(id|key|data)|(links|edges)"\s*:\s*\[\s*\{\s*"(source|target|from|to))"\s*:/,
    ),
  ],
  ['graph', all(/^\s*\[\s*\{\s*"source"\s*:[^{}]*"target"\s*:/)],
  ['graph', all(/"directed"\s*:\s*(true|false)/, key('multigraph'))],
  [
    'graph',
    all(
      /^\s*[[{]\s*("elements"\s*:\s*\[\s*)?\{?\s*("group"\s*:\s*"(nodes|edges)"|"data"\s*:\s*\{\s*"(id|source|target)"\s*:)/,
    ),
  ],
  // As XState and what is like it write a machine; a workflow or a trace has other keys first.
  ['machine', all(/"states"\s*:\s*\{/, /"(?:initial|type)"\s*:\s*"/)],
  ['lines', head => /^\s*[{[].*[}\]]\s*\n\s*[{[]/.test(head)],
];

/** What a JSON file is for, by its first characters, then by its name. */
export function jsonKind(name: string, head: string): JsonKind {
  const known = KINDS.find(([, fits]) => fits(head));
  return known?.[0] ?? (/\.(jsonl|ndjson)$/.test(name) ? 'lines' : 'json');
}
