import { ADJACENCY_LIST } from './adjacencyList.ts';
import { ADJACENCY_MATRIX } from './adjacencyMatrix.ts';
import { CX } from './cx.ts';
import { CYTOSCAPE_JSON } from './cytoscapeJson.ts';
import { DIMACS } from './dimacs.ts';
import { DOT } from './dot.ts';
import { EDGE_TABLE } from './edgeTable.ts';
import { GEXF } from './gexf.ts';
import { GML } from './gml.ts';
import { GRAPH6 } from './graph6.ts';
import { GRAPH_ML } from './graphMl.ts';
import { GRAPHOLOGY_JSON } from './graphologyJson.ts';
import { KONECT } from './konect.ts';
import { LGL } from './lgl.ts';
import { MATRIX_MARKET } from './matrixMarket.ts';
import { METIS } from './metis.ts';
import { MULTILINE_ADJACENCY } from './multilineAdjacency.ts';
import type { NetworkFormat } from './networkFormat.ts';
import { NODE_LINK } from './nodeLink.ts';
import { OASIS } from './oasis.ts';
import { PAJEK } from './pajek.ts';
import { SIF } from './sif.ts';
import { SNAP } from './snap.ts';
import { UCINET_DL } from './ucinetDl.ts';

/** Formats of JSON. Of several that fit the first counts, so those that are more particular stand first. */
export const JSON_NETWORKS: readonly NetworkFormat[] = [CX, CYTOSCAPE_JSON, GRAPHOLOGY_JSON, NODE_LINK];

/** Formats of other text, as above; the last takes any. */
export const TEXT_NETWORKS: readonly NetworkFormat[] = [
  GEXF,
  GRAPH_ML,
  MATRIX_MARKET,
  KONECT,
  PAJEK,
  UCINET_DL,
  GML,
  DOT,
  DIMACS,
  GRAPH6,
  SNAP,
  METIS,
  LGL,
  MULTILINE_ADJACENCY,
  OASIS,
  ADJACENCY_MATRIX,
  SIF,
  ADJACENCY_LIST,
  EDGE_TABLE,
];
