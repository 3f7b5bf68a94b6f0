import { SPECS } from './specs.ts';

/** Commands that read a document, which brings its own set-up: of its options only those for inputs are listed. */
const READERS = new Set(['verify', 'stats', 'why', 'events']);
/** Of these, those whose `--agents` names some of the document's. */
const TAKES_AGENTS = new Set(['stats', 'events']);
const SETUP_OPTIONS = new Set([
  ...['model', 'preset', 'seed', 'set', 'change-at'],
  ...SPECS.flatMap(({ parameters, table }) => [
    ...parameters.filter(({ flag }) => flag).map(({ name }) => name),
    ...(table ? [table.name] : []),
  ]),
]);

/**
 * True if help and completion list an option of a command. A document brings its own set-up, so the commands that read one take
 * set-up options without listing them.
 */
export const isOptionListed = (command: string, option: string): boolean =>
  !READERS.has(command) || (!SETUP_OPTIONS.has(option) && (option !== 'agents' || TAKES_AGENTS.has(command)));
