#!/usr/bin/env bash
# The guess that missed: the label of an arrow in a state diagram is the rest of its line. In Mermaid 11.17.2 it ends at the
# first semicolon, and what follows are states of their own, the semicolon among them: "look; retry" draws two states that
# are in no chart, without an error. A colon in a label does no harm.
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

const drawn = await read('a --> b : at 10:30, look; retry');
const [{ relationTitle: label }] = drawn.getRelations();
const states = [...drawn.getStates().keys()];
console.log(`label: ${JSON.stringify(label)}; states: ${states.map(name => JSON.stringify(name)).join(', ')}`);
process.exit(label === 'at 10:30, look' && states.join() === 'a,b,;,retry' ? 0 : 1);
JS
node main.mjs
