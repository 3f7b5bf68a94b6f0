import {
  forceLink,
  forceManyBody,
  forceSimulation,
  forceX,
  forceY,
  type Simulation,
  type SimulationLinkDatum,
  type SimulationNodeDatum,
} from 'd3-force';
import type { Links } from '../../engine/network/networkLinks.ts';

/** Nodes up to which a layout takes all its steps; beyond, fewer steps and coarser sums. */
const FULL_LAYOUT_NODES = 2000;
const LAYOUT_STEPS = { few: 200, many: 120 };
/** Distance at which the forces of a group of nodes are summed as one: Barnes and Hut's theta. */
const THETA = { few: 0.9, many: 1.3 };
/** Repulsion and the pull to the middle: together they fill a plane evenly, and communities stay apart. */
const CHARGE = -60;
const GRAVITY = 0.1;
/** Share of its first warmth that is left at the end, by which a layout comes to rest. */
const COLD = 0.001;

/**
 * Places the nodes of a network so that who is linked stands together. The same links give the same places in the same
 * browser: positions begin on d3-force's spiral, and its own generator breaks ties.
 */
export class ForceLayout {
  readonly #simulation: Simulation<SimulationNodeDatum, SimulationLinkDatum<SimulationNodeDatum>>;
  readonly #steps: number;
  #done = 0;

  constructor(links: Links) {
    const nodes = links.offsets.length - 1;
    const size = nodes <= FULL_LAYOUT_NODES ? 'few' : 'many';
    this.#steps = LAYOUT_STEPS[size];
    this.#simulation = forceSimulation(Array.from({ length: nodes }, (): SimulationNodeDatum => ({})))
      .stop()
      .alphaDecay(1 - COLD ** (1 / this.#steps))
      .force('link', forceLink(listLinkedPairs(links)))
      .force('charge', forceManyBody().strength(CHARGE).theta(THETA[size]))
      .force('x', forceX().strength(GRAVITY))
      .force('y', forceY().strength(GRAVITY));
  }

  /** The part of the steps that is done, 0 to 1. */
  get part(): number {
    return this.#done / this.#steps;
  }

  /** One step. @returns whether there is another */
  step(): boolean {
    if (this.#done < this.#steps) {
      this.#simulation.tick();
      this.#done++;
    }
    return this.#done < this.#steps;
  }

  /** x and y of each node in turn, 0 to 1, the longer way of the whole from left to right. */
  places(): Float32Array {
    return normalizePositions(this.#simulation.nodes().map(({ x = 0, y = 0 }) => [x, y] as const));
  }
}

/** Each pair that is linked, whichever way, once. */
function listLinkedPairs({ offsets, targets }: Links): SimulationLinkDatum<SimulationNodeDatum>[] {
  const nodes = offsets.length - 1;
  const met = new Set<number>();
  for (let source = 0; source < nodes; source++)
    for (let link = offsets[source]; link < offsets[source + 1]; link++) {
      const target = targets[link];
      met.add(Math.min(source, target) * nodes + Math.max(source, target));
    }
  return [...met].map(pair => ({ source: Math.floor(pair / nodes), target: pair % nodes }));
}

type Point = readonly [x: number, y: number];

/** Share of the nodes at either end of an axis that stand outside of what it is scaled by. */
const OUTLIERS = 0.004;
/** Room for them, as a share of the axis. */
const LAYOUT_MARGIN = 0.04;

/** Turns the longest extent into x and scales both axes to 0 … 1; the few that stand far off are drawn nearer. */
function normalizePositions(points: readonly Point[]): Float32Array {
  const turned = rotateToLongestAxis(points);
  const places = new Float32Array(2 * points.length);
  for (const axis of [0, 1] as const) {
    const sorted = Float64Array.from(turned, point => point[axis]).sort();
    const cut = Math.floor(sorted.length * OUTLIERS);
    const [low, high] = [sorted[cut], sorted[sorted.length - 1 - cut]];
    for (const [node, point] of turned.entries())
      places[2 * node + axis] = high > low ? compressIntoMargins((point[axis] - low) / (high - low)) : 0.5;
  }
  return places;
}

/** A share of an axis with its margins; what is beyond them comes ever closer to the edge. */
function compressIntoMargins(share: number): number {
  const inner = LAYOUT_MARGIN + share * (1 - 2 * LAYOUT_MARGIN);
  if (share >= 0 && share <= 1) return inner;
  const beyond = share < 0 ? -share : share - 1;
  const taken = LAYOUT_MARGIN * (beyond / (beyond + LAYOUT_MARGIN));
  return share < 0 ? LAYOUT_MARGIN - taken : 1 - LAYOUT_MARGIN + taken;
}

function rotateToLongestAxis(points: readonly Point[]): Point[] {
  const count = Math.max(1, points.length);
  const [mx, my] = [0, 1].map(axis => points.reduce((sum, point) => sum + point[axis], 0) / count);
  let [xx, xy, yy] = [0, 0, 0];
  for (const [x, y] of points) {
    xx += (x - mx) ** 2;
    xy += (x - mx) * (y - my);
    yy += (y - my) ** 2;
  }
  const angle = Math.atan2(2 * xy, xx - yy) / 2;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return points.map(([x, y]) => [(x - mx) * cos + (y - my) * sin, (y - my) * cos - (x - mx) * sin]);
}
