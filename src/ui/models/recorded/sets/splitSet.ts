import type { Setup } from '../../../../engine/setup/config.ts';
import type { PageParts } from '../../../model/modelPlugin.ts';

/** A label of the cases and the two of its values that are compared. */
interface LabelSplit {
  readonly label: string;
  readonly a: string;
  readonly b: string;
}

const READING = 'reading';

/**
 * Compares the cases on the screen with each other by a label: those of its first value take the place of all, those of
 * its second are the other set.
 * @returns false if the cases stayed as they were
 */
export async function splitSet(
  { store, commands }: PageParts,
  { label, a, b }: LabelSplit,
): Promise<boolean> {
  const before = store.getState().run;
  if (before === null) return false;
  const files = commands.ownFiles();
  const base = parseReading(before.setup, files[READING]?.[0]?.bytes);
  const write = (value: string) => JSON.stringify({ ...base, only: { label, value } });
  await commands.openOwn(READING, [new File([write(a)], 'reading.json')]);
  const { run } = store.getState();
  if (run === null || run === before) return false;
  const reading = [{ name: 'reading.json', bytes: new TextEncoder().encode(write(b)) }];
  return commands.compare(
    {
      kind: 'setup',
      setup: { ...run.setup, agents: null },
      files: { ...commands.ownFiles(), reading },
      rounds: 0,
    },
    { own: `${label} ${a}`, other: `${label} ${b}` },
  );
}

/** Shows all cases of the traces again, of which a label chose some. */
export async function showAllCases({ store, commands }: PageParts): Promise<void> {
  const { run } = store.getState();
  if (run === null) return;
  const base = parseReading(run.setup, commands.ownFiles()[READING]?.[0]?.bytes);
  const isEmpty = Object.keys(base).length === 0;
  await commands.openOwn(READING, isEmpty ? null : [new File([JSON.stringify(base)], 'reading.json')]);
}

/** The reading of the run on the screen, without its choice of cases. */
function parseReading({ own = [] }: Setup, bytes: Uint8Array | undefined): object {
  if (!own.includes(READING) || bytes === undefined) return {};
  const { only: _, ...rest } = JSON.parse(new TextDecoder().decode(bytes)) as { readonly only?: unknown };
  return rest;
}
