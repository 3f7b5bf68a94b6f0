/** Names of the bundled texts: `public/tasks/<name>.md`; those of the first edition are in `first/`. */
export const BUILT_IN: readonly string[] = [
  'attic-letter',
  'harbour-log',
  'glass-expedition',
  'hill-village',
  'night-train',
  'museum-inventory',
];
