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
 */
export async function openReceivedTraces(page: PageParts, traces: ReceivedTraces): Promise<boolean> {
  const { store } = page;
  const before = store.getState();
  if (isObserved(before)) before.holdRun(true);
  try {
    const isOpen = await openTraces(page, traces);
    // It counts as followed once it has been played.
    if (isOpen) store.getState().know(RECORDED, { received: traces.received });
    if (isOpen && isObserved(before)) await awaitAnswers(store, before);
    return isOpen;
  } finally {
    before.holdRun(false);
  }
}

async function openTraces(
  { store, commands }: PageParts,
  { bytes, opens }: ReceivedTraces,
): Promise<boolean> {
  const { run, keptAs } = store.getState();
  const isOn = isObserved(store.getState());
  const first = { ...getModelDefaults(RECORDED.model), own: ['traces'], parameters: { under_way: true } };
  // A set-up of its own: by that the run is known.
  const setup = { ...(isOn && run !== null ? run.setup : first) };
  opens(setup);
  const isOpen = await commands.open(setup, { traces: [{ name: OBSERVED_FILE, bytes }] }, MAX_ROUNDS);
  if (!isOpen) return false;
  // The receiver keeps what came: of the run one is enough.
  if (isOn && keptAs !== null) void commands.forgetKept(keptAs);
  keepSelection(store, isOn ? run : null);
  return true;
}

/** Selects and pins the agents of the run before in the one that has taken its place, by their names. */
function keepSelection(store: PageStore, before: RunState | null): void {
  const { run, selection, pinned, select, restore } = store.getState();
  if (before === null || run === null) return;
  const find = (agents: readonly number[]) =>
    agents.flatMap(agent => findCaseByName(run.info.names, agent, before.info.names[agent] ?? '') ?? []);
  const state =
    selection.state === null
      ? -1
      : run.info.chart.states.indexOf(before.info.chart.states[selection.state] ?? '');
  select({ agents: find(selection.agents), state: state < 0 ? null : state, own: selection.own });
  restore({ pinned: find(pinned) });
}

/** Longest time for which a run that has been replaced stays on the screen, milliseconds. */
const MAX_HOLD = 1500;

/** Waits until the run answers what the one before had answered, and not longer than `MAX_HOLD`. */
async function awaitAnswers(store: PageStore, before: PageState): Promise<void> {
  const isAnswered = (now: PageState) => listAnswers(before).every(name => listAnswers(now).includes(name));
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

/** Number of the case with this name, without the changing parts; null if there is none or several. */
export function findCaseByName(names: readonly string[], agent: number, name: string): number | null {
  if (names[agent] === name) return agent;
  const own = name.replace(CASE_NUMBERS, '');
  const found = [...names.keys()].filter(at => names[at].replace(CASE_NUMBERS, '') === own);
  return found.length === 1 ? found[0] : null;
}
