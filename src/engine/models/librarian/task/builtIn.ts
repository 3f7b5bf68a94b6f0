/** Names of the bundled texts: `public/tasks/<name>.md`. */
export const BUILT_IN: readonly string[] = [
  'attic-letter',
  'harbour-log',
  'glass-expedition',
  'hill-village',
  'night-train',
  'museum-inventory',
];
