import { DOCUMENT_VERSION, ENGINE_VERSION } from '../core/version.ts';
import { applyLogRow } from '../log/fold.ts';
import type { ModelReports } from '../model/model.ts';
import { nameOutcomeValues } from '../model/outcomeDefinition.ts';
import type { NetworkInfo } from '../network/networkInfo.ts';
import type { Run } from '../run/run.ts';
import type { BranchOrigin, Change, RunConfig } from '../setup/config.ts';
import { buildAgentHistory } from './buildAgentHistory.ts';
import type { AgentRecord, DocumentConfig } from './documentSchema.ts';

/** Characters from which a piece of text is passed on. */
export const DOCUMENT_CHUNK_LENGTH = 1 << 16;

/**
 * The run document as text, in pieces; the same run gives the same bytes everywhere. One row per line, keys in the
 * order of the schema, and a newline ends the file.
 * @param reports of the run
 * @param progress called with the finished part, 0 to 1.
 */
export function* writeRunDocument(
  run: Run,
  reports: ModelReports,
  progress: (part: number) => void = () => {},
): Generator<string> {
  run.assertWhole();
  const entries = Object.entries(buildDocumentHeader(run)).map(
    ([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`,
  );
  yield `{\n${entries.join(',\n')}`;
  const sections: [name: string, rows: Iterable<string>][] = [
    ['distribution', writeDistributionRows(run)],
    ['agents', writeAgentRows(run, reports)],
  ];
  for (const [i, [name, rows]] of sections.entries()) {
    yield* joinIntoChunks(writeJsonArray(name, rows));
    progress((i + 1) / 8);
  }
  yield* joinIntoChunks(writeTransitionColumns(run, part => progress(0.25 + part / 2)));
  for (const [name, rows] of reports.document()) {
    yield* joinIntoChunks(writeJsonArray(name, stringifyRows(rows)));
    progress(0.9);
  }
  yield '\n}\n';
  progress(1);
}

/** A document's fields before its sections. */
export const buildDocumentHeader = (run: Run) => ({
  format: 'statescope-run',
  version: DOCUMENT_VERSION,
  engine: ENGINE_VERSION,
  hash: run.hash,
  config: buildDocumentConfig(run),
  states: run.machine.chart.states,
  outcomes: nameOutcomeValues(run.outcomes, run.outcomesAt(run.tick)),
});

/** A run's set-up with every default filled in; the document's `config`. */
export function buildDocumentConfig({
  config,
  tick,
  model,
  oracleRecord,
  earlierOracles,
}: Run): DocumentConfig {
  return {
    model: model.name,
    network: config.networkInfo && toNetworkRecord(config.networkInfo),
    ...buildInputRecords(config),
    agents: config.agents,
    rounds: Math.max(0, tick),
    seed: config.seed,
    preset: config.preset,
    oracle: oracleRecord as DocumentConfig['oracle'],
    ...(earlierOracles.length > 0 && {
      earlier_oracles: earlierOracles as DocumentConfig['earlier_oracles'],
    }),
    warm_up: config.warmUp,
    start_time: config.startTime,
    tick_seconds: config.tickSeconds,
    parameters: Object.fromEntries(Object.entries(config.parameters).filter(isParameterRecorded(model))),
    changes: config.changes.map(toChangeRecord),
    ...(config.branchOf && { branch_of: toBranchRecord(config.branchOf) }),
  };
}

const isParameterRecorded =
  ({ parameters }: Run['model']) =>
  ([name, value]: readonly [string, unknown]): boolean =>
    !parameters.some(one => one.name === name && one.untold && one.absent === value);

const toBranchRecord = ({ hash, rounds, after, by }: BranchOrigin): DocumentConfig['branch_of'] => ({
  hash,
  rounds,
  after,
  by: 'tick' in by ? toChangeRecord(by) : { kind: by.kind },
});

/** A change with its keys in the order of the schema. */
export function toChangeRecord(change: Change): DocumentConfig['changes'][number] {
  const { tick } = change;
  if (change.kind === undefined) return { tick, name: change.name, value: change.value };
  if (change.kind === 'answer')
    return { tick, kind: change.kind, agent: change.agent, answer: change.answer };
  if (change.kind === 'chance') return { tick, kind: change.kind, seed: change.seed };
  return { tick, kind: change.kind, name: change.name, on: [...change.on] };
}

const toNetworkRecord = ({ name, nodes, edges, sha256, reading, weights }: NetworkInfo) => ({
  name,
  nodes,
  edges,
  sha256,
  ...(reading && { direction: reading.direction }),
  ...(reading?.repeats && { repeats: reading.repeats }),
  ...(reading?.groups !== undefined && { groups: reading.groups }),
  ...(reading && weights && { weights }),
});

/** Inputs in the order in which the model declares them. */
const buildInputRecords = ({ inputInfo }: RunConfig) =>
  Object.fromEntries(
    Object.entries(inputInfo).map(([key, { name, count, sha256 }]) => [key, { name, count, sha256 }]),
  );

/** Rows of the section `distribution`, as JSON. */
export function* writeDistributionRows(run: Run): Generator<string> {
  const { states } = run.machine.chart;
  const rows = run.counts.length / states.length;
  for (let row = 0; row < rows; row++) {
    const counts = states.map((state, s) => [state, run.counts.data[row * states.length + s]]);
    yield JSON.stringify({ tick: row - run.config.warmUp, counts: Object.fromEntries(counts) });
  }
}

/** Rows of the section `agents`, as JSON. */
export function* writeAgentRows(run: Run, reports: ModelReports): Generator<string> {
  for (let index = 0; index < run.machine.population.size; index++) {
    const { agent_id, ...history } = buildAgentHistory(run, index);
    const record: AgentRecord = { agent_id, ...reports.attributes(index), ...history };
    yield JSON.stringify(record);
  }
}

/**
 * The complete log: `from` and `to` index `states`, `trigger` indexes `triggers`; the last column is the
 * subject.
 */
function* writeTransitionColumns(run: Run, progress: (part: number) => void): Generator<string> {
  const { past, chart, table } = run.machine;
  const { transitions } = chart.definition;
  const triggers = transitions.map(t => chart.triggerNumber.get(t.trigger)!);
  const configurations = new Configurations(run);
  let columns = past.at(past.start);
  let tick = past.start;
  const named: readonly [string, (agent: number, transition: number, context: number) => number | null][] = [
    ['tick', () => tick],
    ['agent', agent => agent],
    [
      'from',
      (agent, transition) => {
        const from = columns.state[agent];
        applyLogRow(columns, table.targets, tick, agent, transition);
        return configurations.placeOf(from);
      },
    ],
    ['to', (_, step) => configurations.placeOf(table.targets[step])],
    ['trigger', (_, step) => triggers[table.step(step).transitions[0]]],
    [run.model.contextColumn, (_a, _t, context) => (context === 0 ? null : context - 1)],
  ];
  yield `,\n"transitions": {\n"triggers": ${JSON.stringify(chart.triggers)}`;
  if (!chart.isFlat) yield `,\n"configurations": ${JSON.stringify(configurations.list())}`;
  for (const [i, [name, value]] of named.entries()) {
    columns = past.at(past.start);
    yield `,\n"${name}": [`;
    let first = true;
    for (tick = past.start + 1; tick <= run.tick; tick++) {
      const values: (number | null)[] = [];
      past.forEach(tick - 1, tick, (_, agent, transition, context) =>
        values.push(value(agent, transition, context)),
      );
      if (values.length === 0) continue;
      yield (first ? '' : ',') + values.map(v => (v === null ? 'null' : v)).join(',');
      first = false;
    }
    yield ']';
    progress((i + 1) / named.length);
  }
  yield '\n}';
}

function* writeJsonArray(name: string, rows: Iterable<string>): Generator<string> {
  yield `,\n${JSON.stringify(name)}: [`;
  let first = true;
  for (const row of rows) {
    yield first ? `\n${row}` : `,\n${row}`;
    first = false;
  }
  yield first ? ']' : '\n]';
}

/** Rows as JSON. */
export function* stringifyRows(rows: Iterable<object>): Generator<string> {
  for (const row of rows) yield JSON.stringify(row);
}

/** Joins small texts into pieces worth handing on. */
function* joinIntoChunks(texts: Iterable<string>): Generator<string> {
  let piece = '';
  for (const text of texts) {
    piece += text;
    if (piece.length < DOCUMENT_CHUNK_LENGTH) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}

/** Active states of a chart with hierarchy, in the order of the log; states of a flat one. */
export class Configurations {
  readonly #placeOf: number[] = [];
  readonly #leaves = new Map<string, readonly number[]>();

  constructor({ machine, tick }: Run) {
    const { chart, past, table } = machine;
    if (chart.isFlat) return;
    // Configurations that differ in what their histories remember alone are one.
    const places = new Map<string, number>();
    const add = (configuration: number) => {
      if (this.#placeOf[configuration] !== undefined) return;
      const leaves = table.leavesIn(configuration);
      const key = leaves.join();
      if (!places.has(key)) places.set(key, places.size);
      this.#leaves.set(key, leaves);
      this.#placeOf[configuration] = places.get(key)!;
    };
    add(table.initial);
    past.forEach(past.start, tick, (_tick, _agent, step) => add(table.targets[step]));
  }

  placeOf(configuration: number): number {
    return this.#placeOf[configuration] ?? configuration;
  }

  /** The leaves of each. */
  list(): readonly (readonly number[])[] {
    return [...this.#leaves.values()];
  }
}
