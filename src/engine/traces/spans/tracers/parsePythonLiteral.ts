/** A text in quotes of either kind, or the code between texts. */
const TOKENS = /'((?:[^'\\]|\\[\s\S])*)'|"((?:[^"\\]|\\[\s\S])*)"|[^'"]+/g;
const JSON_BY_PYTHON_WORD: Readonly<Record<string, string>> = {
  True: 'true',
  False: 'false',
  None: 'null',
  nan: 'null',
};
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };

/** A list or an object as Python prints it; any other text, and one that is neither, as it is. */
export function parsePythonLiteral(text: string): unknown {
  if (!/^\s*(?:[[{]|array\()/.test(text)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return tryParsePythonLiteral(text) ?? text;
  }
}

function tryParsePythonLiteral(text: string): unknown {
  const json = text.replace(TOKENS, (token, single?: string, double?: string) => {
    const quoted = single ?? double;
    if (quoted !== undefined) return JSON.stringify(quoted.replace(/\\([\s\S])/g, unescapeCharacter));
    return token
      .replace(/\barray\(/g, '')
      .replace(/,\s*dtype=\w+\)/g, '')
      .replace(/\b(?:True|False|None|nan)\b/g, word => JSON_BY_PYTHON_WORD[word]);
  });
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** The sign that stands behind a backslash in a text in quotes, in Python and JavaScript alike. For `replace`. */
export const unescapeCharacter = (_: string, sign: string): string => ESCAPES[sign] ?? sign;
