// Packs the example networks: node scripts/pack-networks.mjs FOLDER, where FOLDER holds
// congress_twitter/congress.edgelist and lastfm_asia/lastfm_asia_edges.csv as their authors publish them.
// The format is described at decodeNetwork in src/engine/network/loadNetwork.ts.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = process.argv[2];
if (folder === undefined) {
  console.error('usage: node scripts/pack-networks.mjs FOLDER');
  process.exit(2);
}

/** Edges as [source, target, weight] from the numbers of each line. */
function read(path, pattern) {
  const lines = readFileSync(join(folder, path), 'utf8').split('\n');
  return lines.flatMap(line => {
    const match = pattern.exec(line);
    return match === null ? [] : [match.slice(1).map(Number)];
  });
}

function varint(bytes, value) {
  for (; value > 127; value >>>= 7) bytes.push((value & 127) | 128);
  bytes.push(value);
}

function pack(edges, { directed, weighted }) {
  const placed = edges.map(([a, b, weight]) => (directed || a < b ? [a, b, weight] : [b, a, weight]));
  placed.sort((one, other) => one[0] - other[0] || one[1] - other[1]);
  const nodes = 1 + Math.max(...placed.map(([a, b]) => Math.max(a, b)));
  const bytes = [];
  for (let node = 0, at = 0; node < nodes; node++) {
    const start = at;
    while (at < placed.length && placed[at][0] === node) at++;
    varint(bytes, at - start);
    let last = directed ? 0 : node;
    for (const [, target] of placed.slice(start, at)) {
      varint(bytes, target - last);
      last = target;
    }
  }
  const header = Buffer.alloc(14);
  header.write('SNET\u0001', 'latin1');
  header.writeUInt8((directed ? 1 : 0) + (weighted ? 2 : 0), 5);
  header.writeUInt32LE(nodes, 6);
  header.writeUInt32LE(placed.length, 10);
  const weights = Buffer.alloc(weighted ? 4 * placed.length : 0);
  if (weighted) for (const [row, [, , weight]] of placed.entries()) weights.writeFloatLE(weight, 4 * row);
  return Buffer.concat([header, Buffer.from(bytes), weights]);
}

const target = join(import.meta.dirname, '../public/networks');
mkdirSync(target, { recursive: true });
const congress = read('congress_twitter/congress.edgelist', /^(\d+) (\d+) \{'weight': ([\d.e-]+)\}/);
const lastfm = read('lastfm_asia/lastfm_asia_edges.csv', /^(\d+),(\d+)/);
writeFileSync(join(target, 'congress.bin'), pack(congress, { directed: true, weighted: true }));
writeFileSync(join(target, 'lastfm.bin'), pack(lastfm, { directed: false, weighted: false }));
