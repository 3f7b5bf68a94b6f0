import type { ServerKind } from './serverKind.ts';

/** Ollama, a program that runs models on a computer of the user's. */
export const OLLAMA = {
  name: 'ollama',
  dialect: 'ollama',
  url: 'http://127.0.0.1:11434',
  label: 'Ollama',
  group: 'a program of yours',
  where: 'a program, on this computer or another one of yours',
  title: 'a language model that the program Ollama runs, on this computer or another one of yours',
} as const satisfies ServerKind;
