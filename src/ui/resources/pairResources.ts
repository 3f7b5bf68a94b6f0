import type { OutcomeValues } from '../../engine/model/outcomeDefinition.ts';
import { isRecordedModel } from '../model/getModelAppearance.ts';
import { getCurrentPlugin } from '../model/registered.ts';
import { createResource } from '../reading/resource.ts';
import type { PageState, RunState } from '../state/pageState.ts';
import { getComparedTick } from '../state/viewState.ts';

/** Milliseconds between two looks at the outcomes of both runs, while the one on the screen plays. */
const PAIR_POLL_MS = 500;

/** Parts of the run on the screen and of the other one, as A and B. */
const orderPairSides = <Part>(own: Part, other: Part, { pair }: Pick<PageState, 'pair'>) =>
  pair?.isOwnB ? { a: other, b: own } : { a: own, b: other };

/** Differences between two runs; the other one is played on to the paused round of the one on the screen. */
export const DIFFERENCES_RESOURCE = createResource({
  subject({ pair, phase, head }) {
    if (pair === null) return null;
    // Recorded cases are known to their ends, whatever has been played.
    if (isRecordedModel(pair.run.setup.model)) return [pair.run, 0, pair.isOwnB] as const;
    return phase === 'paused' ? ([pair.run, head, pair.isOwnB] as const) : null;
  },
  async ask(engine, [other, head, isOwnB]) {
    const more = other.columns.head < head ? await engine.playOther(head) : null;
    return { more, differences: await engine.differences(isOwnB) };
  },
  keep({ pair, knowPair }, { more, differences }, [other]) {
    if (pair?.run !== other) return;
    if (more !== null) {
      other.columns.append(more);
      other.histories.expire();
    }
    knowPair({ differences });
  },
  isTimeless: true,
});

/** Outcomes of two runs, and who is elsewhere, at the round that is looked at, or at the last one that both have. */
export const PAIR_OUTCOMES_RESOURCE = createResource({
  subject: state => state.pair && ([state.pair.run, getComparedTick(state)] as const),
  async ask(engine, [, tick], state) {
    const other = engine.readOther('asOf', [tick]) as ReturnType<typeof engine.asOf>;
    const states = engine.readOther('statesAt', [tick]) as ReturnType<typeof engine.statesAt>;
    const [own, its, here, there] = await Promise.all([
      engine.asOf(tick),
      other,
      engine.statesAt(tick),
      states,
    ]);
    const { run, pair } = state;
    // Recorded cases of one number are not the same ones.
    const isOther = pair === null || isRecordedModel(pair.run.setup.model);
    const elsewhere =
      run === null || isOther ? null : findDifferingAgents(run, here.state, pair.run, there.state);
    const others =
      pair === null || run === null ? its.outcomes : alignOutcomeValues(run, pair.run, its.outcomes);
    return { elsewhere, outcomes: { tick, ...orderPairSides(own.outcomes, others, state) } };
  },
  keep({ pair, knowPair }, { outcomes, elsewhere }, [other]) {
    if (pair?.run === other) knowPair({ outcomes, elsewhere });
  },
  isTimeless: true,
  pace: ({ phase }) => (phase === 'playing' ? PAIR_POLL_MS : 0),
});

/**
 * Values of the other run in the order of this one's outcomes, which depend on its chart; null for one that the other
 * has not.
 */
function alignOutcomeValues(run: RunState, other: RunState, values: OutcomeValues): OutcomeValues {
  const places = new Map(other.info.outcomes.map(({ name }, at) => [name, at]));
  return run.info.outcomes.map(({ name }) => values[places.get(name) ?? -1] ?? null);
}

/** Agents of both runs that are in states of different names. */
function findDifferingAgents(
  one: RunState,
  here: Uint16Array,
  other: RunState,
  there: Uint16Array,
): ReadonlySet<number> {
  const [names, others] = [one.info.chart.states, other.info.chart.states];
  const agents = new Set<number>();
  for (let agent = 0; agent < Math.min(here.length, there.length); agent++)
    if (names[here[agent]] !== others[there[agent]]) agents.add(agent);
  return agents;
}

/** Histories of the other run's agents whose rows are on the screen. */
export const OTHER_TIMELINES_RESOURCE = createResource({
  subject: ({ pair, shownRows }) => {
    const missing = pair?.run.histories.missing(shownRows) ?? [];
    return pair && missing.length > 0 ? ([pair.run, pair.differences, missing] as const) : null;
  },
  ask: (engine, [, , agents]) =>
    engine.readOther('timelines', [agents]) as ReturnType<typeof engine.timelines>,
  keep({ pair, knowPair }, rows, [other]) {
    if (pair?.run !== other) return;
    other.histories.load(rows, other.columns.head);
    knowPair({});
  },
  isKeptLate: true,
  isTimeless: true,
});

/** The texts that two runs are made from, for a model that has one. */
export const PAIR_TEXTS_RESOURCE = createResource({
  subject: state => (state.pair && getCurrentPlugin(state).textOf ? ([state.pair.run] as const) : null),
  async ask(engine, _, state) {
    const { textOf } = getCurrentPlugin(state);
    const other = {
      query: (name: string, argument: unknown) => engine.readOther('query', [name, argument]),
    };
    const [own, its] = await Promise.all([textOf?.(engine) ?? '', textOf?.(other) ?? '']);
    return orderPairSides(own, its, state);
  },
  keep({ pair, knowPair }, texts, [other]) {
    if (pair?.run === other) knowPair({ texts });
  },
  isTimeless: true,
});
