/** What a step has to which no answer came, or for which nobody was asked. */
export const UNASKED = {
  source: null,
  said: null,
  reasoning: null,
  final: null,
  mended: [],
  claims: null,
  call: null,
  refused: null,
  failed: 0,
  advice: null,
  obeyed: null,
  milliseconds: 0,
  tokensIn: 0,
  tokensOut: 0,
} as const;
