import { readFileSync } from 'node:fs';
import { DEFAULT_SETUP } from '../../../src/engine/models/defaultSetup.ts';
import { openRun } from '../../../src/engine/models/openRun.ts';
import { Word } from '../../../src/engine/models/social/posts/posts.ts';
import type { SocialModelState } from '../../../src/engine/models/social/socialModel.ts';
import type { Network } from '../../../src/engine/network/network.ts';
import type { ParameterValue } from '../../../src/engine/parameters/parameterDefinition.ts';
import { type Shape, shapeOf, type Tree } from './tree.ts';

/** Societies to be simulated, one a seed. */
export interface Society {
  readonly network: string;
  /** Null for all of the network. */
  readonly agents: number | null;
  readonly preset: string;
  readonly parameters?: Readonly<Record<string, ParameterValue>>;
  readonly seeds: readonly number[];
  /** Minutes for which each cascade is watched. */
  readonly window: number;
  readonly least: number;
}

/** Their cascades of at least the least size, each watched for the whole window. */
export interface Simulated {
  readonly shapes: readonly Shape[];
  /** Authors of all roots, large or not. */
  readonly roots: readonly number[];
  readonly network: Network;
  readonly tickSeconds: number;
  /** Ticks between each post of the large cascades and the one on which it hangs. */
  readonly hops: readonly number[];
}

type Posts = SocialModelState['posts'];

/** All of the seeds' cascades together. */
export async function simulate(society: Society): Promise<Simulated> {
  const all: Simulated[] = [];
  for (const seed of society.seeds) all.push(await simulateOne(society, seed));
  return {
    shapes: all.flatMap(one => one.shapes),
    roots: all.flatMap(one => one.roots),
    hops: all.flatMap(one => one.hops),
    network: all[0].network,
    tickSeconds: all[0].tickSeconds,
  };
}

async function simulateOne(society: Society, seed: number): Promise<Simulated> {
  const { network, agents, preset, parameters = {}, window } = society;
  const { run } = await openRun(
    { ...DEFAULT_SETUP, network, agents, seed, preset, parameters },
    { bundled: async path => new Uint8Array(readFileSync(`public/${path}`)), files: {} },
  );
  const minutes = run.config.tickSeconds / 60;
  const ticks = Math.floor(window / minutes);
  const { signal } = new AbortController();
  while (run.tick < 2 * ticks) await run.step(run.policy, signal);
  const { posts, inputs } = run.state as SocialModelState;
  const roots = rootsUntil(posts, ticks);
  return {
    shapes: shapesOf(posts, roots, minutes, society),
    roots: roots.map(root => posts.word(root, Word.author)),
    network: inputs.network,
    tickSeconds: run.config.tickSeconds,
    hops: roots.flatMap(root => hopsUnder(posts, root, society.least)),
  };
}

function hopsUnder(posts: Posts, root: number, least: number): number[] {
  const under = posts.under(root);
  if (under.length < least) return [];
  const ticks = (post: number) =>
    posts.word(post, Word.tick) - posts.word(posts.parent.data[post], Word.tick);
  return under.slice(1).map(ticks);
}

/** Roots from tick 1 on that can be watched for the whole window. */
const rootsUntil = (posts: Posts, last: number): number[] =>
  [...Array(posts.count).keys()].filter(post => {
    const tick = posts.word(post, Word.tick);
    return posts.parent.data[post] < 0 && tick >= 1 && tick <= last;
  });

function shapesOf(posts: Posts, roots: readonly number[], minutes: number, { window, least }: Society) {
  return roots
    .map(root => posts.under(root))
    .filter(under => under.length >= least)
    .map(under => shapeOf(treeOf(posts, under), minutes, window))
    .filter(shape => shape.size >= least);
}

function treeOf(posts: Posts, under: readonly number[]): Tree {
  const row = new Map(under.map((post, index) => [post, index]));
  const begun = posts.word(under[0], Word.tick);
  return {
    parent: under.map(post => row.get(posts.parent.data[post]) ?? -1),
    time: under.map(post => posts.word(post, Word.tick) - begun),
  };
}
