export const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Two passages and a question about the first. */
export const ATTIC = {
  'attic.md': `# The attic

## The letter
Alice finds a sealed letter in the attic. The wax on the letter is green.

## The clock
Bob sets the clock in the hall seven minutes fast.

Q: What colour is the wax on the letter?
A: green | emerald
`,
};
