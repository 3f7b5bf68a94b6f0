import { describeReadingLines } from '../../engine/network/reading/direction.ts';
import { DIRECTIONS } from '../../engine/network/reading/readingChoices.ts';
import type { Run } from '../../engine/run/run.ts';

/** A run before its warm-up, with the notes of its inputs. */
export interface Opening {
  readonly run: Run;
  readonly notes: readonly string[];
}

/**
 * Every command that opens a run reports by this what was decided about its inputs: how the network was read, what the model
 * says of its files, and the notes. A line comes once, of however many runs it holds.
 * @param say gets each line with its end
 * @param isFixed whether a document has fixed the set-up, so that no direction can be chosen
 */
export function createOpeningReporter(
  say: (line: string) => void,
  isFixed = false,
): (opening: Opening) => void {
  const reported = new Set<string>();
  return ({ run, notes }) => {
    for (const line of [
      ...describeNetworkReading(run, isFixed),
      ...(run.state.openingLines?.() ?? []),
      ...notes,
    ]) {
      if (!reported.has(line)) say(`${line}\n`);
      reported.add(line);
    }
  };
}

/** Reading of the edges of a user's network, with the option that changes it. */
function describeNetworkReading({ config }: Run, isFixed: boolean): readonly string[] {
  const { name = '', reading } = config.networkInfo ?? {};
  if (!reading) return [];
  const others = DIRECTIONS.filter(other => other !== reading.direction).join(' or ');
  const choice = isFixed || reading.by === 'mutual' ? [] : [`Choose with --direction ${others}.`];
  return [[...describeReadingLines(name, reading), ...choice].join(' ')];
}
