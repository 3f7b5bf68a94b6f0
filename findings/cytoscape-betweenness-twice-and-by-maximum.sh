#!/usr/bin/env bash
# The guess that missed: betweenness is what Freeman defined in 1977 and what igraph, NetworkX and Gephi give, each pair counted once in a
# network without directions, and its normalized form divides by the number of pairs, so that networks can be compared. Cytoscape.js 3.35.0
# counts each pair of an undirected network twice, and its normalized form divides by the largest value in this network: whoever is in the
# middle has 1, in a star as in a chain, and 1 says nothing. A table that mixes its figures with another tool's is wrong by a factor.
# Seen here: in a chain of four, 4 for the two in the middle where the pairs are 2, and 1 where 2 of 3 pairs pass through them.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
printf '{"private":true}' > package.json
timeout 400 npm install --no-audit --no-fund --loglevel=error cytoscape@3.35.0 > /dev/null

cat > main.js <<'JS'
const cytoscape = require('cytoscape');

// A chain: ann – ben – cleo – dan. Through ben pass the pairs ann and cleo, ann and dan.
const people = ['ann', 'ben', 'cleo', 'dan'];
const nodes = people.map(id => ({ data: { id } }));
const edges = people.slice(1).map((target, i) => ({ data: { source: people[i], target } }));
const graph = cytoscape({ headless: true, elements: [...nodes, ...edges] });
for (const directed of [true, false]) {
  const { betweenness, betweennessNormalized } = graph.elements().betweennessCentrality({ directed });
  const values = of => graph.nodes().map(of).join(' ');
  console.log(`${directed ? 'directed' : 'undirected'}: ${values(betweenness)}; normalized: ${values(betweennessNormalized)}`);
}
JS
output=$(node main.js)
echo "$output"
[[ "$output" == "directed: 0 2 2 0; normalized: 0 1 1 0
undirected: 0 4 4 0; normalized: 0 1 1 0" ]]
