#!/usr/bin/env bash
# The guess that missed: all keywords of a JSON schema hold together, so what stands next to `anyOf`, `oneOf` or (in the drafts since
# 2019) `$ref` narrows it. XGrammar 0.1.27, the version that WebLLM 0.2.86 brings, takes the one and passes over all others without a
# word. A rating that may be null loses bounds that stand next to its anyOf; and a choice between two kinds of object, with the fields that both
# share written once next to oneOf, lets an answer without a shared field through and refuses each answer that has one.
# Written into each branch, they hold.
# Seen here: 99 allowed next to anyOf and to $ref, refused inside; {"kind": "a"} allowed and {"kind": "a", "n": 1} refused.
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

const RATING = { minimum: 0, maximum: 10 };
const kind = (name, more = {}) => ({
  ...{ type: 'object', properties: { kind: { const: name }, ...more } },
  required: ['kind', ...Object.keys(more)],
});
const SHARED = { n: { type: 'integer' } };
const OBJECTS = ['{"kind": "a"}', '{"kind": "a", "n": 1}'];
const CASES = [
  [{ anyOf: [{ type: 'integer' }, { type: 'null' }], ...RATING }, ['7', '99']],
  [{ anyOf: [{ type: 'integer', ...RATING }, { type: 'null' }] }, ['7', '99']],
  [{ $ref: '#/$defs/whole', ...RATING, $defs: { whole: { type: 'integer' } } }, ['7', '99']],
  [{ oneOf: [kind('a'), kind('b')], properties: SHARED, required: ['n'] }, OBJECTS],
  [{ oneOf: [kind('a', SHARED), kind('b', SHARED)] }, OBJECTS],
];
const seen = [];
for (const [schema, texts] of CASES) {
  const answers = [];
  for (const text of texts) answers.push(`${text} ${(await isAllowed(schema, text)) ? 'allowed' : 'refused'}`);
  seen.push(`${Object.keys(schema).join(', ')}: ${answers.join(', ')}`);
}
console.log(seen.join('\n'));
const expected = [
  'anyOf, minimum, maximum: 7 allowed, 99 allowed',
  'anyOf: 7 allowed, 99 refused',
  '$ref, minimum, maximum, $defs: 7 allowed, 99 allowed',
  'oneOf, properties, required: {"kind": "a"} allowed, {"kind": "a", "n": 1} refused',
  'oneOf: {"kind": "a"} refused, {"kind": "a", "n": 1} allowed',
];
if (seen.join('\n') !== expected.join('\n')) {
  console.error('This has changed.');
  process.exit(1);
}
JS
node main.mjs
