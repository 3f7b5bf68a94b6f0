import { type Chance, Random } from '../../../core/random.ts';
import type { Society } from '../people/society.ts';
import { SocialDomain } from '../socialDomain.ts';
import { type Posts, Word } from './posts.ts';

/** Purposes of the pace stream's draws, in addition to those of roots, which `Posts` makes. */
const Draw = { surfacing: 254, alert: 255 } as const;
/** Most times `surfacing` that a copy of a post of pace 1 waits. */
const MAX_SURFACING_WAIT = 10;

/** Delays of copies that reach a feed, and sessions that they begin. */
export class Arrivals {
  readonly #random: Random;

  constructor(
    private readonly posts: Posts,
    private readonly society: Society,
    chance: Chance,
  ) {
    this.#random = new Random(chance, SocialDomain.pace);
  }

  /**
   * True once a copy has come up in an agent's feed: after surfacing × pace × u / (1.1 − u) ticks, u by agent and post.
   * @param surfacing the parameter
   */
  isUp(agent: number, post: number, tick: number, surfacing: number): boolean {
    const scale = surfacing * this.posts.pace.data[post];
    const made = this.posts.word(post, Word.tick);
    const age = tick - made;
    if (age >= MAX_SURFACING_WAIT * scale) return true;
    const bits = this.#random.bits(this.posts.word(post, Word.author), made, Draw.surfacing);
    const u = this.#random.unit(agent, bits >>> 8, bits & 0xff, made);
    return age >= (scale * u) / (1.1 - u);
  }

  /**
   * Begins a session of an agent without one, with probability alerts / (alerts + pace²).
   * @param alerts the parameter
   */
  alert(agent: number, post: number, alerts: number): void {
    const { society } = this;
    if (alerts === 0 || society.sessionLeft[agent] > 0 || society.gone.has(agent)) return;
    const { draw, limit } = this.drawAlert(agent, post, alerts);
    if (draw < limit) society.startSession(agent, this.#random.second());
  }

  /** The draw by which a copy begins a session, and the limit below which it does. */
  drawAlert(agent: number, post: number, alerts: number): { readonly draw: number; readonly limit: number } {
    const pace = this.posts.pace.data[post];
    const draw = this.#random.unit(agent, this.posts.word(post, Word.tick), Draw.alert);
    return { draw, limit: alerts / (alerts + pace * pace) };
  }
}
