#!/usr/bin/env bash
# The guess that missed: a state belongs to the composite state in which it is declared, or at least to the first that
# names it. In Mermaid 11.17.2 the last composite state whose body mentions it has it, an arrow's end is enough: one arrow
# back, written within another composite state, moves its target there, with all states inside it. What a reader of the text
# takes for one phase of a process is drawn as part of another.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
printf '{"private":true,"type":"module"}' > package.json
timeout 300 npm install --ignore-scripts --no-audit --no-fund --loglevel=error mermaid@11.17.2 jsdom@26.1.0 > /dev/null

cat > main.mjs <<'JS'
import { JSDOM } from 'jsdom';

const { window } = new JSDOM('<body></body>');
Object.assign(globalThis, { window, document: window.document });
const { default: mermaid } = await import('mermaid');
mermaid.initialize({ startOnLoad: false });
/** What Mermaid has read. */
async function read(...lines) {
  const text = ['stateDiagram-v2', ...lines].join('\n');
  await mermaid.parse(text);
  return (await mermaid.mermaidAPI.getDiagramFromText(text)).db;
}

const drawn = await read(
  'state plan {',
  '  state draft {',
  '    write --> revise',
  '  }',
  '}',
  'state act {',
  '  run --> draft : failed',
  '}',
);
const parents = Object.fromEntries(drawn.getData().nodes.map(({ id, parentId }) => [id, parentId]));
console.log(`draft is in ${parents.draft}, revise in ${parents.revise}, run in ${parents.run}`);
process.exit(parents.draft === 'act' && parents.revise === 'draft' && parents.run === 'act' ? 0 : 1);
JS
node main.mjs
