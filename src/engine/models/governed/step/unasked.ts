/** Fields of a step that got no answer, or that nothing was asked in. */
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
