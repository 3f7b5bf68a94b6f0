/** Origin of a bundled network, for a paper. */
interface BundledSource {
  /** The publication, as `public/networks/NOTICES.md` has it. */
  readonly citation: string;
  /** The relation between people that a link was made from, in sentences. */
  readonly relation: string;
  /** True if each of its edges is a link in both directions. */
  readonly isMutual?: true;
}

const SOURCES: ReadonlyMap<string, BundledSource> = new Map([
  [
    'congress',
    {
      citation:
        'C. G. Fink, N. Omodt, S. Zinnecker, G. Sprint: A Congressional Twitter network dataset quantifying pairwise probability of influence. Data in Brief 50 (2023) 109521.',
      relation:
        'Its links are not follows: each leads from an account to one that passed on its posts between 9 February and 9 June 2022. So the network depends on the behaviour that a model of cascades simulates: who passes on whose posts.',
    },
  ],
  [
    'lastfm',
    {
      citation:
        'B. Rozemberczki, R. Sarkar: Characteristic Functions on Graphs: Birds of a Feather, from Statistical Descriptors to Parametric Models. 2020, arXiv:2005.07959.',
      relation:
        'Its links are mutual follower relationships of listeners, friendships rather than posts passed on. They have no weights.',
      isMutual: true,
    },
  ],
]);

/** The origin of a bundled network; undefined for any other, and for the user’s file, whatever its name is. */
export const findBundledSource = ({
  name,
  reading,
}: {
  readonly name: string;
  readonly reading?: object;
}): BundledSource | undefined => (reading === undefined ? SOURCES.get(name) : undefined);
