import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Domain, Random } from '../../../../../src/engine/core/random.ts';
import { sampleOption } from '../../../../../src/engine/core/sampling.ts';
import {
  captureForeseenMoment,
  explainAgentMoment,
} from '../../../../../src/engine/explain/explainAgentMoment.ts';
import {
  computeCircumstances,
  computePolicyTerms,
  computeProbabilities,
  type Features,
} from '../../../../../src/engine/models/social/asking/policy.ts';
import { computeStartScale } from '../../../../../src/engine/models/social/lifecycle.ts';
import { ARCHETYPES, HOURLY } from '../../../../../src/engine/models/social/people/archetypes.ts';
import { MOODS } from '../../../../../src/engine/models/social/people/moodNames.ts';
import { Society } from '../../../../../src/engine/models/social/people/society.ts';
import { getMoodFactor } from '../../../../../src/engine/models/social/people/whereabouts.ts';
import { Arrivals } from '../../../../../src/engine/models/social/posts/arrivals.ts';
import { computeRootShare } from '../../../../../src/engine/models/social/posts/delivery.ts';
import { Feed } from '../../../../../src/engine/models/social/posts/feed.ts';
import { PostKindNumber, Posts, Word } from '../../../../../src/engine/models/social/posts/posts.ts';
import {
  type Equation,
  SOCIAL_EQUATIONS,
} from '../../../../../src/engine/models/social/reports/socialEquations.ts';
import { socialChart } from '../../../../../src/engine/models/social/socialChart.ts';
import { SocialDomain } from '../../../../../src/engine/models/social/socialDomain.ts';
import { SOCIAL_PARAMETERS } from '../../../../../src/engine/models/social/socialParameters.ts';
import { buildNetwork } from '../../../../../src/engine/network/network.ts';
import { runs } from '../../../../runs.ts';
import { open, parametersOf, playTo, social } from '../../../play.ts';

const ALL: readonly Equation[] = SOCIAL_EQUATIONS.flatMap(({ equations }) => equations);
const FUNCTIONS = ['min', 'max', 'floor', 'sqrt'] as const;
type Values = Readonly<Record<string, number>>;

const namesIn = (formula: string): readonly string[] => [...new Set(formula.match(/[a-z_]\w*/g) ?? [])];

/** The formula as a text book would evaluate it. */
function evaluate(symbol: string, values: Values): number {
  const { formula } = ALL.find(one => one.symbol === symbol)!;
  const names = namesIn(formula).filter(name => !FUNCTIONS.includes(name as (typeof FUNCTIONS)[number]));
  const given = names.map(name => {
    if (!(name in values)) throw new Error(`${symbol} needs ${name}`);
    return values[name];
  });
  return new Function(...FUNCTIONS, ...names, `return ${formula}`)(
    ...FUNCTIONS.map(name => Math[name]),
    ...given,
  );
}

/** All equations that `values` suffices for are added to it. */
function solve(values: Values, symbols: readonly string[]): Values {
  const known = { ...values };
  for (const symbol of symbols) known[symbol] = evaluate(symbol, known);
  return known;
}

/** The equations of a choice, in their order. */
const CHOICE_SYMBOLS = [
  ...['reactions', 'response', 'freshness', 'interest', 'threshold', 'gain', 'fatigue'],
  ...['depth_decay', 'age_decay', 'like_weight', 'reply_weight', 'reshare_weight', 'scale'],
];

const unit = fc.double({ min: 0, max: 0.999, noNaN: true });

const features: fc.Arbitrary<Features> = fc.record({
  affinity: unit,
  age: fc.nat(300),
  tie: unit,
  social2: fc.nat(60),
  quality: fc.double({ min: 0.9, max: 1.7, noNaN: true }),
  rootAge: fc.nat(300),
  lifetime: fc.double({ min: 3, max: 110, noNaN: true }),
  pace: fc.double({ min: 0.05, max: 20, noNaN: true }),
  depth: fc.nat(9),
  isReply: fc.boolean(),
  mayReshare: fc.boolean(),
  sessionUsed: fc.nat(40),
  sessionLength: fc.nat(30),
  engagementThreshold: unit,
  like: unit,
  reply: unit,
  reshare: unit,
  momentum: fc.double({ min: 0.2, max: 2, noNaN: true }),
});

const { network } = buildNetwork('pair', 3, {
  sources: [0, 0, 1],
  targets: [1, 2, 2],
  weights: [1, 4, 9],
});

describe('the equations of the model', () => {
  it('are those by which the policy computes interest, factors and probabilities', () => {
    fc.assert(
      fc.property(features, fc.double({ min: 0.1, max: 5, noNaN: true }), (f, factor) => {
        const p = parametersOf({
          liking: factor,
          replying: factor,
          resharing: factor,
          attention: factor / 5,
        });
        const numbers = Object.fromEntries(
          Object.entries(p).filter(([, value]) => typeof value === 'number'),
        ) as Values;
        const values = solve(
          {
            ...numbers,
            ...{
              affinity: f.affinity,
              age: f.age,
              tie: f.tie,
              quality: f.quality,
              pace: f.pace,
              depth: f.depth,
            },
            ...{ lifetime: f.lifetime, root_age: f.rootAge, mood: f.momentum },
            ...{ likes: f.social2, reshares: 0, replies: 0, copies: 1 },
            ...{ is_reply: Number(f.isReply), may_reshare: Number(f.mayReshare) },
            ...{ session_used: f.sessionUsed, session_length: f.sessionLength },
            ...{ engagement_threshold: f.engagementThreshold },
            ...{ like_rate: f.like, reply_rate: f.reply, reshare_rate: f.reshare },
          },
          CHOICE_SYMBOLS,
        );
        const terms = computePolicyTerms(f, p);
        expect(values.interest).toBeCloseTo(terms.interest, 10);
        expect(values.threshold).toBeCloseTo(terms.threshold, 10);
        expect(values.gain).toBeCloseTo(computeCircumstances(f, p).gain, 8);
        expect([values.fatigue, values.depth_decay, values.age_decay]).toEqual([
          expect.closeTo(terms.fatigue, 10),
          expect.closeTo(terms.depthDecay, 10),
          expect.closeTo(terms.ageDecay, 10),
        ]);
        const own = [values.like_weight, values.reply_weight, values.reshare_weight].map(
          weight => weight * values.scale,
        );
        const [ignore, ...rest] = computeProbabilities(f, p);
        for (const [i, probability] of rest.entries()) expect(own[i]).toBeCloseTo(probability, 8);
        expect(1 - own[0] - own[1] - own[2]).toBeCloseTo(ignore, 8);
      }),
      runs(300),
    );
  });

  it('are evaluated for a choice with both ages and all reactions as of its tick, the one after the stop, not as of the stop', async () => {
    const run = await open({ network: 'small-world', agents: 120, parameters: { activity: 15, posting: 8 } });
    const state = social(await playTo(run, 40));
    const { decisions, posts, society } = state;
    const ageAt = (tick: number, post: number) => tick - posts.word(post, Word.tick);
    const stopsOf = (tick: number) => {
      const stops: string[] = [];
      run.machine.log.forEach(...run.machine.log.range(tick), (agent, row, context) => {
        if (socialChart.transitions[row].trigger === 'sees_post') stops.push(`${agent} at ${context - 1}`);
      });
      return stops;
    };
    const told = { asIs: 0, atTheStop: 0, count: decisions.count };
    for (let row = 0; row < decisions.count; row++) {
      const [agent, post, tick] = [decisions.agent, decisions.post, decisions.tick].map(one => one.data[row]);
      expect(stopsOf(tick - 1)).toContain(`${agent} at ${post}`);
      const features = state.features(state.questionOf(row));
      expect([features.age, features.rootAge]).toEqual([
        ageAt(tick, post),
        ageAt(tick, posts.word(post, Word.root)),
      ]);
      const unit = new Random(run.config.seed, SocialDomain.policy).unit(agent, tick, 0);
      const drawnBy = (own: Features) => {
        const values = solve(
          {
            ...(parametersOf(run.config.parameters) as unknown as Values),
            ...{ affinity: society.affinity(agent, posts.word(post, Word.topic)), age: own.age, mood: 1 },
            ...{ tie: own.tie, quality: own.quality, pace: own.pace, depth: own.depth },
            ...{ lifetime: own.lifetime, root_age: own.rootAge },
            ...{ likes: own.social2, reshares: 0, replies: 0, copies: 1 },
            ...{ is_reply: Number(own.isReply), may_reshare: Number(own.mayReshare) },
            ...{ session_used: own.sessionUsed, session_length: own.sessionLength },
            ...{ engagement_threshold: own.engagementThreshold },
            ...{ like_rate: own.like, reply_rate: own.reply, reshare_rate: own.reshare },
          },
          CHOICE_SYMBOLS,
        );
        const [like, reply, reshare] = [values.like_weight, values.reply_weight, values.reshare_weight].map(
          weight => weight * values.scale,
        );
        return sampleOption([1 - like - reply - reshare, like, reply, reshare], unit);
      };
      if (drawnBy(features) === decisions.option.data[row]) told.asIs++;
      const before = { ...features, age: features.age - 1, rootAge: features.rootAge - 1 };
      if (drawnBy(before) === decisions.option.data[row]) told.atTheStop++;
    }
    expect(told.count).toBeGreaterThan(500);
    expect(told.asIs).toBe(told.count);
    expect(told.atTheStop).toBeLessThan(told.count);
  });

  it('count reactions as posts do: a like and a reply half as much as a reshare, a further copy twice as much', () => {
    const posts = new Posts(1);
    const root = posts.add(0, PostKindNumber.original, -1, -1, 0, 0);
    const halves = (likes: number, reshares: number, replies: number) => likes + 2 * reshares + replies;
    posts.credit(root, halves(3, 2, 5));
    const counted = evaluate('reactions', { likes: 3, reshares: 2, replies: 5, copies: 4 });
    expect(counted).toBe((posts.word(root, 3) + 4 * 3) / 2);
  });

  it('are those by which an original post draws quality, pace, lifetime and attribution', () => {
    for (const pace_spread of [0, 12]) {
      const posts = new Posts(7, false, pace_spread);
      for (let author = 0; author < 200; author++) {
        const post = posts.add(author, PostKindNumber.original, -1, -1, 0, 9);
        const draws = new Random(7, SocialDomain.post);
        const u_root = draws.bits(author, 9, 0) / 2 ** 32;
        const u_parent = draws.second();
        const u_pace = new Random(7, SocialDomain.pace).bits(author, 9, 0) / 2 ** 32;
        const values = solve({ u_root, u_parent, u_pace, pace_spread }, [
          ...['quality', 'pace', 'lifetime', 'attribution'],
        ]);
        expect(posts.quality.data[post]).toBeCloseTo(values.quality, 5);
        expect(posts.pace.data[post]).toBeCloseTo(values.pace, 4);
        expect(posts.lifetime.data[post] / values.lifetime).toBeCloseTo(1, 5);
        expect(posts.attribution.data[post]).toBeCloseTo(values.attribution, 5);
        for (const isReply of [false, true])
          for (const root_credit of [0, 0.4]) {
            const own = solve({ ...values, makes_reply: Number(isReply), root_credit }, [
              'root_base',
              'root_chance',
            ]);
            const share = computeRootShare(posts, post, isReply, root_credit);
            expect(Math.max(0, share)).toBeCloseTo(own.root_chance, 5);
          }
      }
    }
  });

  it('clamp the chance of the root at 0 only after the root credit, as a draw from 0 on does', () => {
    const posts = new Posts(7);
    posts.add(0, PostKindNumber.original, -1, -1, 0, 1);
    posts.attribution.data[0] = 1;
    const chanceWith = (root_credit: number) => ({
      told: solve({ attribution: 1, makes_reply: 1, root_credit }, ['root_base', 'root_chance']).root_chance,
      own: computeRootShare(posts, 0, true, root_credit),
    });
    expect(chanceWith(0)).toEqual({ told: 0, own: expect.closeTo(-0.013, 10) });
    const { told, own } = chanceWith(0.45);
    expect(told).toBeCloseTo(own, 10);
    expect(told).toBeCloseTo(-0.013 + 1.013 * 0.225, 10);
  });

  it('are those by which people, their sessions and their interests are drawn', () => {
    const SEED = 5;
    const parameters = parametersOf({ posting: 3 });
    const { network: crowd } = buildNetwork('crowd', 300, { sources: [0], targets: [1], weights: null });
    const society = new Society(crowd, SEED, parameters, ARCHETYPES);
    const profile = new Random(SEED, Domain.profile);
    for (let agent = 0; agent < crowd.nodes; agent++) {
      const kind = ARCHETYPES[society.archetype[agent]];
      const engaged = society.like[agent] / kind.like;
      const u_engaged = (engaged - 0.6) / 0.8;
      expect(u_engaged).toBeGreaterThanOrEqual(-1e-6);
      expect(u_engaged).toBeLessThan(1 + 1e-6);
      for (const [rate, of] of [
        [society.reply[agent], kind.reply],
        [society.reshare[agent], kind.reshare],
      ])
        expect(rate).toBeCloseTo(evaluate('like_rate', { archetype_like: of, u_engaged }), 5);
      const u_active = (society.sessionsPerDay[agent] / kind.sessionsPerDay - 0.6) / 0.8;
      expect(society.ownPostRate[agent]).toBeCloseTo(kind.post * (0.6 + 0.8 * u_active), 5);
      expect(society.postRate[agent]).toBeCloseTo(
        evaluate('post_chance', { own_post_rate: society.ownPostRate[agent], posting: 3 }),
        5,
      );
      const spread = (society.engagementThreshold[agent] - kind.engagementThreshold) / 0.16;
      expect(
        evaluate('engagement_threshold', {
          archetype_threshold: kind.engagementThreshold,
          u_threshold: spread + 0.5,
        }),
      ).toBeCloseTo(society.engagementThreshold[agent], 5);
      expect(Math.abs(spread)).toBeLessThanOrEqual(0.5 + 1e-5);
      const own = society.population.timeoutThreshold[agent];
      const timeouts = [0, 0.4, 0.9].map(u_timeout =>
        evaluate('timeout', { archetype_timeout: kind.timeout, u_timeout }),
      );
      expect(timeouts).toContain(own);
      for (let topic = 0; topic < 4; topic++) {
        const either = [0, 1].map(is_favourite =>
          evaluate('affinity', { is_favourite, u_topic: profile.unit(agent, 0, 16 + topic) }),
        );
        expect(either.some(value => Math.abs(value - society.affinity(agent, topic)) < 1e-9)).toBe(true);
      }
      const u = agent / crowd.nodes;
      society.startSession(agent, u);
      const [session_min, session_max] = kind.session;
      expect(society.sessionLength[agent]).toBe(
        evaluate('session_ticks', { session_min, session_max, u_session: u }),
      );
    }
  });

  it('are those of the start of a session, in each hour', () => {
    const parameters = parametersOf({ activity: 4, start_hour: 0 });
    for (let hour = 0; hour < 24; hour++) {
      const values = {
        ...{ activity: 4, tick_seconds: 180, sessions_per_day: 5, hour_factor: HOURLY[hour] },
      };
      expect(5 * computeStartScale(hour * 20, parameters, 180)).toBeCloseTo(
        evaluate('start_chance', values),
        10,
      );
    }
  });

  it('are those of ties, of copies that come up late, and of alerts', () => {
    const posts = new Posts(3, false, 5);
    const parameters = parametersOf();
    const society = new Society(network, 3, parameters, ARCHETYPES);
    const feed = new Feed(network, posts, society, { seed: 3, later: [] });
    for (const [edge, weight] of [1, 4, 9].entries())
      expect(feed.tieOf(edge) / 65_535).toBeCloseTo(evaluate('tie', { weight, greatest_weight: 9 }), 10);
    const arrivals = new Arrivals(posts, society, { seed: 3, later: [] });
    const SURFACING = 20;
    const QUANTILES = fc.sample(fc.double({ min: 0.02, max: 0.98, noNaN: true }), { numRuns: 60, seed: 1 });
    const up = QUANTILES.map(() => 0);
    for (let author = 0; author < 300; author++) {
      const post = posts.add(author % 3, PostKindNumber.original, -1, -1, 0, author);
      const pace = posts.pace.data[post];
      const isUp = (age: number) => arrivals.isUp(2, post, author + age, SURFACING);
      // At any quantile of the draw: up at that age for the draws below it, which are so many.
      for (const [at, u_copy] of QUANTILES.entries())
        if (isUp(evaluate('up_after', { surfacing: SURFACING, pace, u_copy }))) up[at]++;
      expect(
        isUp(Math.ceil(evaluate('up_after', { surfacing: SURFACING, pace, u_copy: 0.999_999 })) + 1),
      ).toBe(true);
    }
    expect(evaluate('up_after', { surfacing: SURFACING, pace: 1, u_copy: 0 })).toBe(0);
    for (const [at, u_copy] of QUANTILES.entries())
      expect([
        u_copy,
        Math.abs(up[at] - 300 * u_copy) < 4 * Math.sqrt(300 * u_copy * (1 - u_copy)) + 1,
      ]).toEqual([u_copy, true]);
    let woken = 0;
    let expected = 0;
    for (let post = 0; post < posts.count; post++) {
      society.sessionLeft.fill(0);
      arrivals.alert(1, post, 0.7);
      if (society.sessionLeft[1] > 0) woken++;
      expected += evaluate('alert_chance', { alerts: 0.7, pace: posts.pace.data[post] });
    }
    expect(Math.abs(woken - expected)).toBeLessThan(27);
  });

  it('are those of moods: their factor, what changes them, and the chance that they end by themselves', async () => {
    const own = { engaged_after: 2, fed_up_after: 3, engaged_ends: 0.2, fed_up_ends: 0.1 };
    const parameters = { warm_up: 8, activity: 14, posting: 20, moods: true, ...own };
    const run = await open({ network: 'small-world', agents: 60, parameters });
    const state = social(run);
    const reports = await run.state.loadReports();
    const { engaged_factor, fed_up_factor } = parametersOf();
    const told = { engaged: 0, stayed: 0, tired: 0, bore: 0, ended: 0 };
    const isMood = (mood: number | null, name: string) => Number(mood !== null && MOODS[mood] === name);
    for (const mood of MOODS.keys())
      expect(getMoodFactor(mood, parametersOf())).toBe(
        evaluate('mood', {
          ...{ engaged_factor, fed_up_factor },
          ...{ is_engaged: isMood(mood, 'engaged'), is_fed_up: isMood(mood, 'fed_up') },
        }),
      );
    for (let tick = 1; tick <= 40; tick++) {
      const agents = Array.from({ length: 60 }, (_, agent) => agent);
      const [reacted, ignored] = ['reactions', 'ignored'].map(name => [
        ...(run.machine.population.column(name) ?? []),
      ]);
      const before = agents.map(agent => state.moodOf(agent));
      const foreseen = agents.map(agent => captureForeseenMoment(run, reports, agent));
      await playTo(run, tick);
      for (const agent of agents) {
        const { links } = explainAgentMoment(run, reports, agent, foreseen[agent]);
        const [mood, now] = [before[agent], state.moodOf(agent)];
        const is_engaged = isMood(mood, 'engaged');
        const ending = links.find(({ kind, said }) => kind === 'drew' && said.includes(' in mood'));
        if (ending !== undefined) {
          // Rates are columns of single precision.
          expect(ending.numbers.nothing_from).toBeCloseTo(
            evaluate('calms_chance', { is_engaged, ...own }),
            7,
          );
          told.ended++;
        }
        const took = links.flatMap(({ kind, said }) => (kind === 'moved' ? said : [])).join();
        // What changed it earlier in the tick is told apart.
        if (/hears_back|calms_down|recovers/.test(took)) continue;
        if (took.includes('action_done') && isMood(mood, 'calm')) {
          const isEngaged = isMood(now, 'engaged');
          expect(isEngaged).toBe(evaluate('gets_engaged', { reacted: Number(reacted[agent]) + 1, ...own }));
          told[isEngaged ? 'engaged' : 'stayed']++;
        }
        if (took.includes('ignores') && !isMood(mood, 'fed_up')) {
          const isTired = Number(now !== mood);
          expect(isTired).toBe(evaluate('gets_tired', { ignored: Number(ignored[agent]) + 1, ...own }));
          told[isTired ? 'tired' : 'bore']++;
        }
      }
    }
    for (const [name, count] of Object.entries(told)) expect([name, count > 3]).toEqual([name, true]);
  });

  it('use only names that are parameters, other equations or explained', () => {
    const known = new Set([
      ...FUNCTIONS,
      ...SOCIAL_PARAMETERS.map(({ name }) => name),
      ...ALL.map(one => one.symbol),
    ]);
    for (const { equations } of SOCIAL_EQUATIONS) {
      const explained = new Set(equations.flatMap(({ where = {} }) => Object.keys(where)));
      for (const { symbol, formula } of equations)
        for (const name of namesIn(formula))
          expect([symbol, name, known.has(name) || explained.has(name)]).toEqual([symbol, name, true]);
    }
    expect(new Set(ALL.map(one => one.symbol)).size).toBe(ALL.length);
  });
});
