import { InputError, OracleHalt } from '../../engine/core/errors.ts';
import { formatQuotedText } from '../../engine/core/formatQuotedText.ts';
import { writeRunDocument } from '../../engine/export/writeRunDocument.ts';
import type { Oracle } from '../../engine/oracle/oracle.ts';
import { playRunTicks } from '../../engine/run/playRunTicks.ts';
import type { Run } from '../../engine/run/run.ts';
import type { RunSnapshot } from '../../engine/run/snapshot.ts';
import { readRecording } from '../../oracles/recording/recording.ts';
import { ResumedOracle } from '../../oracles/recording/resumedOracle.ts';
import { findDifferencePath, NotRestored } from '../checkpoints/checkRestored.ts';

/** Maximum length of a place in a message; a key may be as long as a file. */
const MAX_PLACE_LENGTH = 120;

/** The file that a run was resumed from. */
export interface Resumed {
  readonly name: string;
  readonly run: RunSnapshot;
  /** Makes a run of the file's set-up, before its first tick. */
  make(): Run;
}

/**
 * Explains why a resumed run failed: the damaged place of its file if no run could have saved that, else the failure
 * itself. To find out, the run is played again from its first tick, by the policy or the answers in the file.
 */
export async function findResumeFailureCause(error: unknown, resumed: Resumed): Promise<unknown> {
  if (!isProgramDefect(error)) return error;
  const place = (await findDamagedPlace(resumed)) ?? (error instanceof NotRestored ? 'run.model' : null);
  if (place === null) return error;
  return new InputError(
    `${resumed.name} was changed or damaged: ${formatQuotedText(place, MAX_PLACE_LENGTH)} does not belong to a run like this`,
    { cause: error },
  );
}

/** Neither the user's to mend, nor the system's, nor for want of memory. */
function isProgramDefect(error: unknown): boolean {
  if (error instanceof InputError || error instanceof OracleHalt) return false;
  if (!(error instanceof Error) || /allocation failed/i.test(error.message)) return false;
  const { code = 'ERR_' } = error as NodeJS.ErrnoException;
  return code.startsWith('ERR_');
}

/** The first place whose value differs from the one that the run would have saved; null if there is none. */
async function findDamagedPlace(resumed: Resumed): Promise<string | null> {
  const { run: saved, make } = resumed;
  const run = make();
  try {
    const oracle = await createResumedRunOracle(resumed, run);
    await playRunTicks(run, {
      oracle,
      until: saved.tick,
      before: next => switchRoundOracle(oracle, run, next),
    });
  } catch {
    return 'run.model';
  }
  const again: unknown = JSON.parse(JSON.stringify(run.save()));
  return findDifferencePath(toComparableJson(saved), toComparableJson(again), 'run');
}

const isPolicyOnlyRun = ({ oracle, earlier }: RunSnapshot): boolean =>
  oracle.kind === 'policy' && earlier.length === 0;

async function createResumedRunOracle({ name, run: saved, make }: Resumed, run: Run): Promise<Oracle> {
  if (isPolicyOnlyRun(saved)) return run.policy;
  const held = make();
  held.restore(saved);
  const encoder = new TextEncoder();
  const pieces: Uint8Array[] = [];
  for (const piece of writeRunDocument(held, await held.state.loadReports()))
    pieces.push(encoder.encode(piece));
  return new ResumedOracle(await readRecording(name, Buffer.concat(pieces)));
}

/** Has the oracle of each round decide it, as it was. */
function switchRoundOracle(oracle: Oracle, run: Run, next: number): boolean {
  if (!(oracle instanceof ResumedOracle)) return true;
  const decided = oracle.record;
  oracle.tick = next;
  if (oracle.record !== decided) run.handOver();
  return true;
}

/** Measures and words that a document keeps shortened, or not at all. */
const SHORTENED = new Set(['evidence', 'said', 'isHandedOver', 'oracle']);

const toComparableJson = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (key, part) => (SHORTENED.has(key) ? null : part)));
