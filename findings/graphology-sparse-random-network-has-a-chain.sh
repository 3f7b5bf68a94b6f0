#!/usr/bin/env bash
# The guess that missed: a random network's edges are all equally likely. In `erdosRenyi.sparse` of graphology-generators
# 0.11.2, for directed graphs, an edge from a node to the one that was added after it has twice the chance of any other
# (nearly: 1 − (1 − p)²): the step over a node's edge to itself lands on the next one whether or not that was drawn. So a
# sparse "random" network holds pieces of a chain in the order of its nodes, along which things spread, and has more edges
# than asked for. `erdosRenyi`, which tries each pair, has not.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
printf '{"private":true,"type":"module"}' > package.json
timeout 300 npm install --ignore-scripts --no-audit --no-fund --loglevel=error graphology@0.26.0 graphology-generators@0.11.2 > /dev/null

cat > main.mjs <<'JS'
import graphology from 'graphology';
import generators from 'graphology-generators';

const [ORDER, P, NETWORKS] = [8, 0.2, 4000];
/** Numbers from a seed, by mulberry32. */
function drawFrom(seed) {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
const { erdosRenyi } = generators.random;
const shares = {};
for (const [name, generate] of [['erdosRenyi', erdosRenyi], ['erdosRenyi.sparse', erdosRenyi.sparse]]) {
  let [next, other] = [0, 0];
  for (let seed = 1; seed <= NETWORKS; seed++)
    generate(graphology.DirectedGraph, { order: ORDER, probability: P, rng: drawFrom(seed) }).forEachEdge(
      (_, __, source, target) => (Number(target) === Number(source) + 1 ? next++ : other++),
    );
  const nextPairs = ORDER - 1;
  shares[name] = [next / nextPairs / NETWORKS, other / (ORDER * (ORDER - 1) - nextPairs) / NETWORKS];
  const [a, b] = shares[name].map(share => share.toFixed(3));
  console.log(`${name}, p = ${P}: from a node to the next one ${a}, other pairs ${b}`);
}
const [dense, sparse] = Object.values(shares);
const isNear = (share, wanted) => Math.abs(share - wanted) < 0.015;
process.exit(isNear(dense[0], P) && isNear(sparse[0], 1 - (1 - P) ** 2) && isNear(sparse[1], P) ? 0 : 1);
JS
node main.mjs
