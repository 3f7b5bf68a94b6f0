#!/usr/bin/env bash
# The guess that missed: a result that the server has checked against the tool's output schema passes the client's check.
# With @modelcontextprotocol/sdk 1.32.2 the server checks with zod, for which further fields are none of its business, and
# announces the same schema as one without additional properties; the client of the same SDK then throws. By then the tool
# has run: an agent that takes the error for a failure and calls again does everything twice. For the input the two sides
# agree, the other way round: a field that is not in the schema is dropped before the tool sees it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
printf '{"private":true,"type":"module"}' > package.json
timeout 300 npm install --ignore-scripts --no-audit --no-fund --loglevel=error @modelcontextprotocol/sdk@1.32.2 zod@4.6.7 > /dev/null

cat > main.mjs <<'JS'
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';

const server = new McpServer({ name: 'shop', version: '1' });
let runs = 0;
server.registerTool(
  'refund',
  { inputSchema: { order: z.number(), amount: z.number().optional() }, outputSchema: { ok: z.boolean() } },
  async args => {
    runs++;
    const structuredContent = { ok: true, receipt: 7 };
    console.log(`the tool runs with ${JSON.stringify(args)}`);
    return { content: [{ type: 'text', text: JSON.stringify(structuredContent) }], structuredContent };
  },
);
const client = new Client({ name: 'agent', version: '1' });
const [near, far] = InMemoryTransport.createLinkedPair();
await Promise.all([server.connect(near), client.connect(far)]);
const { tools } = await client.listTools();
console.log(`announced output: ${JSON.stringify(tools[0].outputSchema)}`);
const outcome = await client.callTool({ name: 'refund', arguments: { order: 1, amuont: 5 } }).then(
  () => 'a result',
  error => error.message,
);
console.log(`the client gets: ${outcome}`);
process.exit(runs === 1 && /must NOT have additional properties/.test(outcome) ? 0 : 1);
JS
node main.mjs
