#!/usr/bin/env bash
# The guess that missed: a reader of DOT applies the defaults that the language is known for, `edge [weight=2]`, to the edges that follow, and
# those of a subgraph to that subgraph. Graphviz does. graphlib-dot 0.6.4 keeps the subgraph's default for all that follows the
# subgraph, and makes a node of the subgraph's name; ngraph.fromdot 7.1.0 ignores defaults altogether. Both report nothing:
# weights and groups are wrong, or missing, and one account too many is in the network.
# Seen here: the last edge, outside, has the cluster's weight 5 and not 2 in the one; no edge has a weight in the other.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
printf '{"private":true}' > package.json
timeout 400 npm install --no-audit --no-fund --loglevel=error graphlib-dot@0.6.4 ngraph.fromdot@7.1.0 > /dev/null

cat > main.js <<'JS'
const readWithNgraph = require('ngraph.fromdot');
const { read } = require('graphlib-dot');

const text = `graph {
  edge [weight=2];
  ann -- ben;
  subgraph cluster_club { edge [weight=5]; cleo -- dan; }
  eve -- fay;
}`;

const graphlib = read(text);
const edges = graphlib.edges().map(edge => `${edge.v}-${edge.w} ${graphlib.edge(edge).weight ?? 'no weight'}`);
console.log(`graphlib-dot: ${graphlib.nodeCount()} nodes; ${edges.join(', ')}`);

const ngraph = readWithNgraph(text);
const links = [];
// To return something would end the walk.
ngraph.forEachLink(({ fromId, toId, data }) => void links.push(`${fromId}-${toId} ${data?.weight ?? 'no weight'}`));
console.log(`ngraph.fromdot: ${ngraph.getNodesCount()} nodes; ${links.join(', ')}`);
JS
output=$(node main.js)
echo "$output"
[[ "$output" == "graphlib-dot: 7 nodes; ann-ben 2, cleo-dan 5, eve-fay 5
ngraph.fromdot: 6 nodes; ann-ben no weight, cleo-dan no weight, eve-fay no weight" ]]
