#!/usr/bin/env bash
# The guess that missed: a model that WebLLM holds to a JSON schema answers numbers within the schema's bounds. XGrammar 0.1.27,
# the version that WebLLM 0.2.86 brings, turns the bounds of a number (not of an integer) into a grammar that both lets numbers
# through that lie outside and refuses numbers that lie inside. Seen here: a maximum of 250 lets 250.1 through; from 0 to .05,
# .01 and .049 are refused, so that a small share can hardly be answered at all; from −1 on, −.5 is refused; above 0, 0 itself is
# allowed and .1 refused. Nothing is reported. Bounds of integers are kept where both are there; with a minimum of 3 alone, 1 is allowed. A
# list of values is kept.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
printf '{"private":true,"type":"module"}' > package.json
timeout 400 npm install --no-audit --no-fund --loglevel=error @mlc-ai/web-xgrammar@0.1.27 > /dev/null

cat > main.mjs <<'JS'
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
// Built for browsers, the package looks for these two where there is no document.
globalThis.require = createRequire(import.meta.url);
globalThis.__filename = fileURLToPath(import.meta.url);
await import('@mlc-ai/web-xgrammar');
// It leaves its names with the global object.
const { GrammarCompiler, GrammarMatcher, TokenizerInfo } = globalThis.xgrammar;

// A token for each ASCII character, and one that ends the text.
const END = 128;
const vocabulary = [...Array.from({ length: END }, (_, code) => String.fromCharCode(code)), '</s>'];
const tokens = await TokenizerInfo.createTokenizerInfo(vocabulary, 'raw', false, vocabulary.length, [END]);

async function isAllowed(schema, text) {
  const compiler = await GrammarCompiler.createGrammarCompiler(tokens);
  const matcher = await GrammarMatcher.createGrammarMatcher(await compiler.compileJSONSchema(JSON.stringify(schema)));
  return [...text].every(sign => matcher.acceptToken(sign.charCodeAt(0))) && matcher.acceptToken(END);
}

const CASES = [
  [{ type: 'number', minimum: 10, maximum: 250 }, ['9.99', '99.5', '250', '250.1']],
  [{ type: 'number', minimum: 0, maximum: 0.05 }, ['0.05', '0.01', '0.049', '0.06']],
  [{ type: 'number', minimum: -1 }, ['-1', '-0.5', '2.5']],
  [{ type: 'number', exclusiveMinimum: 0 }, ['0', '0.1', '5']],
  [{ type: 'integer', minimum: 10, maximum: 250 }, ['9', '99', '250', '251']],
  [{ type: 'integer', minimum: 3 }, ['-1', '1', '3']],
];
const seen = [];
for (const [schema, texts] of CASES) {
  const answers = [];
  for (const text of texts) answers.push(`${text} ${(await isAllowed(schema, text)) ? 'allowed' : 'refused'}`);
  seen.push(`${JSON.stringify(schema)}: ${answers.join(', ')}`);
}
console.log(seen.join('\n'));
const expected = [
  '{"type":"number","minimum":10,"maximum":250}: 9.99 refused, 99.5 allowed, 250 allowed, 250.1 allowed',
  '{"type":"number","minimum":0,"maximum":0.05}: 0.05 allowed, 0.01 refused, 0.049 refused, 0.06 refused',
  '{"type":"number","minimum":-1}: -1 allowed, -0.5 refused, 2.5 allowed',
  '{"type":"number","exclusiveMinimum":0}: 0 allowed, 0.1 refused, 5 allowed',
  '{"type":"integer","minimum":10,"maximum":250}: 9 refused, 99 allowed, 250 allowed, 251 refused',
  '{"type":"integer","minimum":3}: -1 refused, 1 allowed, 3 allowed',
];
if (seen.join('\n') !== expected.join('\n')) {
  console.error('This has changed.');
  process.exit(1);
}
JS
node main.mjs
