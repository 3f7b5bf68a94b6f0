#!/usr/bin/env bash
# The guess that missed: the <default> of a GraphML key has the key's type, as values that a node or an edge gives have. The reader of
# graphology-graphml 0.5.2 casts what is given (1 is a number) and leaves what the default fills in as a text ("3"): one column holds
# both, groups 1 and "1" are two, and weights that rest on a default are put side by side instead of added ("0" + "2.5" + "2.5").
# Its sister for GEXF, graphology-gexf 0.13.2, casts defaults as well (and calls an attribute by its id, not by its title).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
printf '{"private":true,"type":"module"}' > package.json
timeout 300 npm install --ignore-scripts --no-audit --no-fund --loglevel=error \
  graphology@0.26.0 graphology-types@0.24.8 graphology-graphml@0.5.2 graphology-gexf@0.13.2 > /dev/null

cat > main.mjs <<'JS'
import Graph from 'graphology';
import gexf from 'graphology-gexf';
import graphml from 'graphology-graphml';

const inGraphMl = graphml.parse(
  Graph,
  `<?xml version="1.0"?><graphml xmlns="http://graphml.graphdrafting.org/xmlns">
<key id="c" for="node" attr.name="community" attr.type="int"><default>3</default></key>
<key id="w" for="edge" attr.name="weight" attr.type="double"><default>2.5</default></key>
<graph edgedefault="undirected"><node id="a"/><node id="b"><data key="c">1</data></node><node id="d"/>
<edge source="a" target="b"/><edge source="b" target="d"/></graph></graphml>`,
);
const inGexf = gexf.parse(
  Graph,
  `<?xml version="1.0"?><gexf xmlns="http://gexf.net/1.3" version="1.3"><graph>
<attributes class="node"><attribute id="c" title="community" type="integer"><default>3</default></attribute></attributes>
<nodes><node id="a"/><node id="b"><attvalues><attvalue for="c" value="1"/></attvalues></node></nodes>
<edges><edge source="a" target="b"/></edges></graph></gexf>`,
);
const communities = graph => JSON.stringify(graph.mapNodes((_, { community, c }) => community ?? c));
const sum = inGraphMl.reduceEdges((total, _, { weight }) => total + weight, 0);
console.log(`GraphML: communities ${communities(inGraphMl)}, weights add up to ${JSON.stringify(sum)}`);
console.log(`GEXF: communities ${communities(inGexf)}`);
const isAsSeen =
  communities(inGraphMl) === '["3",1,"3"]' && sum === '02.52.5' && communities(inGexf) === '[3,1]';
process.exit(isAsSeen ? 0 : 1);
JS
node main.mjs
