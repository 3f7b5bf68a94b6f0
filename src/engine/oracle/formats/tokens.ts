/** Characters that count as one token in estimates. */
const CHARACTERS = 4;

/** Tokens of a text, estimated: four characters a token. */
export const estimateTextTokens = (text: string): number => Math.ceil(text.length / CHARACTERS);

/** Tokens of a text of which only the length is known. @param characters UTF-16 units */
export const estimateTokenCount = (characters: number): number => Math.ceil(characters / CHARACTERS);
