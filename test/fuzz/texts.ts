import fc from 'fast-check';

/** Bits of text that readers have stumbled over somewhere: of others' kinds, of no kind, without end. */
const ODD = [
  ...[
    '',
    ' ',
    '\t',
    '\0',
    '\ufeff',
    '\ufffd',
    '\u200b',
    '\u202e',
    '\ue000',
    '\ud800',
    '＝',
    '\x1b[2J',
    '\r',
    '\n\n',
  ],
  ...[
    '"',
    "'",
    '""',
    '\\',
    '{',
    '}',
    '[',
    ']',
    '[[',
    '{{',
    '(',
    ')',
    '<',
    '&a',
    '*a',
    '<<: *a',
    '!!binary',
    '--- ',
    '...',
  ],
  ...['null', 'NaN', '-0', '1e999', '007', '0x1f', '9'.repeat(40), 'true', '~', '__proto__', 'constructor'],
  ...[',,', ';', '|', '>', '- - -', '? ', ': ', '#', '//', 'x'.repeat(3000), '=1+1', '%s', '../..'],
];

/** One to four changes of a text: something cut out, doubled, put in, or put elsewhere. */
export function mutatedText(text: string): fc.Arbitrary<string> {
  const place = fc.nat(text.length);
  const change = fc.record({
    from: place,
    length: fc.nat(40),
    to: place,
    how: fc.constantFrom('cut', 'double', 'put', 'move'),
    odd: fc.constantFrom(...ODD),
  });
  return fc.array(change, { minLength: 1, maxLength: 4 }).map(changes =>
    changes.reduce((whole, { from, length, to, how, odd }) => {
      const [before, part, after] = [
        whole.slice(0, from),
        whole.slice(from, from + length),
        whole.slice(from + length),
      ];
      if (how === 'cut') return before + after;
      if (how === 'double') return before + part + part + after;
      if (how === 'put') return before + odd + part + after;
      const rest = before + after;
      return rest.slice(0, to) + part + rest.slice(to);
    }, text),
  );
}

/** Lines out of words and separators, now and then something odd. */
export function linesOf(words: readonly string[], separators: readonly string[]): fc.Arbitrary<string> {
  const word = fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom(...words) },
    { weight: 1, arbitrary: fc.constantFrom(...ODD) },
  );
  const line = fc
    .tuple(fc.array(word, { minLength: 1, maxLength: 5 }), fc.constantFrom(...separators))
    .map(([parts, separator]) => parts.join(separator));
  return fc.array(line, { maxLength: 12 }).map(lines => lines.join('\n'));
}
