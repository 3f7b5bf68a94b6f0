/** "qwen2.5:1.5b", "the built-in policy": who decides, by a set-up or by a record of it. */
export function describeDecider({
  kind,
  model,
}: {
  readonly kind: string;
  readonly model?: unknown;
}): string {
  if (typeof model === 'string' && model !== '') return model;
  return kind === 'policy' ? 'the built-in policy' : 'the recording';
}
