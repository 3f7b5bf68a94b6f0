import { MAX_ROUNDS } from '../../../../engine/core/indices.ts';
import type { Setup } from '../../../../engine/setup/config.ts';
import { getModelDefaults } from '../../../model/getModelAppearance.ts';
import type { PageParts } from '../../../model/modelPlugin.ts';
import type { PageState, PageStore, RunState } from '../../../state/pageState.ts';
import { getRecordedPart, isObserved, OBSERVED_FILE, RECORDED } from '../recordedPart.ts';

/** All traces that a receiver has sent. */
interface ReceivedTraces {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Bytes that have come so far, those that the receiver has dropped among them. */
  readonly received: number;
  /** Hears the set-up of their run before it is made. */
  opens(setup: Setup): void;
}

/**
 * Makes the run of all traces, with what was set in the one before, and shows in it who was shown there. Until it can
 * answer what the one before had answered, that one stays on the screen.
 * @returns true if it is there, and no other run has taken its place
 */
export async function openReceivedTraces(
  { store, commands }: PageParts,
  { bytes, received, opens }: ReceivedTraces,
): Promise<boolean> {
  const before = store.getState();
  const former = isObserved(before) ? before.run : null;
  const first = { ...getModelDefaults(RECORDED.model), own: ['traces'], parameters: { under_way: true } };
  // A set-up of its own: by that the run is known.
  const setup = { ...(former === null ? first : former.setup) };
  opens(setup);
  if (former !== null) before.holdRun(setup);
  try {
    const isOpen = await commands.open(setup, { traces: [{ name: OBSERVED_FILE, bytes }] }, MAX_ROUNDS);
    if (!isOpen || store.getState().run?.setup !== setup) return false;
    // The receiver keeps what came: of the run one is enough.
    if (former !== null && before.keptAs !== null) void commands.forgetKept(before.keptAs);
    const mapChoice = former === null ? () => {} : keepChoice(store, former, setup);
    // It counts as followed once it has been played.
    store.getState().know(RECORDED, { received });
    if (former !== null) await awaitAnswers(store, before);
    mapChoice();
    return store.getState().run?.setup === setup;
  } finally {
    // Another run that was opened meanwhile has ended the hold, and may hold its own.
    if (store.getState().heldFor === setup) store.getState().holdRun(null);
  }
}

/**
 * Selects and pins the agents of the run before in the one that has taken its place, by their names. Where they have other
 * numbers now, views see those of before as long as they see the run before.
 * @returns what maps a choice that was made meanwhile
 */
function keepChoice(store: PageStore, former: RunState, setup: Setup): () => void {
  const { run, selection, pinned, holdRun } = store.getState();
  const [names, old] = [run?.info.names ?? [], former.info.names];
  if (old.every((name, agent) => isSameCase(names[agent], name))) {
    selectState(store, former, selection.agents);
    return () => {};
  }
  holdRun(setup, { selection, pinned });
  const find = (agents: readonly number[]) =>
    agents.flatMap(agent => findCaseByName(names, agent, old[agent] ?? '') ?? []);
  const mapped = { agents: find(selection.agents), pinned: find(pinned) };
  selectState(store, former, mapped.agents);
  store.getState().restore({ pinned: mapped.pinned });
  const kept = store.getState();
  return () => {
    const now = store.getState();
    if (now.run?.setup !== setup) return;
    if (now.selection.agents !== kept.selection.agents) now.select({ agents: find(now.selection.agents) });
    if (now.pinned !== kept.pinned) now.restore({ pinned: find(now.pinned) });
  };
}

/** Selects agents, with the state that was selected in the run before. */
function selectState(store: PageStore, former: RunState, agents: readonly number[]): void {
  const { run, selection, select } = store.getState();
  const name = selection.state === null ? undefined : former.info.chart.states[selection.state];
  const state = name === undefined ? -1 : (run?.info.chart.states.indexOf(name) ?? -1);
  select({ agents, state: state < 0 ? null : state, own: selection.own });
}

/** Longest time for which a run that has been replaced stays on the screen, milliseconds. */
const MAX_HOLD = 1500;

/** Waits until the run answers what the one before had answered, and not longer than `MAX_HOLD`. */
async function awaitAnswers(store: PageStore, before: PageState): Promise<void> {
  // Another run that is opened ends the hold.
  const isAnswered = (now: PageState) =>
    now.held === null || listAnswers(before).every(name => listAnswers(now).includes(name));
  if (isAnswered(store.getState())) return;
  await new Promise<void>(resolve => {
    const end = () => {
      stop();
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(end, MAX_HOLD);
    const stop = store.subscribe(now => isAnswered(now) && end());
  });
}

/** Names of what the engine has answered about the run on the screen. */
function listAnswers(state: PageState): readonly string[] {
  const { society, order, detail, run, shownRows } = state;
  const rows = run?.histories.missing(shownRows).length === 0 ? true : null;
  const { frame, flow, ways, live, costs, rule, clock, calls, trace, mapping } = getRecordedPart(state);
  const answers = {
    society,
    order,
    detail,
    rows,
    frame,
    flow,
    ways,
    live,
    costs,
    rule,
    clock,
    calls,
    trace,
    mapping,
  };
  return Object.entries(answers).flatMap(([name, answer]) => (answer === null ? [] : [name]));
}

/** Numbers in a name that change: cases are numbered by when they began, and end with how many sub-agents they have sent. */
const CASE_NUMBERS = /^case \d+: | \+\d+$/g;

/** True if two names are one case's, whatever their changing parts. */
const isSameCase = (one: string | undefined, other: string): boolean =>
  one?.replace(CASE_NUMBERS, '') === other.replace(CASE_NUMBERS, '');

/** Number of the case with this name, without the changing parts; null if there is none or several. */
export function findCaseByName(names: readonly string[], agent: number, name: string): number | null {
  if (names[agent] === name) return agent;
  const found = [...names.keys()].filter(at => isSameCase(names[at], name));
  return found.length === 1 ? found[0] : null;
}
