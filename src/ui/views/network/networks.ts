import { FILE_NETWORK, type NamedChoice } from '../../state/oracleChoices.ts';

/** Networks to choose from, the default first. */
export const NETWORKS: readonly NamedChoice[] = [
  { value: 'congress', label: 'Congress', title: '475 accounts of the US Congress, weighted and directed' },
  { value: 'lastfm', label: 'LastFM Asia', title: '7,624 listeners and their friendships' },
  { value: 'scale-free', label: 'Scale-free', title: 'Barabási–Albert: a few are followed by very many' },
  { value: 'small-world', label: 'Small world', title: 'Watts–Strogatz: neighbourhoods with short cuts' },
  { value: 'random', label: 'Random', title: 'Erdős–Rényi: everybody is equally likely to be followed' },
];

/** Names of the networks that were observed; the others are generated, or the user's. */
const OBSERVED: readonly string[] = ['congress', 'lastfm'];

/** "a real network": what kind it is, with its article. */
export const describeNetworkKind = (network: string): string =>
  network === FILE_NETWORK
    ? 'your network'
    : OBSERVED.includes(network)
      ? 'a real network'
      : 'a generated network';
