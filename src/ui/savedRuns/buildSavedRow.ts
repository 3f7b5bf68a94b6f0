import { isLanguageModelOracle } from '../../engine/oracle/oracleSetup.ts';
import { formatNounCount } from '../lib/formatCounts.ts';
import { getModelAppearance, listModelChoices } from '../model/getModelAppearance.ts';
import type { TickColumns } from '../run/tickColumns.ts';
import { getChoiceLabel } from '../state/oracleChoices.ts';
import type { Branch, PageState, RunState } from '../state/pageState.ts';
import { type SavedParent, type SavedRow, selectSavedView } from '../state/savedRow.ts';
import { collectChangedParameters } from '../store/changedParameters.ts';
import { getRunAddress } from './findRunToRestore.ts';

/** Points of a run's small line. */
const POINTS = 40;

/** The list's entry for the run on the screen; null if it is not saved. @param now milliseconds since 1970 */
export function buildSavedRow(state: PageState, now: number): SavedRow | null {
  const { run, keptAs, kept, hash, head, branch } = state;
  if (run === null || keptAs === null || kept === null) return null;
  return {
    id: keptAs,
    name: null,
    setup: run.setup,
    words: describeSavedRun(state, run),
    agents: run.info.config.agents,
    tick: Math.max(0, head),
    hash,
    bytes: kept.bytes,
    address: getRunAddress(),
    touched: now,
    isPinned: false,
    spark: computeSparkShares(
      run.columns,
      run.info.config.agents,
      run.info.chart.states.indexOf(run.info.chart.initial),
    ),
    decider: describeRowDecider(state, run),
    parent: branch && buildRowParent(branch),
    view: selectSavedView(state),
  };
}

function buildRowParent({ from, change, since, isOtherText = false, parent }: Branch): SavedParent {
  const { keptAs, hash, head, setup, files } = parent;
  // Its files are not in the list.
  const isRepeatable = parent.isRepeatable && files === null;
  return { id: keptAs, hash, head, setup, isRepeatable, from, change, since, isOtherText };
}

/** "Social, Congress, Showcase, 2 changes". A preset that is a set of inputs is not played if the user has own ones. */
function describeSavedRun(state: PageState, { setup, info }: RunState): string {
  const look = getModelAppearance(setup.model);
  const changed = collectChangedParameters(state).length;
  const inputs = setup.own?.map(name => info.config.inputInfo[name]?.name ?? name) ?? [];
  return [
    getChoiceLabel(listModelChoices(), setup.model),
    ...(look.networks.length > 0 ? [info.config.networkInfo?.name ?? setup.network] : []),
    ...(setup.own?.includes(look.presetsAre ?? '') ? [] : [getChoiceLabel(look.presets, setup.preset)]),
    ...inputs,
    ...(changed > 0 ? [formatNounCount(changed, 'change')] : []),
  ].join(', ');
}

function describeRowDecider({ mixed }: PageState, { setup: { oracle } }: RunState): string | null {
  const last = isLanguageModelOracle(oracle) ? oracle.model : oracle.kind === 'replay' ? 'a recording' : null;
  return mixed ? `more than one, at last ${last ?? 'the policy'}` : last;
}

/** Shares of agents outside the initial state, at evenly spaced ticks. */
function computeSparkShares(columns: TickColumns, agents: number, initial: number): readonly number[] {
  const { head } = columns;
  const points = Math.min(POINTS, Math.max(2, head + 1));
  return Array.from({ length: points }, (_, i) => {
    const resting = columns.count(Math.round((head * i) / (points - 1)), Math.max(0, initial));
    const share = 1 - resting / Math.max(1, agents);
    return Math.round(share * 1000) / 1000;
  });
}
