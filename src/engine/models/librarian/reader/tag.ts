import { wordsIn } from './words.ts';

/** The tag under which a passage is filed: `the_letter_in_the_attic`. */
export const tagFor = (title: string): string => wordsIn(title).join('_') || 'passage';
