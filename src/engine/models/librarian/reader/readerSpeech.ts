import { type ActionType, PAGE_OUT } from '../librarianTerms.ts';

/** The form of a reader's answers, as a model would give them: XML, or the same as JSON. */
export interface Speech {
  thinks(next: 'thinking' | 'executing', thought: string): string;
  does(type: ActionType, tags: string, value?: string): string;
  moves(tags: readonly string[]): string;
}

const escapeSpeechText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Answers as XML, texts escaped. */
export const XML_SPEECH: Speech = {
  thinks: (next, thought) =>
    `<agent><next_state>${next}</next_state><thinking_log>${escapeSpeechText(thought)}</thinking_log></agent>`,
  does: (type, tags, value) =>
    `<agent><action><type>${type}</type><tags>${escapeSpeechText(tags)}</tags>${value === undefined ? '' : `<value>${escapeSpeechText(value)}</value>`}</action></agent>`,
  moves: tags =>
    `<agent><action><type>${PAGE_OUT}</type><tags>${escapeSpeechText(tags.join(', '))}</tags></action></agent>`,
};

/** Answers as JSON of the same shape. */
export const JSON_SPEECH: Speech = {
  thinks: (next_state, thinking_log) => JSON.stringify({ agent: { next_state, thinking_log } }),
  does: (type, tags, value = '') => JSON.stringify({ agent: { action: { type, tags, value } } }),
  moves: tags => JSON.stringify({ agent: { action: { type: PAGE_OUT, tags: tags.join(', ') } } }),
};
