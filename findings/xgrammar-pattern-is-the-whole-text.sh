#!/usr/bin/env bash
# The guess that missed: `pattern` of JSON Schema finds its expression anywhere in a text, so "^[A-Z]" asks for a text that begins with
# a capital and "[0-9]" for one that has a digit. XGrammar 0.1.27, the version that WebLLM 0.2.86 brings, has the expression generate
# the whole text: the model can answer one capital, or one digit, and nothing more. The keys of `patternProperties` go likewise: under "^x",
# "x" is a key and "x1" is none. Nothing is reported; every answer is still valid by the schema, so that a validator after it finds
# nothing either. It only is short. ".*" at both ends gives back what the schema says.
# Seen here: "A" allowed and "Anna" refused; "7" allowed and "room 7" refused; with ".*" both allowed.
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
  [{ type: 'string', pattern: '^[A-Z]' }, ['"A"', '"Anna"']],
  [{ type: 'string', pattern: '[0-9]' }, ['"7"', '"room 7"']],
  [{ type: 'string', pattern: '.*[0-9].*' }, ['"7"', '"room 7"']],
  [{ type: 'object', patternProperties: { '^x': { type: 'integer' } } }, ['{"x": 1}', '{"x1": 1}']],
];
const seen = [];
for (const [schema, texts] of CASES) {
  const answers = [];
  for (const text of texts) answers.push(`${text} ${(await isAllowed(schema, text)) ? 'allowed' : 'refused'}`);
  seen.push(`${JSON.stringify(schema)}: ${answers.join(', ')}`);
}
console.log(seen.join('\n'));
const expected = [
  '{"type":"string","pattern":"^[A-Z]"}: "A" allowed, "Anna" refused',
  '{"type":"string","pattern":"[0-9]"}: "7" allowed, "room 7" refused',
  '{"type":"string","pattern":".*[0-9].*"}: "7" allowed, "room 7" allowed',
  '{"type":"object","patternProperties":{"^x":{"type":"integer"}}}: {"x": 1} allowed, {"x1": 1} refused',
];
if (seen.join('\n') !== expected.join('\n')) {
  console.error('This has changed.');
  process.exit(1);
}
JS
node main.mjs
