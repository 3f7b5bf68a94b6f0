import { checkOptions, describeUnknownName, describeValue } from '../engine/core/checkOptions.ts';
import { InputError } from '../engine/core/errors.ts';
import { isValidSeed, MAX_SEED } from '../engine/core/isValidSeed.ts';
import { generateNetwork as generate } from '../engine/network/generated/generateNetwork.ts';
import { GENERATORS, type Generator, type GeneratorName } from '../engine/network/generated/generators.ts';
import type { Network } from '../engine/network/network.ts';

/**
 * A seeded network of `nodes` agents; the same arguments give the same bytes.
 * @param nodes 1 to 1,000,000
 * @param seed a whole number from 0
 * @param parameters of this kind of network, by name; what is left out takes its default
 * @throws InputError for a kind or parameter that is not known, and for a value out of range
 */
export function generateNetwork(
  name: GeneratorName,
  nodes: number,
  seed: number,
  parameters: Readonly<Record<string, number>> = {},
): Network {
  if (!isValidSeed(seed))
    throw new InputError(
      `the seed of a network is ${describeValue(seed)}, needs a whole number from 0 to ${MAX_SEED}`,
    );
  const kinds: readonly Generator[] = GENERATORS;
  const names = kinds.find(kind => kind.name === name)?.parameters.map(parameter => parameter.name);
  if (names === undefined)
    throw new InputError(
      `the kind of network ${describeValue(name)} is unknown; ${describeUnknownName(
        String(name),
        kinds.map(kind => kind.name),
      )}`,
    );
  checkOptions(parameters, `a ${name} network`, names);
  checkRoom(nodes, parameters);
  return generate(name, nodes, seed, parameters);
}

/** Most links of an agent that a network of `nodes` has room for, by the parameter that asks for them. */
const ROOM: Readonly<Record<string, (nodes: number) => number>> = {
  neighbours: nodes => nodes - 1,
  edges_per_newcomer: nodes => nodes - 1,
  edges_per_agent: nodes => (nodes - 1) / 2,
};

/** @throws InputError for more links than there are others: the network would have fewer, and not say so */
function checkRoom(nodes: number, parameters: Readonly<Record<string, number>>): void {
  for (const [name, value] of Object.entries(parameters)) {
    const most = ROOM[name]?.(nodes);
    if (most !== undefined && Number.isInteger(nodes) && value > most)
      throw new InputError(`${name} is ${value}, and ${nodes} agents have room for ${most}`);
  }
}
