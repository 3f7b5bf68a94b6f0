import { NO_NETWORK } from '../../../checks/createDefaultSetup.ts';
import { InputError } from '../../../core/errors.ts';
import { formatQuotedText } from '../../../core/formatQuotedText.ts';
import type { Material, ModelSources } from '../../../model/model.ts';
import type { Setup } from '../../../setup/config.ts';
import type { ChartDefinition, DataGuard } from '../../../statechart/definition.ts';
import { HIERARCHY, type Hierarchy } from '../../../statechart/hierarchy/hierarchy.ts';
import type { Population } from '../../../statechart/population.ts';
import { PHASE_TRANSITIONS, spent, VERDICTS } from '../governedChart.ts';
import { COMPOSITE_WORDS } from '../governedChartWords.ts';
import { STUCK } from '../stuck/ruleColumns.ts';
import { buildCorpusFromFiles, type Corpus, HANDBOOK, readJsonCorpus } from './corpus.ts';
import { BUILT_IN_MISSIONS, type Missions, readMissions } from './missions.ts';

/** Column of the second chances that an agent has used. */
const USED_COLUMN = 'chances_used';
/** Column of those that it has in all. */
const LIMIT_COLUMN = 'second_chances';

/** Second chances of each agent, in columns that the chart with second chances reads. */
export class Chances {
  readonly used: Int32Array;
  /** Questions that had been asked at its last resume; 0 before. */
  readonly #since: Int32Array;

  /** @param limit second chances of an agent, at least 1 */
  constructor(
    population: Population,
    readonly limit: number,
  ) {
    this.used = population.addInteger(USED_COLUMN);
    this.#since = population.addInteger('resumed_after');
    population.addInteger(LIMIT_COLUMN).fill(limit);
  }

  hasOne(agent: number): boolean {
    return this.used[agent] < this.limit;
  }

  /** @param asked questions so far */
  use(agent: number, asked: number): void {
    this.used[agent]++;
    this.#since[agent] = asked;
  }

  /** Of these steps, how many were asked since its last resume. */
  counted(agent: number, steps: readonly number[]): number {
    return steps.filter(step => step > this.#since[agent]).length;
  }
}

/** Inputs of a run. */
export interface GovernedInputs {
  readonly corpus: Corpus;
  readonly missions: Missions;
  /** The chart with second chances, for a run that has some. */
  readonly composite: { readonly chart: ChartDefinition; readonly hierarchy: Hierarchy } | null;
}

/** True if a set-up gives second chances. */
export const hasSecondChances = ({ parameters }: Setup): boolean =>
  Number(parameters.second_chances ?? 0) > 0;

/** The user's own missions and documents, or the bundled ones. @throws InputError */
export async function loadGovernedInputs(
  setup: Setup,
  sources: ModelSources,
): Promise<Material<GovernedInputs>> {
  if (setup.network !== NO_NETWORK)
    throw new InputError(
      `model governed takes no network, but the set-up names "${formatQuotedText(setup.network)}"`,
    );
  const { agents: wanted, own = [] } = setup;
  const missions = own.includes('missions') ? readUserMissions(sources) : BUILT_IN_MISSIONS;
  const corpus = own.includes('corpus')
    ? buildCorpusFromFiles(sources.files.corpus ?? [])
    : readJsonCorpus(HANDBOOK, await sources.bundled(`corpora/${HANDBOOK}.json`));
  const { list } = missions;
  return {
    inputs: {
      corpus,
      missions,
      composite: hasSecondChances(setup) ? COMPOSITE : null,
    },
    agents: wanted ?? list.length,
    networkInfo: null,
    inputInfo: {
      corpus: { name: corpus.name, count: corpus.documents.length, sha256: corpus.sha256 },
      missions: { name: missions.name, count: list.length, sha256: missions.sha256 },
    },
    notes:
      wanted !== null && wanted > list.length
        ? [`${list.length} missions for ${wanted} agents: repeated`]
        : [],
  };
}

function readUserMissions(sources: ModelSources): Missions {
  const [file] = sources.files.missions ?? [];
  if (file === undefined)
    throw new InputError(
      'this run used your own list of missions; drop the file on the page to open it again',
    );
  return readMissions(file.name, file.bytes);
}

/** The compound state of the phases in which an agent is asked, its history, and that of the states of being stuck. */
const WORKING = 'working';
const RESUME_HISTORY = 'where_it_was';
const BEING_STUCK = 'stuck';

const createChancesGuard = (op: DataGuard['op'], name: string): DataGuard => ({
  kind: 'compare',
  column: USED_COLUMN,
  op,
  value: { column: LIMIT_COLUMN },
  name,
});

/** A timeout is of simulated time, not of ticks: it is an event like any other. */
const verdicts = VERDICTS.map(verdict => ({
  ...verdict,
  ...(verdict.trigger === 'timeout' && { on: [verdict.trigger] }),
}));

/**
 * The phases of the flat chart with second chances: who is stuck is sent back to the phase that it came from, which the
 * history of `working` remembers, until its chances are used up. What several phases share is said once.
 */
export const compositeGovernedChart: ChartDefinition = {
  name: 'governed with second chances',
  initial: 'init',
  words: COMPOSITE_WORDS,
  states: [
    'init',
    {
      id: WORKING,
      states: [
        'searching',
        'analyzing',
        'deciding',
        { id: RESUME_HISTORY, kind: 'history', initial: 'searching' },
      ],
    },
    { id: BEING_STUCK, states: Object.values(STUCK) },
    'finishing',
  ],
  transitions: [
    ...PHASE_TRANSITIONS,
    { trigger: 'finish', source: WORKING, target: 'finishing' },
    ...verdicts,
    {
      trigger: 'resume',
      source: BEING_STUCK,
      target: RESUME_HISTORY,
      guard: createChancesGuard('<', 'it has a chance left'),
    },
    {
      trigger: 'give_up',
      source: BEING_STUCK,
      target: 'finishing',
      guard: createChancesGuard('>=', 'its chances are used up'),
    },
    ...['init', WORKING].map(source => ({
      trigger: 'step_limit',
      source,
      target: 'finishing',
      guard: spent,
    })),
  ],
};

/** That chart with its interpreter. */
const COMPOSITE = { chart: compositeGovernedChart, hierarchy: HIERARCHY };
