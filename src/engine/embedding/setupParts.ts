import { sha256 } from '#sha256';
import { InputError } from '../core/errors.ts';
import { encodeHex } from '../core/hashing/hex.ts';
import type { Random } from '../core/random.ts';
import type { Network } from '../network/network.ts';
import type { CompiledChart } from '../statechart/compiled.ts';
import type { Population } from '../statechart/population.ts';

/** Ticks of draws that identify a stream: streams of other seeds differ in one of them. */
const SAMPLED = [0, 1, 1_000, 1_000_000];

/** Parts of a set-up, each as a text that differs if it does. Functions count by their names: what they do is not known. */
export interface SetupParts {
  readonly chart: string;
  readonly size: number;
  readonly network: string | null;
  readonly random: string | null;
  readonly historyDepth: number;
  /** Digest of the agents' own timeouts; absent where all have the usual one. */
  readonly timeoutThreshold?: string;
  /** Digests of the columns' first values, by name. */
  readonly columns: Readonly<Record<string, string>>;
}

/** SHA-256 of the bytes of a column, 64 hexadecimal digits. */
export const computeArrayDigest = ({
  buffer,
  byteOffset,
  byteLength,
}: Float32Array | Int32Array | Uint16Array): string =>
  encodeHex(sha256(new Uint8Array(buffer as ArrayBuffer, byteOffset, byteLength)));

/** Parts of the set-up of a population that has just been made. */
export function collectSetupParts(
  { definition }: CompiledChart,
  population: Population,
  { network, random, historyDepth }: { network: Network | null; random: Random | null; historyDepth: number },
): SetupParts {
  // Neither words nor the order in which fields are written change anything that happens.
  const { words: _, ...behaviour } = definition;
  const chart = JSON.stringify(behaviour, (_, value) => {
    if (typeof value === 'function') return `function ${value.name}`;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
  const columns = population.names.map(name => [name, computeArrayDigest(population.column(name)!)] as const);
  return {
    ...{ chart: encodeHex(sha256(new TextEncoder().encode(chart))), size: population.size },
    network: network?.sha256 ?? null,
    random: random === null ? null : JSON.stringify(SAMPLED.map(tick => random.bits(tick, tick, 0))),
    ...{ historyDepth, columns: Object.fromEntries(columns) },
  };
}

/** @throws InputError that names the parts in which a saved population differs from this one */
export function checkSetupParts(saved: SetupParts, own: SetupParts): void {
  const names = { chart: 'chart', size: 'number of agents', network: 'network', random: 'draws (random)' };
  const parts = [
    ...Object.entries({
      ...names,
      historyDepth: 'historyDepth',
      timeoutThreshold: 'timeoutThreshold',
    }).filter(([part]) => saved[part as keyof SetupParts] !== own[part as keyof SetupParts]),
    ...[...new Set([...Object.keys(saved.columns ?? {}), ...Object.keys(own.columns)])]
      .filter(name => saved.columns?.[name] !== own.columns[name])
      .map(name => [name, `first values of column ${name}`]),
  ].map(([, words]) => words);
  if (parts.length > 0)
    throw new InputError(
      `the saved population differs in its ${parts.join(', ')}: restore it with the chart and the options that it was made with`,
    );
}
