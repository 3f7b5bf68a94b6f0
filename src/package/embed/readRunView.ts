import { InputError } from '../../engine/core/errors.ts';
import { assembleDocumentLines } from '../../oracles/recording/assembleDocumentLines.ts';
import { isLineDocument, readUtf8Lines } from '../../oracles/recording/lineDocuments.ts';

/** A run document as it is shown: what was counted, and who moved when. */
export interface RunView {
  /** "social on congress". */
  readonly title: string;
  readonly agents: number;
  readonly rounds: number;
  readonly seed: number;
  /** Chained hash of the run, 64 hexadecimal digits. */
  readonly hash: string;
  readonly states: readonly string[];
  /** The first tick that has counts; the last is `rounds`. */
  readonly first: number;
  /** Agents in a state after a tick. */
  count(tick: number, state: number): number;
  /** Moves of a tick between two states, the most frequent first. */
  moves(tick: number): readonly Move[];
}

/** Moves from one state to another. */
interface Move {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

/** Parts of a document that are read here; anything may stand in a file. */
interface Written {
  readonly format?: unknown;
  readonly hash?: unknown;
  readonly states?: unknown;
  readonly config?: Readonly<Record<string, unknown>> | null;
  readonly distribution?: unknown;
  readonly transitions?: Readonly<Record<string, unknown>>;
}

/**
 * Reads a run document in either form.
 * @param name of the file, for messages
 * @throws InputError for anything else
 */
export async function readRunView(name: string, bytes: Uint8Array): Promise<RunView> {
  const written = await parseDocument(name, bytes);
  const { config, states, distribution, hash } = written;
  if (
    written.format !== 'statescope-run' ||
    !isListOf(states, isText) ||
    !isListOf(distribution, isCountRow) ||
    distribution.length === 0 ||
    distribution.some(({ tick }, row) => !Number.isInteger(tick) || tick !== distribution[0].tick + row) ||
    typeof config !== 'object' ||
    config === null
  )
    throw new InputError(`${name} is not a run document, as run --out and the page write it`);
  const first = distribution[0].tick;
  const rounds = distribution[distribution.length - 1].tick;
  const counts = new Uint32Array(distribution.length * states.length);
  for (const [row, { counts: of }] of distribution.entries())
    for (const [state, id] of states.entries()) counts[row * states.length + state] = Number(of[id] ?? 0);
  const network = (config.network as { readonly name?: unknown } | null | undefined)?.name;
  const moves = collectMoves(written.transitions ?? {}, states.length);
  return {
    title: network === undefined ? String(config.model) : `${config.model} on ${network}`,
    ...{ agents: Number(config.agents), seed: Number(config.seed), hash: String(hash) },
    ...{ states, first, rounds },
    count: (tick, state) => counts[(tick - first) * states.length + state] ?? 0,
    moves: tick => moves.get(tick) ?? [],
  };
}

async function parseDocument(name: string, bytes: Uint8Array): Promise<Written> {
  if (isLineDocument(bytes))
    return assembleDocumentLines(name, readUtf8Lines([bytes], name), ['distribution', 'transitions']);
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    throw new InputError(`${name} is not a run document: it is not JSON`);
  }
}

/** Moves by tick, counted. */
function collectMoves(
  { tick, from, to }: Readonly<Record<string, unknown>>,
  states: number,
): ReadonlyMap<number, readonly Move[]> {
  if (![tick, from, to].every(column => isListOf(column, isNumber))) return new Map();
  const [ticks, sources, targets] = [tick, from, to] as readonly (readonly number[])[];
  const byTick = new Map<number, Map<number, number>>();
  for (const [row, at] of ticks.entries()) {
    const of = byTick.get(at) ?? new Map<number, number>();
    byTick.set(at, of);
    const pair = sources[row] * states + targets[row];
    of.set(pair, (of.get(pair) ?? 0) + 1);
  }
  return new Map(
    [...byTick].map(([at, of]) => [
      at,
      [...of]
        .map(([pair, count]) => ({ from: Math.floor(pair / states), to: pair % states, count }))
        .sort((a, b) => b.count - a.count),
    ]),
  );
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isNumber = (value: unknown): value is number => typeof value === 'number';
const isListOf = <Item>(value: unknown, fits: (item: unknown) => item is Item): value is readonly Item[] =>
  Array.isArray(value) && value.every(fits);

interface CountRow {
  readonly tick: number;
  readonly counts: Readonly<Record<string, unknown>>;
}

function isCountRow(value: unknown): value is CountRow {
  if (typeof value !== 'object' || value === null) return false;
  const { tick, counts } = value as Partial<CountRow>;
  return isNumber(tick) && typeof counts === 'object' && counts !== null;
}
