/**
 * An intervention in words: "amplifier from now on: Priya Gómez", "Finn Osei follows Olu Park".
 * @param on whom and what it concerns, as shown
 */
export function describeIntervention(name: string, on: readonly string[]): string {
  const [first, second] = on;
  if (name === 'become') return `${on.slice(1).join(', ')} as ${first}`;
  const words: Readonly<Record<string, string>> = {
    insert_post: `${first} posts about ${second}`,
    cut_edge: `${first} no longer follows ${second}`,
    add_edge: `${first} follows ${second}`,
  };
  return words[name] ?? `without ${on.join(', ')}`;
}
