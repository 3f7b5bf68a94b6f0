import { OLLAMA } from './ollama.ts';
import { OPENAI } from './openai.ts';

/** Kinds of language-model servers, in the order in which they are offered. */
export const SERVER_KINDS = [OLLAMA, OPENAI] as const;
