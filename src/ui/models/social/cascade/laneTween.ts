import type { CascadeTree } from '../../../../engine/models/social/reports/socialFrame.ts';
import { appendLanes, computeTidyLanes, type LaneLayout } from './cascadeLayout.ts';

/** Time in which a tree tidies, milliseconds. */
const TIDY = 320;

/** The lanes of the tree on the screen: appended while it plays, tidied when it pauses. */
export class LaneTween {
  layout: LaneLayout = {
    lane: new Float64Array(),
    lanes: 1,
    branch: new Uint32Array(),
    offsets: new Uint32Array(1),
    children: new Uint32Array(),
  };
  lane: Float64Array = new Float64Array();
  lanes = 1;
  private tree: CascadeTree | null = null;
  private tidy = true;
  private from: Float64Array = new Float64Array();
  private fromLanes = 1;
  private started = 0;
  private duration = 0;

  /** Takes the tree as it is now; `animate` false jumps. */
  update(tree: CascadeTree, playing: boolean, animate: boolean, now: number): void {
    const grown = this.tree?.root === tree.root && tree.post.length >= this.tree.post.length;
    const changed = tree !== this.tree;
    if (!changed && (playing || this.tidy)) return;
    const append = playing && grown && this.lane.length > 0;
    const layout = append ? appendLanes(this.layout, tree) : computeTidyLanes(tree);
    const glide = animate && grown && !append;
    this.from = this.lane;
    this.fromLanes = this.lanes;
    this.layout = layout;
    this.tree = tree;
    this.tidy = !append;
    this.started = now;
    this.duration = glide ? TIDY : 0;
    this.advance(now);
  }

  /** Moves the lanes to their place at `now`; false once they have arrived. */
  advance(now: number): boolean {
    const part = this.duration === 0 ? 1 : Math.min(1, (now - this.started) / this.duration);
    const eased = 1 - (1 - part) ** 3;
    this.lanes =
      this.duration === 0 ? this.layout.lanes : this.fromLanes + (this.layout.lanes - this.fromLanes) * eased;
    // New rows begin between the others, so that a row is never below the last lane.
    const shrink = (this.fromLanes - 1) / Math.max(1, this.layout.lanes - 1);
    this.lane = this.layout.lane.map((to, row) => {
      const from = this.duration === 0 ? to : (this.from[row] ?? to * shrink);
      return from + (to - from) * eased;
    });
    if (part >= 1) this.duration = 0;
    return part < 1;
  }
}
