import type { Rect } from '../packing.ts';
import type { Point } from '../route.ts';
import type { DrawnLine, NestedDrawing } from './drawing.ts';
import type { NestedLine } from './nestedLines.ts';
import type { Extent } from './nestedMeasures.ts';

/** The part of ELK's graphs that is read and written here. */
export interface ElkGraph {
  id: string;
  x?: number;
  y?: number;
  width?: number;
  height?: number;
  children?: ElkGraph[];
  edges?: ElkEdge[];
  layoutOptions?: Record<string, string>;
}

interface ElkEdge {
  id: string;
  sources: string[];
  targets: string[];
  labels?: { text: string; x?: number; y?: number; width?: number; height?: number }[];
  sections?: { startPoint: ElkPoint; endPoint: ElkPoint; bendPoints?: ElkPoint[] }[];
  /** Node whose corner its points are relative to. */
  container?: string;
}

interface ElkPoint {
  x: number;
  y: number;
}

/** Lays a graph out: ELK, in a worker or here. */
export type Elk = (graph: ElkGraph) => Promise<ElkGraph>;

/** Direction in which the layers follow each other. */
export type LayerDirection = 'RIGHT' | 'DOWN';

const ROOT = 'chart';

/** A node for ELK. @param inner of a state that is laid out with what is in it */
export const createElkNode = (
  state: number,
  inner: Extent | { header: number; children: ElkGraph[] },
): ElkGraph =>
  'children' in inner
    ? {
        id: String(state),
        children: inner.children,
        layoutOptions: { 'elk.padding': `[top=${inner.header + 10},left=16,bottom=14,right=16]` },
      }
    : { id: String(state), width: inner.width, height: inner.height };

/** The whole graph. */
export function createElkGraph(
  children: ElkGraph[],
  lines: readonly { readonly line: NestedLine; readonly label: Extent | null }[],
  direction: LayerDirection,
  isCompact: boolean,
): ElkGraph {
  const [near, far] = isCompact ? [8, 14] : [18, 26];
  return {
    id: ROOT,
    layoutOptions: {
      'elk.algorithm': 'layered',
      'elk.direction': direction,
      'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
      'elk.edgeRouting': 'ORTHOGONAL',
      'elk.padding': '[top=12,left=12,bottom=8,right=8]',
      'elk.spacing.nodeNode': String(near + 4),
      'elk.spacing.edgeNode': isCompact ? '8' : '10',
      'elk.spacing.edgeEdge': isCompact ? '7' : '9',
      'elk.spacing.edgeLabel': '3',
      'elk.spacing.labelNode': '4',
      'elk.spacing.labelLabel': '4',
      'elk.layered.spacing.nodeNodeBetweenLayers': String(far),
      'elk.layered.spacing.edgeNodeBetweenLayers': isCompact ? '7' : '10',
      'elk.layered.spacing.edgeEdgeBetweenLayers': isCompact ? '7' : '9',
      'elk.layered.considerModelOrder.strategy': 'NODES_AND_EDGES',
      'elk.layered.nodePlacement.strategy': 'NETWORK_SIMPLEX',
      'elk.layered.nodePlacement.networkSimplex.nodeFlexibility.default': 'NONE',
      'elk.layered.thoroughness': '12',
      'elk.layered.edgeLabels.sideSelection': 'SMART_DOWN',
      'elk.randomSeed': '1',
    },
    children,
    edges: lines.map(({ line, label }, i) => ({
      id: `e${i}`,
      sources: [String(line.source)],
      targets: [String(line.target)],
      ...(label && { labels: [{ text: `${i}`, ...label }] }),
    })),
  };
}

/** The drawing that ELK has made. @param lines in the graph's order */
export function convertElkGraph(graph: ElkGraph, lines: readonly NestedLine[]): NestedDrawing {
  const boxes = new Map<number, Rect>();
  const corners = new Map<string, Point>([[ROOT, [0, 0]]]);
  const visit = (node: ElkGraph, [left, top]: Point) => {
    const { x = 0, y = 0, width = 0, height = 0 } = node;
    const corner: Point = [left + x, top + y];
    corners.set(node.id, corner);
    boxes.set(Number(node.id), { x: corner[0], y: corner[1], width, height });
    for (const child of node.children ?? []) visit(child, corner);
  };
  for (const child of graph.children ?? []) visit(child, [0, 0]);
  const drawn = (graph.edges ?? []).map((edge, i): DrawnLine => {
    const [left, top] = corners.get(edge.container ?? ROOT) ?? [0, 0];
    const at = ({ x, y }: ElkPoint): Point => [left + x, top + y];
    const points = (edge.sections ?? []).flatMap(({ startPoint, bendPoints = [], endPoint }) =>
      [startPoint, ...bendPoints, endPoint].map(at),
    );
    const label = edge.labels?.[0];
    return {
      line: lines[i],
      points: straightenPoints(points),
      label: label
        ? {
            x: left + (label.x ?? 0),
            y: top + (label.y ?? 0),
            width: label.width ?? 0,
            height: label.height ?? 0,
          }
        : null,
    };
  });
  return { width: graph.width ?? 0, height: graph.height ?? 0, boxes, lines: drawn };
}

/** Without steps of less than two pixels, and without points on the way. */
function straightenPoints(points: readonly Point[]): Point[] {
  const kept: [number, number][] = [];
  for (const [x, y] of points) {
    const before = kept.at(-1);
    if (before && Math.abs(before[0] - x) < 2 && Math.abs(before[1] - y) < 2) continue;
    if (before && Math.abs(before[0] - x) < 2) kept.push([before[0], y]);
    else if (before && Math.abs(before[1] - y) < 2) kept.push([x, before[1]]);
    else kept.push([x, y]);
  }
  return kept.filter((point, i) => {
    const [a, b] = [kept[i - 1], kept[i + 1]];
    if (!a || !b) return true;
    return !((a[0] === point[0] && point[0] === b[0]) || (a[1] === point[1] && point[1] === b[1]));
  });
}
