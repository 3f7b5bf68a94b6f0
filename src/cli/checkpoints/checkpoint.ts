import { createHash } from 'node:crypto';
import { InputError } from '../../engine/core/errors.ts';
import { formatQuotedText } from '../../engine/core/formatQuotedText.ts';
import { ENGINE_VERSION } from '../../engine/core/version.ts';
import { formatMegabytes } from '../../engine/files/textFile.ts';
import type { NetworkInfo } from '../../engine/network/networkInfo.ts';
import type { Run } from '../../engine/run/run.ts';
import type { RunSnapshot } from '../../engine/run/snapshot.ts';
import type { InputInfo, Setup } from '../../engine/setup/config.ts';
import { LARGEST, readStatescopeFile } from '../files/readBoundedFile.ts';
import { checkpointSchema } from './checkpointSchema.ts';

const FORMAT = 'statescope-checkpoint';
/** Raised when an older one could not be gone on with: the hash of version 1 did not start from the set-up, version 2 had empty feeds as well. */
const VERSION = 3;
/** Most agents in a checkpoint; each takes one to three kilobytes after 500 rounds of a social run. */
const MOST_AGENTS = 100_000;

/** A run saved midway: its set-up and its state. */
export interface Checkpoint {
  /** The file's path. */
  readonly name: string;
  readonly setup: Setup;
  readonly network: NetworkInfo | null;
  readonly inputs: Readonly<Record<string, InputInfo>>;
  readonly run: RunSnapshot;
}

const computeTextDigest = (text: string): string => createHash('sha256').update(text).digest('hex');

/** @throws InputError for a run that is too large to be saved, before it is played */
export function checkRunIsSavable({ config: { agents } }: Run): void {
  if (agents > MOST_AGENTS)
    throw new InputError(`a checkpoint holds at most ${MOST_AGENTS} agents, and this run has ${agents}`);
}

/**
 * The file's text, without the oracle, which has to be named again.
 * @throws InputError for a run that has become too long for one text
 */
export function serializeCheckpoint(run: Run): string {
  const {
    model,
    network,
    direction,
    repeats,
    groups,
    own,
    agents,
    seed,
    preset,
    parameters,
    inputInfo,
    networkInfo,
  } = run.config;
  const setup: Setup = {
    model,
    network,
    ...(direction && { direction }),
    ...(repeats && { repeats }),
    ...(groups !== undefined && { groups }),
    ...(own && { own }),
    agents,
    seed,
    preset,
    oracle: { kind: 'policy' },
    parameters,
    changes: [],
  };
  const saved: Omit<Checkpoint, 'name'> = { setup, network: networkInfo, inputs: inputInfo, run: run.save() };
  const text = serializeWithinLimit(saved);
  if (text !== null) return text;
  throw new InputError(
    `a checkpoint of ${agents} agents after round ${run.rounds} takes more than ${formatMegabytes(LARGEST)}, which could not be read again`,
  );
}

/** Null for more than can be read, or be one text at all. */
function serializeWithinLimit(saved: object): string | null {
  let body: string;
  try {
    body = JSON.stringify(saved);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
  // The head takes less than a kilobyte.
  if (Buffer.byteLength(body) > LARGEST - 1000) return null;
  const head = { format: FORMAT, version: VERSION, engine: ENGINE_VERSION, sha256: computeTextDigest(body) };
  return `{"head": ${JSON.stringify(head)},\n"body": ${body}}\n`;
}

/**
 * @throws InputError naming the file if it is not a checkpoint, is damaged, or was written by another engine.
 */
export async function readCheckpoint(path: string): Promise<Checkpoint> {
  const text = new TextDecoder().decode(await readStatescopeFile(path));
  const { head, body } = parseCheckpointFile(path, text);
  if (head?.format !== FORMAT) throw new InputError(`${path} is not a checkpoint`);
  if (head.version !== VERSION)
    throw new InputError(
      `${path} is a checkpoint of version ${formatQuotedText(String(head.version), 20)}, and ${VERSION} is read: replay its run document instead`,
    );
  if (head.engine !== ENGINE_VERSION)
    throw new InputError(
      `${path} was written by engine ${formatQuotedText(String(head.engine))}, but this is ${ENGINE_VERSION}; replay its run document instead`,
    );
  if (computeTextDigest(JSON.stringify(body ?? null)) !== head.sha256)
    throw new InputError(`${path} is damaged: its content does not match its SHA-256`);
  const checked = checkpointSchema.safeParse(body);
  if (!checked.success)
    throw new InputError(
      `${path} was changed or damaged: what stands at ${checked.error.issues[0].path.join('.')} cannot stand there`,
    );
  return { ...(body as Omit<Checkpoint, 'name'>), name: path };
}

interface File {
  readonly head?: Readonly<Partial<Record<'format' | 'version' | 'engine' | 'sha256', unknown>>>;
  readonly body?: unknown;
}

function parseCheckpointFile(path: string, text: string): File {
  try {
    return (JSON.parse(text) ?? {}) as File;
  } catch {
    throw new InputError(`${path} is not a checkpoint: it is not JSON, or is cut off`);
  }
}

/** @throws InputError where the user's own files are not those of the run. */
export function checkCheckpointInputs({ config }: Run, { network, inputs }: Checkpoint): void {
  const checked = [
    ...(network === null ? [] : [['network', network, config.networkInfo] as const]),
    ...Object.entries(inputs).map(([name, info]) => [name, info, config.inputInfo[name]] as const),
  ];
  for (const [name, { sha256 }, now] of checked) {
    if (now?.sha256 === sha256) continue;
    throw new InputError(
      `the ${name} of the checkpoint (fingerprint ${sha256.slice(0, 8)}) and ${now?.name} (${now?.sha256.slice(0, 8)}) differ`,
    );
  }
}
