/** Events that the actions in a part of a chart raise or send, as often as they do. */
export function listSentEvents(part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return [];
  const { kind, event } = part as { readonly kind?: unknown; readonly event?: unknown };
  const own = (kind === 'raise' || kind === 'send') && typeof event === 'string' ? [event] : [];
  return [...own, ...Object.values(part).flatMap(listSentEvents)];
}
