import { outcomeOf, THEORIES } from '../engine/theory/theories.ts';

/**
 * What the engine comes to where theory gives the figure exactly: `npm run bench -- theory`, a row of the table in
 * docs/validation.md each.
 */
const TIMES = 10;

const digits = (value: number): string => value.toFixed(4);

for (const theory of THEORIES)
  for (const size of theory.sizes) {
    const worlds = theory.worlds * TIMES;
    const { exact, mean, interval } = outcomeOf(theory, size, worlds);
    const ends = interval.map(digits).join(' to ');
    console.log(
      `| ${theory.name}, ${size} | ${theory.figure} | ${digits(exact)} | ${digits(mean)} (${ends}) | ${worlds} |`,
    );
  }
