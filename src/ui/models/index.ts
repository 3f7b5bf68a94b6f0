import { SOCIAL_PARAMETERS } from '../../engine/models/social/parameters.ts';
import type { Parametrised } from '../../engine/setup.ts';
import type { Place, Placement } from '../charts/placement.ts';
import { placeAny } from './anyPlacement.ts';
import { placeSocial } from './socialPlacement.ts';

/** How a model's states and series look; what is not named here gets a general look. */
export interface ModelLook {
  readonly place: Place;
  /** Height of a state's bar in the timelines, pixels. */
  readonly heights: Readonly<Record<string, number>>;
  /** State whose colour each series has, bottom of the stack first. */
  readonly series: readonly {
    readonly name: string;
    readonly state: string;
    readonly one: string;
    readonly many: string;
  }[];
  /** Series in the order in which sentences name them. */
  readonly spoken: readonly string[];
}

const SOCIAL: ModelLook = {
  place: placeSocial,
  heights: {
    idle: 1,
    scrolling: 3,
    resting: 3,
    evaluating: 5,
    composing: 7,
    engaging_like: 9,
    engaging_reply: 9,
    engaging_reshare: 9,
  },
  series: [
    { name: 'posts', state: 'composing', one: 'new post', many: 'new posts' },
    { name: 'replies', state: 'engaging_reply', one: 'reply', many: 'replies' },
    { name: 'reshares', state: 'engaging_reshare', one: 'reshare', many: 'reshares' },
    { name: 'likes', state: 'engaging_like', one: 'like', many: 'likes' },
  ],
  spoken: ['likes', 'reshares', 'replies', 'posts'],
};

/** What a model's parameters in an address are checked against. */
export const parametrised = (model: string): Parametrised => ({
  name: model,
  parameters: model === 'social' ? SOCIAL_PARAMETERS : [],
});

const PLAIN: ModelLook = { place: placeAny, heights: {}, series: [], spoken: [] };
const LOOKS: Readonly<Record<string, ModelLook>> = { social: SOCIAL };

export const lookOf = (model: string): ModelLook => LOOKS[model] ?? PLAIN;

/** The chart on its sheet: the model's own placement, or the general one. */
export function placeChart(
  model: string,
  chart: Parameters<Place>[0],
  width: number,
  height: number,
): Placement {
  return lookOf(model).place(chart, width, height) ?? placeAny(chart, width, height);
}

/** State that stands for each kind of post: original, reply, reshare. */
export const KIND_STATES = ['composing', 'engaging_reply', 'engaging_reshare'] as const;
