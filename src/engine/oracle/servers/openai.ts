import type { ServerKind } from './serverKind.ts';

/** Servers that speak `/v1/chat/completions`; the URL is that of llama.cpp's server. */
export const OPENAI = {
  name: 'openai',
  dialect: 'openai',
  url: 'http://127.0.0.1:8080',
  label: 'OpenAI-compatible',
  shortLabel: 'OpenAI',
  group: 'a server that you name',
  title:
    'a language model on any server that speaks /v1/chat/completions: llama.cpp, vLLM, LM Studio, Ray Serve',
} as const satisfies ServerKind;
