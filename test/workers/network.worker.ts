import { generateNetwork } from '../../src/engine/network/generated/generateNetwork.ts';

/** Answers `[name, nodes, seed]` with the network's hash. */
self.addEventListener(
  'message',
  ({ data: [name, nodes, seed] }: MessageEvent<Parameters<typeof generateNetwork>>) => {
    postMessage(generateNetwork(name, nodes, seed).sha256);
  },
);
