/** Entries of the package by name, each with its source. */
export const PACKAGE_ENTRIES = {
  index: 'src/engine/index.ts',
  formats: 'src/package/formats.ts',
  scxml: 'src/package/scxml.ts',
  runs: 'src/package/runs.ts',
  traces: 'src/package/traces.ts',
  guard: 'src/engine/guard/index.ts',
  worlds: 'src/package/worlds.ts',
  worker: 'src/package/worker.ts',
};
/** The entry that a script tag loads, in one file; another one is for tags that are not of type `module`. */
export const EMBED_ENTRY = { name: 'embed', source: 'src/package/embed.ts', classic: 'embed.classic.js' };
