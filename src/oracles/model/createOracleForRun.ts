import { InputError } from '../../engine/core/errors.ts';
import { areBytesEqual } from '../../engine/core/hashing/areBytesEqual.ts';
import type { Files, NamedFile } from '../../engine/files/namedFile.ts';
import { FILE_NETWORK } from '../../engine/network/fileNetwork.ts';
import { buildPromptTemplate } from '../../engine/oracle/formats/buildPromptTemplate.ts';
import type { Oracle } from '../../engine/oracle/oracle.ts';
import type { Run } from '../../engine/run/run.ts';
import type { Setup } from '../../engine/setup/config.ts';
import type { Environment } from '../client/environment.ts';
import type { LocalModels } from '../local/localModelContract.ts';
import type { Recording } from '../recording/recording.ts';
import { ReplayOracle } from '../recording/replay.ts';
import { ModelOracle } from './modelOracle.ts';

interface OracleNeeds {
  readonly key: () => string | null;
  readonly recording: Recording | null;
  /** Inputs of the run; absent: they are not compared with those of the recording. */
  readonly files?: Files;
  readonly environment: Environment;
  /** Models of this browser; null if there is none. */
  readonly models?: LocalModels | null;
}

/**
 * The oracle that a set-up names, for a run of it. Nothing is asked yet.
 * @throws InputError for a replay without a recording, or for a recording of a run with other inputs.
 */
export function createOracleForRun(
  run: Run,
  { oracle }: Setup,
  { key, recording, files = {}, environment, models = null }: OracleNeeds,
): Oracle {
  switch (oracle.kind) {
    case 'policy':
      return run.policy;
    case 'replay':
      if (recording === null) throw new InputError('a replay needs the run document with its answers');
      checkRecordedInputs(run, recording, files);
      if (recording.hashRule === 'zeros') run.machine.log.chain.keepFromZeros();
      return new ReplayOracle(recording);
    default: {
      const prompt = run.state.prompt ?? run.model.prompt;
      return new ModelOracle({
        setup: oracle,
        key,
        policy: question => run.state.policy(question),
        template: form =>
          prompt
            ? buildPromptTemplate(prompt, form, oracle.texts, oracle.archetypes)
            : (run.state.template ?? null),
        completes: run.model.asks === 'texts',
        environment,
        models,
        from: run.rounds,
      });
    }
  }
}

const formatShortHash = ({ sha256 }: { readonly sha256: string }): string => sha256.slice(0, 8);

function checkRecordedInputs(
  run: Run,
  { name: document, setup, network, made, files: held }: Recording,
  files: Files,
): void {
  const { networkInfo, inputInfo } = run.config;
  const pairs = [
    ['network', network, networkInfo, 'edge list'] as const,
    ...run.model.inputs.map(({ name, noun }) => [name, made[name], inputInfo[name], noun] as const),
  ];
  for (const [name, recorded, own, noun] of pairs) {
    if (!recorded || !own || recorded.sha256 === own.sha256) continue;
    if (areSameFileHashes(held[name], files[name]))
      throw new InputError(
        `the document was changed after it was written: config.${name}.sha256 is "${formatShortHash(recorded)}…", and would be "${formatShortHash(own)}…" by the ${noun} that it holds`,
      );
    // Such a network follows from the set-up: no file is to be opened with the document.
    if (recorded === network && setup.network !== FILE_NETWORK)
      throw new InputError(
        `${document} was changed after it was written: its network, ${recorded.name}, has the fingerprint ${formatShortHash(recorded)}, and its seed, number of agents and parameters of the network give another one (${formatShortHash(own)})`,
      );
    throw new InputError(
      `the recording was made on ${recorded.name} (fingerprint ${formatShortHash(recorded)}), but this is ${own.name} (${formatShortHash(own)}); open the ${noun} of the recording together with it`,
    );
  }
}

/** True if a run was made from the files that its recording holds. */
const areSameFileHashes = (held: readonly NamedFile[] = [], given: readonly NamedFile[] = []): boolean =>
  held.length > 0 &&
  held.length === given.length &&
  held.every(({ name, bytes }, i) => name === given[i].name && areBytesEqual(bytes, given[i].bytes));
