import { tokenizeText } from './subjectWords.ts';

/** The tag under which a passage is filed: `the_letter_in_the_attic`. */
export const createPassageTag = (title: string): string => tokenizeText(title).join('_') || 'passage';
