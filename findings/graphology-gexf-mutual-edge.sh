#!/usr/bin/env bash
# The guess that missed: GEXF 1.3's third type of edge, mutual, is read wherever it may stand. graphology-gexf 0.13.2 takes
# defaultedgetype="mutual" on the graph (as undirected), and refuses the same word on an edge: the graph that it makes is to be of the
# type "mutual", which graphology has not. One such edge makes a valid file of another program unreadable.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
printf '{"private":true,"type":"module"}' > package.json
timeout 300 npm install --ignore-scripts --no-audit --no-fund --loglevel=error \
  graphology@0.26.0 graphology-types@0.24.8 graphology-gexf@0.13.2 > /dev/null

cat > main.mjs <<'JS'
import Graph from 'graphology';
import gexf from 'graphology-gexf';

const read = (ofGraph, ofEdge) => {
  try {
    const { type, size } = gexf.parse(
      Graph,
      `<?xml version="1.0"?><gexf xmlns="http://gexf.net/1.3" version="1.3"><graph ${ofGraph}>
<nodes><node id="a"/><node id="b"/></nodes><edges><edge source="a" target="b" ${ofEdge}/></edges></graph></gexf>`,
    );
    return `${type}, ${size} edge`;
  } catch (error) {
    return error.message;
  }
};
const onGraph = read('defaultedgetype="mutual"', '');
const onEdge = read('defaultedgetype="directed"', 'type="mutual"');
console.log(`on the graph: ${onGraph}\non an edge: ${onEdge}`);
process.exit(onGraph === 'undirected, 1 edge' && /invalid 'type' option.*"mutual"/.test(onEdge) ? 0 : 1);
JS
node main.mjs
