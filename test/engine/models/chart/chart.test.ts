import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { sha256OfText } from '#sha256';
import { buildRunDocumentJsonSchema } from '../../../../src/engine/models/buildRunDocumentJsonSchema.ts';
import { CHART_DIGESTS, CHARTS } from '../../../../src/engine/models/chart/bundledCharts.ts';
import type { ChartDetail } from '../../../../src/engine/models/chart/reports/chartQueries.ts';
import type { Run } from '../../../../src/engine/run/run.ts';
import { stateDistribution } from '../../../../src/engine/statechart/countAgentsByState.ts';
import { documentText, logRows, playTo } from '../../play.ts';
import { agentDetail } from '../../reports.ts';
import { openChart, playChart, scxml } from './playing.ts';

const isPublished = new Ajv2020({ strict: false, validateFormats: false }).compile(
  await buildRunDocumentJsonSchema(),
);
const seriesOf = (run: Run, name: string) => {
  const at = run.model.series.indexOf(name);
  return [...run.seriesRows.data.subarray(0, run.seriesRows.length)].filter(
    (_, i) => i % run.model.series.length === at,
  );
};

describe('a bundled chart', () => {
  it.each(CHARTS)('plays, repeats itself, and has a document that the schema allows: %s', async preset => {
    const text = readFileSync(new URL(`../../../../public/charts/${preset}.scxml`, import.meta.url), 'utf8');
    expect(sha256OfText(text)).toBe(CHART_DIGESTS[preset]);
    const run = await playChart(40, { preset });
    expect([isPublished(JSON.parse(documentText(run))), isPublished.errors]).toEqual([true, null]);
    expect(run.machine.log.rows).toBeGreaterThan(20);
    expect((await playChart(40, { preset })).hash).toBe(run.hash);
    expect((await playChart(40, { preset, seed: 2 })).hash).not.toBe(run.hash);
  });

  it.each(CHARTS)('continues from where it was saved to the same document: %s', async preset => {
    const whole = await playChart(30, { preset });
    const part = await playChart(12, { preset });
    const { run } = await openChart({ preset });
    run.restore(JSON.parse(JSON.stringify(part.save())));
    expect(documentText(await playTo(run, 30))).toBe(documentText(whole));
  });
});

describe('the chart of the vaccination', () => {
  const statesAfter = async (ticks: number, coverage: number) => {
    const run = await playChart(ticks, { preset: 'vaccination', parameters: { coverage } });
    return stateDistribution(run.machine);
  };

  it('vaccinates its share of those who do not bring the infection, in the first tick', async () => {
    const nobody = await statesAfter(1, 0);
    const others = 500 - nobody.infected;
    expect(nobody).toEqual({ arriving: 0, infected: 2, susceptible: others, recovered: 0, vaccinated: 0 });
    expect(await statesAfter(1, 1)).toEqual({ ...nobody, susceptible: 0, vaccinated: others });
    const { infected, vaccinated, susceptible } = await statesAfter(1, 0.3);
    expect([infected, vaccinated + susceptible]).toEqual([nobody.infected, others]);
    expect(Math.abs(vaccinated - 0.3 * others)).toBeLessThan(4 * Math.sqrt(others * 0.3 * 0.7));
  });

  it('leaves those who are vaccinated where they are', async () => {
    const [first, last] = [await statesAfter(1, 0.3), await statesAfter(120, 0.3)];
    expect(last.vaccinated).toBe(first.vaccinated);
    expect(last.recovered).toBeGreaterThan(100);
  });
});

describe('the parameters of a chart', () => {
  it.each([
    ['sir', ['recovery', 'seeded', 'transmission']],
    ['vaccination', ['coverage', 'recovery', 'seeded', 'transmission']],
    ['opinion', ['doubt', 'persuasion']],
    ['vending', ['stimulus']],
    ['society', []],
  ])('are those that it reads, those of its network, and those of every chart: %s', async (preset, names) => {
    for (const [network, own] of [
      ['small-world', ['neighbours', 'rewiring']],
      ['scale-free', ['edges_per_newcomer']],
    ] as const) {
      const { run } = await openChart({ preset, network });
      expect([...run.state.parametersRead!].sort()).toEqual(
        [...names, ...own, 'as_noted', 'tick_seconds'].sort(),
      );
    }
  });
});

describe('an infection', () => {
  it('begins in the seeded share of agents, and counts each agent by the transition that moved it', async () => {
    const run = await playChart(25, { agents: 2000, parameters: { seeded: 0.1 } });
    const [first] = seriesOf(run, 'events').slice(1);
    expect(first).toBeGreaterThan(150);
    expect(first).toBeLessThan(250);
    const sum = (name: string) => seriesOf(run, name).reduce((a, b) => a + b, 0);
    const { susceptible, recovered } = stateDistribution(run.machine);
    expect(sum('events') + sum('neighbours')).toBe(2000 - susceptible);
    expect(sum('rates')).toBe(recovered);
    expect(sum('timeouts')).toBe(0);
  });

  it('ends when nobody has it: its final size is the share that ever moved', async () => {
    const { run } = await openChart({ parameters: { recovery: 0.5 } });
    while (!run.state.isOver) await playTo(run, run.tick + 1);
    const { susceptible, infected } = stateDistribution(run.machine);
    expect(infected).toBe(0);
    expect(run.outcomesAt(run.tick)[0]).toBe((500 - susceptible) / 500);
    expect(run.outcomesAt(0).slice(0, 3)).toEqual([0, 0, 1]);
  });

  it('begins with one agent at least, by whatever seed', async () => {
    const firsts = new Set<number>();
    for (let seed = 1; seed <= 30; seed++) {
      const run = await playChart(1, { seed, agents: 100, parameters: { seeded: 0.0001 } });
      expect(seriesOf(run, 'events').at(-1)).toBe(1);
      firsts.add(run.machine.population.state.findIndex(state => state !== 0));
    }
    expect(firsts.size).toBeGreaterThan(15);
    const many = await playChart(1, { agents: 100, parameters: { seeded: 0.0001, transmission: 0 } });
    expect(many.state.isOver).toBe(false);
  });

  it('stands still without a seed, and ends at once', async () => {
    const run = await playChart(1, { parameters: { seeded: 0 } });
    expect([run.machine.log.rows, run.state.isOver]).toEqual([0, true]);
  });

  it('takes a parameter that is changed from the next tick on', async () => {
    const { run } = await openChart();
    await playTo(run, 5);
    run.change('transmission', 1);
    const before = stateDistribution(run.machine).infected;
    await playTo(run, 6);
    expect(stateDistribution(run.machine).infected).toBeGreaterThan(before * 1.5);
  });

  it('lists for an agent what may move it, and how likely that is', async () => {
    const run = await playChart(15);
    const state = run.machine.population.state;
    const details = [...state.keys()].map(agent => agentDetail(run, agent));
    const exposed = details.find(
      ({ model, state: at }) => at === 'susceptible' && (model as ChartDetail).neighbours[0].count === 1,
    )!;
    expect(exposed.triggers).toEqual([
      { trigger: 'seed', target: 'infected', ready: true, reason: 'always possible' },
      {
        trigger: 'catches it',
        target: 'infected',
        ready: true,
        reason: '0.08 a tick for each of 1 in infected: 8 %',
      },
    ]);
    const ill = details.find(({ state: at }) => at === 'infected')!;
    expect(ill.triggers).toEqual([
      { trigger: 'recovers', target: 'recovered', ready: true, reason: '0.1 a tick' },
    ]);
  });
});

describe('a chart of the user’s', () => {
  const lamp = scxml(
    '<state id="off"><transition event="press" target="on"/></state><state id="on"><transition event="press" target="off"/></state>',
  );

  it('that only answers gets events by chance, at the rate of the stimulus', async () => {
    const run = await playChart(50, { agents: 400 }, lamp);
    expect(run.config.parameters.stimulus).toBe(0.2);
    const rate = run.machine.log.rows / (400 * 50);
    expect(Math.abs(rate - 0.2)).toBeLessThan(4 * Math.sqrt((0.2 * 0.8) / (400 * 50)));
    expect(new Set(logRows(run).map(({ trigger }) => trigger))).toEqual(new Set(['press']));
  });

  it('is the same run as SCXML and as a configuration of XState', async () => {
    const xstate = JSON.stringify({
      id: 'lamp',
      initial: 'off',
      states: { off: { on: { press: 'on' } }, on: { on: { press: 'off' } } },
    });
    const [a, b] = [await playChart(20, {}, lamp), await playChart(20, {}, xstate, 'lamp.json')];
    expect(logRows(b)).toEqual(logRows(a));
  });

  it('is held whole by its document', async () => {
    const run = await playChart(3, {}, lamp);
    const { chart, config } = JSON.parse(documentText(run));
    expect(chart.map(({ text }: { text: string }) => text).join('\n')).toBe(lamp);
    expect(config.chart).toEqual({ name: 'own.scxml', count: 2, sha256: sha256OfText(lamp) });
  });

  it('may time out, wait for an event and stay where nothing leads on', async () => {
    const own = scxml(
      '<state id="a" sc:timeout="3"><transition sc:after="timeout" target="b"/></state><state id="b"/>',
    );
    const run = await playChart(10, { agents: 5, network: 'random' }, own);
    expect(logRows(run).map(({ tick, trigger }) => [tick, trigger])).toEqual(
      Array.from({ length: 5 }, () => [4, 'timeout']),
    );
    expect(run.state.isOver).toBe(true);
  });

  const two = (inA: string, inB = '', more = '') =>
    scxml(`<state id="a">${inA}</state><state id="b">${inB}</state>${more}`);
  const few = { agents: 40, network: 'random' } as const;

  it('answers an event called timeout when it comes, and waits for no time', async () => {
    const run = await playChart(
      1,
      { ...few, parameters: { stimulus: 0 } },
      two('<transition event="timeout" target="b"/>'),
    );
    expect([run.machine.log.rows, run.state.isOver]).toEqual([0, true]);
  });

  it('is not over while an event is still to come', async () => {
    const run = await playChart(
      8,
      { ...few, parameters: { seeded: 1, stimulus: 0 } },
      two(
        '<transition event="seed" target="b"/>',
        `<onentry><send event="go" delayexpr="'5s'"/></onentry><transition event="go" target="c"/>`,
        '<state id="c"/>',
      ),
    );
    expect(stateDistribution(run.machine)).toEqual({ a: 0, b: 0, c: 40 });
    expect(run.state.isOver).toBe(true);
  });

  it('keeps what it sets itself when another parameter is changed', async () => {
    const { run } = await openChart(
      { ...few, parameters: { seeded: 1 } },
      two(
        '<transition event="seed" target="b"><sc:set column="recovery" value="0"/></transition>',
        '<transition sc:rate="recovery" target="c"/>',
        '<state id="c"/>',
      ),
    );
    await playTo(run, 3);
    run.change('doubt', 0.5);
    await playTo(run, 20);
    expect(stateDistribution(run.machine).b).toBe(40);
  });

  it('gets events by chance although it has rates as well', async () => {
    const text = readFileSync(new URL('../../../../public/charts/vending.scxml', import.meta.url), 'utf8');
    const run = await playChart(20, few, text);
    expect(new Set(logRows(run).map(({ trigger }) => trigger))).toContain('coin');
  });

  it('counts a guard that throws once a tick for each agent, however often it is shown', async () => {
    const text = two('<transition event="x" cond="nobody.home" target="b"/>');
    const { run } = await openChart({ agents: 10, parameters: { stimulus: 1 } }, text);
    await playTo(run, 4);
    expect(run.machine.failures.count).toBe(40);
    for (let look = 0; look < 3; look++) await agentDetail(run, 3);
    expect(run.machine.failures.count).toBe(40);
    expect(run.machine.failures.kept[10]).toMatchObject({ kind: 'guard', agent: 0, tick: 2 });
  });

  it('has the columns that it sets within a condition', async () => {
    const run = await playChart(
      5,
      few,
      two(
        '<transition event="x" target="b"><if cond="true"><sc:set column="hidden" value="1"/></if></transition>',
      ),
    );
    expect(run.machine.failures.count).toBe(0);
    expect(run.machine.population.column('hidden')).toContain(1);
  });

  it('has rates of 1 at most, whatever a column holds', async () => {
    const run = await playChart(
      2,
      { ...few, parameters: { seeded: 1 } },
      two(
        '<transition event="seed" target="b"><sc:set column="r" value="3"/></transition>',
        '<transition sc:rate="r" target="c"/>',
        '<state id="c"/>',
      ),
    );
    expect(stateDistribution(run.machine).c).toBe(40);
  });

  it('may give its states and events any names', async () => {
    const run = await playChart(
      3,
      few,
      scxml(
        '<state id="__proto__"><transition event="round_ends" target="constructor"/></state><state id="constructor"/>',
      ),
    );
    expect(run.machine.log.rows).toBeLessThan(40);
    expect(stateDistribution(run.machine).constructor).toBe(run.machine.log.rows);
  });

  it('continues to a change that is still to come, and notes a column that nothing sets', async () => {
    const own = two('<transition event="x" target="b"/>', '<transition sc:rate="stimulis" target="a"/>');
    const changes = [{ tick: 4, name: 'stimulus', value: 1 }];
    const { run, notes } = await openChart({ ...few, parameters: { stimulus: 0 }, changes }, own);
    expect(notes).toContain('own.scxml: column “stimulis” is read and set by nothing: it is 0');
    await playTo(run, 4);
    expect(stateDistribution(run.machine).b).toBe(40);
  });

  it('notes rates that sum to more than 1, and has another hash only where they can', async () => {
    const own = (rate: string) =>
      two(`<transition sc:rate="${rate}" target="b"/><transition sc:rate="0.6" target="a"/>`, '');
    const over = await openChart(few, own('0.8'));
    expect(over.notes).toContain(
      'own.scxml: out of a rates sum to 1.4, more than 1 a tick: each is divided by the sum (b 0.571, a 0.429)',
    );
    expect(over.run.config.parameters.first_rate_wins).toBe(false);
    const guarded = two(
      '<transition sc:rate="0.8" cond="x == 1" target="b"/><transition sc:rate="0.8" target="a"/>'.replace(
        'cond=',
        'sc:cond=',
      ),
      '',
    );
    expect((await openChart(few, guarded)).notes.join()).not.toContain('sum to');
    const within = await openChart(few, own('0.4'));
    expect(within.notes.join()).not.toContain('sum to');
    expect(within.run.config.parameters.first_rate_wins).toBe(true);
    for (const preset of ['sir', 'sis', 'vending'])
      expect((await openChart({ preset })).run.config.parameters.first_rate_wins).toBe(true);
    // Of the watch an alarm and an empty battery may come at once.
    for (const preset of ['opinion', 'society', 'watch'])
      expect((await openChart({ preset })).run.config.parameters.first_rate_wins).toBe(false);
  });

  it('shows how long it has been in a state of several regions, and when it times out', async () => {
    const run = await playChart(30, { preset: 'watch' });
    const lit = [...run.machine.population.state.keys()]
      .map(agent => agentDetail(run, agent))
      .filter(({ leaves }) => leaves?.includes('lit'));
    expect(lit.length).toBeGreaterThan(3);
    for (const { triggers } of lit)
      expect(
        triggers.find(({ trigger, target }) => trigger === 'timeout' && target === 'dark')!.reason,
      ).toMatch(/^\d so far; fires after 1$/);
  });

  it.each([
    ['has a mistake', scxml('<state id="a"><transition event="x" target="nowhere"/></state>'), 'nowhere'],
    [
      'is not a chart',
      '<html></html>',
      'own.scxml looks like a web page (HTML). What is read here: a statechart',
    ],
  ])('that %s is refused in words', async (_, text, words) => {
    await expect(openChart({}, text)).rejects.toThrow(words);
  });
});

describe('the generated network of a chart', () => {
  it('keeps its given degree, and is as before where none is given', async () => {
    const edges = async (parameters: Readonly<Record<string, number>>) =>
      (await openChart({ agents: 100, parameters })).run.config.networkInfo!.edges;
    expect(await edges({})).toBe(await edges({ neighbours: 8 }));
    expect(await edges({ neighbours: 4 })).toBe((await edges({})) / 2);
    const usual = await playChart(5, {});
    const named = await playChart(5, { parameters: { neighbours: 8, edges_per_newcomer: 3 } });
    expect(named.hash).toBe(usual.hash);
    expect((await playChart(5, { parameters: { neighbours: 4 } })).hash).not.toBe(usual.hash);
  });
});

describe('a chart with delays', () => {
  const text = scxml(
    '<state id="a"><onentry><send event="go" delay="2m"/></onentry><transition event="go" target="b"/></state><state id="b"/>',
  );
  /** The second of the run's clock in which everybody has moved. */
  async function moved(parameters: Record<string, number>, name = 'own.scxml', own = text) {
    const run = await playChart(130, { agents: 20, parameters: { stimulus: 0, ...parameters } }, own, name);
    const ticks = new Set<number>(JSON.parse(documentText(run)).transitions.tick);
    return [...ticks].map(tick => tick * run.config.tickSeconds);
  }

  it('follows the run’s clock, whatever the length of a tick', async () => {
    expect(await moved({})).toEqual([120]);
    expect(await moved({ tick_seconds: 60 })).toEqual([120]);
    expect(await moved({ tick_seconds: 180 })).toEqual([180]);
    const light = '{"id":"m","initial":"a","states":{"a":{"after":{"120000":"b"}},"b":{}}}';
    expect(await moved({ tick_seconds: 40 }, 'own.json', light)).toEqual([120]);
  });

  it('has a tick of a second unless it is given, and notes it', async () => {
    const { run, notes } = await openChart({}, text);
    expect(run.config.tickSeconds).toBe(1);
    expect(notes).toContain('own.scxml: its delays are times of the run’s clock, on which a tick is 1 s');
    const longer = await openChart({ parameters: { tick_seconds: 180 } }, text);
    expect(longer.notes.join()).toMatch(
      /own\.scxml, line 1, column \d+: “go” comes after 3 min instead of 2 min: a tick is 3 min/,
    );
    expect((await openChart()).run.config.tickSeconds).toBe(180);
  });
});

describe('a chart with unknown functions', () => {
  const text =
    '{"id":"m","initial":"a","states":{"a":{"entry":["ring"],"after":{"1000":[{"target":"b","guard":"isReady"},{"target":"c"}]}},"b":{},"c":{}}}';

  it('is played as noted where that is requested, and notes it', async () => {
    await expect(openChart({}, text, 'own.json')).rejects.toThrow(
      'with “Unknown functions: as noted” (--as_noted on) it plays as true',
    );
    const { run, notes } = await openChart({ parameters: { as_noted: true } }, text, 'own.json');
    expect(notes).toContain('own.json, guard "isReady" is unknown here, and played as true');
    expect(notes).toContain('own.json, action "ring" is unknown here, and does nothing');
    const { config } = JSON.parse(documentText(await playTo(run, 3)));
    expect(config.parameters).toMatchObject({ as_noted: true });
  });
});
