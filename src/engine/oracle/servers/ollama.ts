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
  advice: {
    start: 'Start it with ollama serve',
    allow: origin => `Start it with OLLAMA_ORIGINS=${origin} ollama serve`,
    noModels: 'It has none yet: fetch one, for example with ollama pull llama3.2.',
  },
} as const satisfies ServerKind;
