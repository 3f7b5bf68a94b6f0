/** A user's value on one line of about 60 characters at most. */
export function quoteUserValue(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}
