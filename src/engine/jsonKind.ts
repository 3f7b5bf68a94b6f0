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
  | 'lines'
  | 'json';

const key = (name: string): RegExp => new RegExp(`"${name}"\\s*:`);
const all =
  (...patterns: readonly RegExp[]) =>
  (head: string): boolean =>
    patterns.every(pattern => pattern.test(head));

/** Of two that fit, the first counts. */
const KINDS: readonly (readonly [kind: JsonKind, fits: (head: string) => boolean])[] = [
  ['run', all(/"format"\s*:\s*"statescope-run(-lines)?"/)],
  ['checkpoint', all(/"format"\s*:\s*"statescope-checkpoint"/)],
  ['map', all(/"type"\s*:\s*"(FeatureCollection|Feature|Topology)"/)],
  ['notebook', all(key('cells'), key('cell_type'))],
  ['package', all(key('name'), key('version'), key('(dev|peer)?[dD]ependencies|scripts|lockfileVersion'))],
  ['service', all(key('openapi|swagger'))],
  ['trace', all(/"(resourceSpans|traceEvents|trajectory|traj)"\s*:\s*\[|"(span|trace)_?[iI]d"\s*:/)],
  ['conversation', all(/"role"\s*:\s*"(system|developer|user|assistant|tool)"/, key('content'))],
  ['graph', all(/"nodes"\s*:\s*\[/, /"(links|edges)"\s*:\s*\[/)],
  ['lines', head => /^\s*[{[].*[}\]]\s*\n\s*[{[]/.test(head)],
];

/** What a JSON file is for, by its first characters, then by its name. */
export function jsonKind(name: string, head: string): JsonKind {
  const known = KINDS.find(([, fits]) => fits(head));
  return known?.[0] ?? (/\.(jsonl|ndjson)$/.test(name) ? 'lines' : 'json');
}
