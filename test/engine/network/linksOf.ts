import { readNetwork } from '../../../src/engine/network/reading/readNetwork.ts';

/** What a text comes to: who posts to whom as `a>b`, or `a>b 2` with a weight, and what else was read of it. */
export function linksOf(
  name: string,
  text: string | Uint8Array,
  choices: Parameters<typeof readNetwork>[2] = {},
) {
  const { network, reading } = readNetwork(name, text, choices);
  const names = network.labels ?? Array.from({ length: network.nodes }, (_, node) => String(node));
  const links: string[] = [];
  for (let node = 0; node < network.nodes; node++)
    for (let at = network.offsets[node]!; at < network.offsets[node + 1]!; at++) {
      const weight = network.weights === null ? '' : ` ${Number(network.weights[at]!.toPrecision(5))}`;
      links.push(`${names[node]}>${names[network.targets[at]!]}${weight}`);
    }
  const { format, direction, by, notice } = reading;
  return { links: links.join(' '), nodes: network.nodes, format, direction, by, notice, network, reading };
}
