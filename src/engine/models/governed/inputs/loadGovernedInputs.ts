import { NO_NETWORK } from '../../../checks/createDefaultSetup.ts';
import { InputError } from '../../../core/errors.ts';
import { formatQuotedText } from '../../../core/formatQuotedText.ts';
import type { Material, ModelSources } from '../../../model/model.ts';
import type { Setup } from '../../../setup/config.ts';
import type { ChartDefinition } from '../../../statechart/definition.ts';
import type { Hierarchy } from '../../../statechart/hierarchy/hierarchy.ts';
import { COMPOSITE } from '../compositeGovernedChart.ts';
import { buildCorpusFromFiles, type Corpus, HANDBOOK, readJsonCorpus } from './corpus.ts';
import { BUILT_IN_MISSIONS, type Missions, readMissions } from './missions.ts';

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
