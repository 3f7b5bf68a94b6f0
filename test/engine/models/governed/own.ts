const bytes = (text: string) => new TextEncoder().encode(text);

/** A corpus in which "architecture" finds two documents, and "nothing" none. */
export const CORPUS = [
  { name: 'architecture.md', bytes: bytes('# Architecture\nThe architecture has a gateway and a worker.') },
  { name: 'execution.md', bytes: bytes('# Execution\nThe worker executes jobs; see the architecture.') },
  { name: 'licence.md', bytes: bytes('# Licence\nMIT.') },
];

export type Goals = readonly (string | { readonly goal: string; readonly character: string })[];

/** Each mission is played by somebody else. */
export const GOALS: Goals = [
  { goal: 'How is the architecture built?', character: 'searcher' },
  { goal: 'Find the nothing', character: 'repeater' },
  { goal: 'Who executes jobs?', character: 'proser' },
];

export const filesOf = (goals: Goals) => ({
  corpus: CORPUS,
  missions: [{ name: 'goals.json', bytes: bytes(JSON.stringify(goals)) }],
});
