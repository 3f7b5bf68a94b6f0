import { NOT_PART } from './createWordSet.ts';

/** Titles of examples by what a message says that is not in the language; the first that fits. */
export const EXAMPLE_FOR: readonly (readonly [RegExp, string])[] = [
  [
    /^(?:a star|two stars) before a parameter|^the function|^a call of|^a decorator|^global/,
    'Functions as values',
  ],
  [/^the error|after raise/, 'Errors: handled, raised, and what comes in any case'],
  [/slice|^the method (?:append|pop|sort|remove|insert|update)/, 'Setting and deleting items'],
  [/^the method/, 'Methods of strings'],
  [/^a generator/, 'Generators in any, all, sum, min, max, sorted, list, tuple and join'],
  [/with %|f-string|^the format/, 'Text with values in it'],
  [/^a star before a value/, 'Several names at once'],
  [/^a walrus/, 'A while loop; a run ends with an error after 10,000 steps'],
  [/^a set /, 'Comprehensions'],
];

/**
 * The title of the example that says most about what a message refuses, '' for the beginning of the page; null
 * where something else is wrong.
 */
export function findHelpForMessage(message: string): string | null {
  if (!message.includes(NOT_PART)) return null;
  return EXAMPLE_FOR.find(([pattern]) => pattern.test(message))?.[1] ?? '';
}
