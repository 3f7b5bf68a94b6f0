import { choosePackingPitch, packSlots, type Rect, type Slots } from './packing.ts';
import { getPointOnRoute, type Route } from './route.ts';

/** Longest flight and longest delay before it, milliseconds. */
export const FLIGHT = 240;
const STAGGER = 60;
const TRAIL = 26;

interface DotPlace {
  readonly dots: Rect;
  readonly stretch: number;
  /** Largest and smallest distance of dots, pixels; the default ones if absent. */
  readonly pitch?: number;
  readonly least?: number;
}

/** All agents of a round, as the field shows them. */
interface DotSociety {
  readonly state: Uint16Array;
  readonly since: Int32Array;
  readonly moved: { readonly agent: Uint32Array; readonly transition: Uint16Array };
  /** Number of each dot's colour, if that is not its state's. */
  readonly ink?: Uint16Array;
  /** Agents, if each has several dots: those of a part of the chart come one after the other, agent by agent. */
  readonly agents?: number;
}

/** Of a dot that is in no box: no colour has this number. */
const HIDDEN = 0xffff;

/**
 * Every agent a dot in its state's box, or one in each part of the chart, the longest-staying in the middle. After `place` with a duration the
 * dots glide: agents that moved travel along the edge they took, the others straight to their new place.
 */
export class DotField {
  x = new Float32Array();
  y = new Float32Array();
  radius = new Float32Array();
  /** 1 for dots on their way. */
  moves = new Uint8Array();
  /** Number of each dot's colour; an unused one if it is in no box. */
  ink: Uint16Array = new Uint16Array();
  /** Agents, of whom each may have several dots. */
  agents = 0;
  private fromX = new Float32Array();
  private fromY = new Float32Array();
  private toX = new Float32Array();
  private toY = new Float32Array();
  private delay = new Float32Array();
  private slot = new Int32Array();
  private route: (Route | null)[] = [];
  private started = 0;
  private duration = 0;
  private state: Uint16Array = new Uint16Array();
  private readonly slots = new Map<string, Slots>();
  /** Distance of the dots in each state's box. */
  private pitch: number[] = [];

  /** Sorts the agents into their boxes. `duration` 0 puts them there at once. */
  place(
    society: DotSociety,
    places: readonly DotPlace[],
    routes: readonly (Route | null)[],
    duration: number,
    now: number,
  ): void {
    const agents = society.state.length;
    const fresh = this.x.length !== agents;
    if (fresh) this.resize(agents);
    this.fromX.set(this.x);
    this.fromY.set(this.y);
    this.route.fill(null);
    this.delay.fill(0);
    const before = duration > 0 && !fresh ? this.state : null;
    const hidden = before && this.ink;
    this.state = society.state.slice();
    this.ink = (society.ink ?? this.state).slice();
    this.agents = society.agents ?? agents;
    for (let dot = 0; dot < agents; dot++) if (this.state[dot] >= places.length) this.ink[dot] = HIDDEN;
    this.sort(society, places, before);
    this.moves.fill(0);
    if (!before) {
      this.x.set(this.toX);
      this.y.set(this.toY);
      this.duration = 0;
      return;
    }
    for (let agent = 0; agent < this.x.length; agent++)
      if (this.fromX[agent] !== this.toX[agent] || this.fromY[agent] !== this.toY[agent])
        this.moves[agent] = 1;
    society.moved.agent.forEach((agent, row) => {
      this.route[agent] = routes[society.moved.transition[row]] ?? null;
      this.moves[agent] = 1;
      this.delay[agent] = ((agent * 0.618034) % 1) * STAGGER;
    });
    if (hidden) this.appear(hidden);
    this.started = now;
    this.duration = duration;
  }

  /** Dots that were in no box begin at their line's start, or at their place. */
  private appear(before: Uint16Array): void {
    for (let dot = 0; dot < before.length; dot++) {
      if (before[dot] !== HIDDEN || this.ink[dot] === HIDDEN) continue;
      const [x, y] = this.route[dot]?.points[0] ?? [this.toX[dot], this.toY[dot]];
      this.fromX[dot] = x;
      this.fromY[dot] = y;
    }
  }

  private resize(agents: number): void {
    for (const name of ['x', 'y', 'radius', 'fromX', 'fromY', 'toX', 'toY', 'delay'] as const)
      this[name] = new Float32Array(agents);
    this.slot = new Int32Array(agents);
    this.moves = new Uint8Array(agents);
    this.route = Array.from({ length: agents }, () => null);
  }

  /**
   * Sorts, given the states before: an agent that stays in a state keeps its place, as far as there is still
   * one.
   */
  private sort(society: DotSociety, places: readonly DotPlace[], before: Uint16Array | null): void {
    const members: number[][] = places.map(() => []);
    for (let agent = 0; agent < society.state.length; agent++) members[society.state[agent]]?.push(agent);
    members.forEach((agents, state) => {
      const slots = this.slotsFor(places[state], agents.length, before ? this.pitch[state] : undefined);
      this.pitch[state] = slots.pitch;
      const order = agents.sort((a, b) => society.since[a] - society.since[b] || a - b);
      const ranks = before ? this.keptRanks(order, state, before) : order.map((_, rank) => rank);
      order.forEach((agent, position) => {
        const slot = Math.min(ranks[position], slots.x.length - 1);
        this.slot[agent] = ranks[position];
        this.toX[agent] = slots.x[slot];
        this.toY[agent] = slots.y[slot];
        this.radius[agent] = slots.radius;
      });
    });
  }

  /**
   * Ranks that agents keep; free places go to the longest-staying first, so that newcomers sit at the rim.
   */
  private keptRanks(agents: readonly number[], state: number, before: Uint16Array): number[] {
    const count = agents.length;
    const stays = (agent: number) => before[agent] === state && this.slot[agent] < count;
    const ranks = agents.map(agent => (stays(agent) ? this.slot[agent] : -1));
    const taken = new Uint8Array(count);
    for (const rank of ranks) if (rank >= 0) taken[rank] = 1;
    let free = 0;
    return ranks.map(rank => {
      if (rank >= 0) return rank;
      while (taken[free]) free++;
      return free++;
    });
  }

  /** Grids are kept: one serves any number of dots that fits into it. */
  private slotsFor(place: DotPlace, count: number, before?: number): Slots {
    const { x, y, width, height } = place.dots;
    const pitch = choosePackingPitch(place.dots, count, before, place.pitch, place.least);
    const key = `${x},${y},${width},${height},${pitch}`;
    let slots = this.slots.get(key);
    if (!slots) {
      if (this.slots.size > 200) this.slots.clear();
      slots = packSlots(place.dots, pitch, place.stretch);
      this.slots.set(key, slots);
    }
    return slots;
  }

  /** Moves the dots to their place at `now`; false once they have arrived. */
  advance(now: number): boolean {
    if (this.duration === 0) return false;
    const elapsed = now - this.started;
    const done = elapsed >= this.duration + STAGGER;
    for (let agent = 0; agent < this.x.length; agent++) {
      if (this.moves[agent] === 0) continue;
      const part = done ? 1 : Math.min(1, Math.max(0, (elapsed - this.delay[agent]) / this.duration));
      this.moveTo(agent, easeMotion(part));
    }
    if (done) {
      this.duration = 0;
      this.moves.fill(0);
    }
    return !done;
  }

  private moveTo(agent: number, part: number): void {
    const [x, y] = this.at(agent, part);
    this.x[agent] = x;
    this.y[agent] = y;
  }

  /** Position on the way out of the box, along the edge and into the next box. */
  private at(agent: number, part: number): readonly [number, number] {
    const [fx, fy, tx, ty] = [this.fromX[agent], this.fromY[agent], this.toX[agent], this.toY[agent]];
    const route = this.route[agent];
    if (!route) return [fx + (tx - fx) * part, fy + (ty - fy) * part];
    if (part < 0.2) return interpolatePoints([fx, fy], route.points[0], part / 0.2);
    if (part > 0.8) return interpolatePoints(route.points.at(-1)!, [tx, ty], (part - 0.8) / 0.2);
    return getPointOnRoute(route, (part - 0.2) / 0.6);
  }

  /** Short tails behind the dots that travel along an edge. */
  drawTrails(ctx: CanvasRenderingContext2D, colors: readonly string[], now: number): void {
    if (this.duration === 0) return;
    ctx.lineWidth = 3;
    ctx.globalAlpha = 0.35;
    for (let agent = 0; agent < this.x.length; agent++) {
      const route = this.route[agent];
      if (!route) continue;
      const part = easeMotion(
        Math.min(1, Math.max(0, (now - this.started - this.delay[agent]) / this.duration)),
      );
      if (part <= 0.2 || part >= 0.8) continue;
      const back = Math.max(0.2, part - (0.6 * TRAIL) / Math.max(TRAIL, route.lengths.at(-1)!));
      const [x, y] = this.at(agent, back);
      if (this.ink[agent] === HIDDEN) continue;
      ctx.strokeStyle = colors[this.ink[agent]];
      ctx.beginPath();
      ctx.moveTo(x, y);
      ctx.lineTo(this.x[agent], this.y[agent]);
      ctx.stroke();
    }
    ctx.globalAlpha = 1;
  }

  /** The dots of some agents that are in a box. */
  dotsOf(agents: Iterable<number>): number[] {
    const dots: number[] = [];
    for (const agent of agents)
      for (let dot = agent; dot < this.x.length; dot += this.agents)
        if (this.ink[dot] !== HIDDEN) dots.push(dot);
    return dots;
  }

  /** Calls `visit` for every dot that is in a box. @param visit with the number of its colour */
  forEach(visit: (x: number, y: number, radius: number, ink: number) => void): void {
    for (let dot = 0; dot < this.x.length; dot++)
      if (this.ink[dot] !== HIDDEN) visit(this.x[dot], this.y[dot], this.radius[dot], this.ink[dot]);
  }

  /** The agent whose dot is under a point; −1 for none. @param reach farthest from its centre, pixels */
  hitTest(x: number, y: number, reach: number): number {
    let best = -1;
    let nearest = reach * reach;
    for (let agent = 0; agent < this.x.length; agent++) {
      const distance = (this.x[agent] - x) ** 2 + (this.y[agent] - y) ** 2;
      if (distance < nearest && this.ink[agent] !== HIDDEN) {
        nearest = distance;
        best = agent % this.agents;
      }
    }
    return best;
  }
}

/** cubic-bezier(.2, 0, .1, 1), nearly. */
const easeMotion = (part: number): number => 1 - (1 - part) ** 3;

const interpolatePoints = (
  a: readonly [number, number],
  b: readonly [number, number],
  part: number,
): readonly [number, number] => [a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part];
