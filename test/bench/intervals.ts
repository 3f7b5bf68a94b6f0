import { Random } from '../../src/engine/core/random.ts';
import {
  computeContrasts,
  createMedianFigure,
  createRatioFigure,
  type Figure,
} from '../../src/engine/models/recorded/sets/resampled.ts';
import { computeDifferenceInterval } from '../../src/engine/statistics/intervals/computeDifferenceInterval.ts';
import { computeJointInterval } from '../../src/engine/statistics/intervals/computeJointInterval.ts';
import {
  computeMeanInterval,
  computePairedInterval,
} from '../../src/engine/statistics/intervals/computeMeanInterval.ts';
import {
  computeShareInterval,
  computeWilsonInterval,
} from '../../src/engine/statistics/intervals/computeShareInterval.ts';
import { type Interval, TAIL } from '../../src/engine/statistics/intervals/interval.ts';

/**
 * How often intervals of 95 % hold the true value: `npm run bench -- intervals [REPETITIONS]`, a line of JSON each. Samples are
 * drawn from distributions whose share, mean, median or difference is known; `none` are samples of which no interval is given.
 */
const REPETITIONS = Number(process.argv[2] ?? 1000);
const random = new Random(44, 4000);
let drawn = 0;
const unit = (): number => random.unit(drawn++, 0, 0);
const normal = (): number => Math.sqrt(-2 * Math.log(1 - unit())) * Math.cos(2 * Math.PI * unit());
const exponential = (): number => -Math.log(1 - unit());
const lognormal = (sigma: number): number => Math.exp(sigma * normal());
const many = <T>(n: number, draw: (i: number) => T): T[] => Array.from({ length: n }, (_, i) => draw(i));
const yes = (p: number): number => Number(unit() < p);
const rounded = (value: number): number => Math.round(value * 1000) / 1000;

/** Draws a sample and gives its interval, and the value that it is for where that is the sample's own. */
type Trial = () => Promise<{ readonly interval: Interval | null; readonly truth?: number }>;

async function cover(of: string, sample: string, truth: number, trial: Trial): Promise<void> {
  let [held, told, width] = [0, 0, 0];
  for (let repetition = 0; repetition < REPETITIONS; repetition++) {
    const { interval, truth: own = truth } = await trial();
    if (interval === null) continue;
    told++;
    width += interval[1] - interval[0];
    if (interval[0] <= own + 1e-9 && own - 1e-9 <= interval[1]) held++;
  }
  const line = {
    of,
    sample,
    truth: rounded(truth),
    covered: rounded(held / told),
    width: rounded(width / told),
  };
  console.log(JSON.stringify({ ...line, none: REPETITIONS - told }));
}

const once = (interval: Interval | null) => Promise.resolve({ interval });

async function shares(): Promise<void> {
  for (const n of [10, 30, 100])
    for (const p of [0.03, 0.1, 0.3, 0.5])
      await cover('share', `${n} cases`, p, () =>
        once(
          computeWilsonInterval(
            many(n, () => yes(p)).reduce((a, b) => a + b),
            n,
          ),
        ),
      );
  // Tasks of four trials: half of the tasks always end alike.
  for (const n of [15, 40])
    for (const p of [0.05, 0.3, 0.6])
      await cover('share', `${n} tasks of 4 trials`, p, () => {
        const parts = many(n, () => {
          const own = unit() < 0.5 ? yes(p) : p;
          return many(4, () => yes(own)).reduce((a, b) => a + b);
        });
        return once(
          computeShareInterval(
            parts,
            parts.map(() => 4),
          ),
        );
      });
}

/** Worlds in which now and then a large cascade reaches many, and else hardly anybody is reached. */
async function reach(): Promise<void> {
  for (const large of [0.1, 0.3])
    for (const n of [10, 20, 50, 200]) {
      const draw = () => (unit() < large ? 0.5 + 0.2 * unit() : 0.004 * unit());
      const truth = large * 0.6 + (1 - large) * 0.002;
      await cover('mean of shares', `${n} worlds, ${large} of them reach 60 %, else none`, truth, () =>
        once(computeMeanInterval(many(n, draw), drawn, 'share')),
      );
    }
}

/** A case, its tokens, and what a rule saves of them. */
type Case = readonly [whole: number, part: number];

/** A case that loops, with this probability, takes so many times the tokens of another, most of which the rule saves. */
const looping = (loops: number, times: number) => (): Case => {
  const loop = unit() < loops;
  const whole = lognormal(0.5) * (loop ? times : 1);
  return [whole, loop ? whole * (0.85 + 0.1 * unit()) : 0];
};

async function savings(): Promise<void> {
  for (const n of [20, 40, 100])
    for (const [loops, times] of [
      [0.125, 3],
      [0.125, 8],
      [0.3, 8],
    ]) {
      const draw = looping(loops, times);
      const mean = loops * times;
      const truth = (mean * 0.9) / (mean + 1 - loops);
      await cover(
        'share of tokens saved',
        `${n} cases, ${100 * loops} % loop, ${times} times as long`,
        truth,
        () => {
          const cases = many(n, draw);
          return once(
            computeShareInterval(
              cases.map(([, part]) => part),
              cases.map(([whole]) => whole),
            ),
          );
        },
      );
    }
}

async function means(): Promise<void> {
  const distributions = [
    ['normal', normal, 0],
    ['exponential', exponential, 1],
    ['lognormal, sigma 1', () => lognormal(1), Math.exp(0.5)],
    ['0 in nine of ten, else lognormal', () => (unit() < 0.1 ? lognormal(1) : 0), 0.1 * Math.exp(0.5)],
  ] as const;
  for (const [name, draw, truth] of distributions)
    for (const n of [5, 10, 20, 50, 200])
      await cover('mean', `${n} values, ${name}`, truth, () =>
        once(computeMeanInterval(many(n, draw), drawn, 'number')),
      );
}

async function differences(): Promise<void> {
  for (const n of [10, 20, 50, 200]) {
    await cover('paired difference', `${n} pairs, exponential with noise`, 0.2, () =>
      once(
        computeMeanInterval(
          many(n, () => 0.2 + 0.5 * (exponential() - exponential())),
          drawn,
          'number',
        ),
      ),
    );
    for (const [more, less] of [
      [0.02, 0.02],
      [0.1, 0.02],
      [0.3, 0.1],
    ])
      await cover(
        'paired difference of yes and no',
        `${n} pairs, ${more} more, ${less} less`,
        more - less,
        () => {
          const values = many(n, () => {
            const at = unit();
            return at < more ? 1 : at < more + less ? -1 : 0;
          });
          return once(computeMeanInterval(values, drawn, 'difference of shares'));
        },
      );
  }
  for (const [n, p, q] of [
    [20, 0.1, 0.3],
    [50, 0.05, 0.05],
    [50, 0.3, 0.6],
  ])
    await cover('difference of two shares', `${n} and ${n} cases`, q - p, () => {
      const estimate = (share: number) => {
        const count = many(n, () => yes(share)).reduce((a, b) => a + b);
        return { value: count / n, interval: computeWilsonInterval(count, n) };
      };
      return once(computeDifferenceInterval(estimate(p), estimate(q), 0));
    });
}

const SAME = async () => {};
const ofSets = async (a: Figure, b: Figure, n: number) =>
  (await computeContrasts([{ a, b }], { a: n, b: n, isPaired: true }, drawn % 2 ** 32, SAME))[0].intervals;

async function sets(): Promise<void> {
  const repetitions = 1;
  for (const n of [20, 50, 94]) {
    const stays = (draw: () => number) =>
      createMedianFigure(many(n * 3, i => ({ value: draw(), task: Math.floor(i / 3), weight: 1 / 3 })));
    await cover('median of a set', `${n} tasks of 3 stays, exponential`, Math.LN2, async () => {
      const { a } = await ofSets(stays(exponential), stays(exponential), n);
      return { interval: a };
    });
    await cover('difference of medians', `${n} tasks of 3 stays, exponential`, Math.LN2, async () => {
      const { difference } = await ofSets(
        stays(exponential),
        stays(() => 2 * exponential()),
        n,
      );
      return { interval: difference };
    });
    const ones = new Float64Array(n).fill(repetitions);
    await cover('difference of means of sets', `${n} tasks, exponential, going together`, 0.5, async () => {
      const common = many(n, exponential);
      const figure = (more: number) =>
        createRatioFigure(
          Float64Array.from(common, value => value + more * exponential()),
          ones,
          false,
        );
      return { interval: (await ofSets(figure(0.5), figure(1), n)).difference };
    });
    await cover('difference of shares of sets', `${n} tasks, going together`, 0.15, async () => {
      const common = many(n, unit);
      const figure = (p: number) =>
        createRatioFigure(
          Float64Array.from(common, at => yes(at < 0.5 ? 0 : 2 * p)),
          ones,
          true,
        );
      return { interval: (await ofSets(figure(0.2), figure(0.35), n)).difference };
    });
  }
}

/** Differences of several values without an effect, which all are to hold 0: those of one sweep. */
async function sweeps(): Promise<void> {
  const outcome = { unit: 'people' };
  for (const n of [20, 100])
    for (const comparisons of [1, 2, 4, 8]) {
      let [missed, told] = [0, 0];
      for (let sweep = 0; sweep < REPETITIONS; sweep++) {
        const intervals = many(comparisons, () => {
          const differences = many(n, () => exponential() - 1);
          const own = computePairedInterval(differences, drawn, outcome);
          return computeJointInterval(differences, own, comparisons, outcome);
        }).filter(interval => interval !== null);
        told += intervals.length;
        if (intervals.some(([low, high]) => low > 0 || high < 0)) missed++;
      }
      const sample = `${n} pairs, exponential, ${comparisons} comparisons`;
      const covered = rounded(1 - missed / REPETITIONS);
      console.log(
        JSON.stringify({ of: 'all of a sweep', sample, covered, none: REPETITIONS * comparisons - told }),
      );
    }
}

/** The one of nineteen rules that saves most, of which several hold in the same cases. */
async function chosen(): Promise<void> {
  const RULES = 19;
  for (const n of [40, 100])
    for (const overlap of [0, 0.5, 0.9])
      await cover('the best of 19', `${n} cases, ${100 * overlap} % alike`, Number.NaN, async () => {
        const cases = many(n, () => ({ whole: lognormal(0.5), common: unit() }));
        const rules = many(RULES, rule => {
          const holds = 0.1 + 0.01 * (rule % 5);
          const wholes = cases.map(({ whole }) => whole);
          const parts = cases.map(({ whole, common }) =>
            (unit() < overlap ? common : unit()) < holds ? whole * 0.8 : 0,
          );
          const saved = parts.reduce((a, b) => a + b) / wholes.reduce((a, b) => a + b);
          return { parts, wholes, saved, truth: holds * 0.8 };
        });
        const { parts, wholes, truth } = rules.reduce((a, b) => (b.saved > a.saved ? b : a));
        const alone = computeShareInterval(parts, wholes);
        const wide = computeShareInterval(parts, wholes, TAIL / RULES);
        return { interval: alone && wide && [wide[0], alone[1]], truth };
      });
}

await shares();
await reach();
await savings();
await means();
await differences();
await sets();
await chosen();
await sweeps();
