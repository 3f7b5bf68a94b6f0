import type { FindingsOrder } from '../../../../engine/model/findings.ts';
import { writeFindings } from '../../../../engine/models/recorded/findings/writeFindings.ts';
import { recordedQueries } from '../../../../engine/models/recorded/reports/recordedQueries.ts';
import type { RemoteEngine } from '../../../contract/remoteEngine.ts';
import { getRecordingSetStem, joinFileNameParts } from '../../../files/getRecordingSetStem.ts';
import type { PageParts } from '../../../model/modelPlugin.ts';
import { getSetsReport } from '../sets/formatContrastFigures.ts';

/** A report and the name of its file. */
interface PageReport {
  readonly name: string;
  readonly text: string;
}

/**
 * The report of the run on the screen, of a comparison of both: the same bytes as the command line writes.
 * @returns null once another run has taken its place
 * @throws Error if the comparison is not there yet
 */
export async function writePageReport(
  { store, commands }: PageParts,
  { form, date, ...choices }: FindingsOrder,
): Promise<PageReport | null> {
  const { run, pair, hash, head } = store.getState();
  if (run === null) return null;
  const sides: readonly Side[] =
    pair === null
      ? [createOwnSide({ hash, round: head })]
      : orderSides(createOwnSide({ hash, round: head }), createOtherSide(pair.run.columns.head), pair.isOwnB);
  const differences = getSetsReport(store.getState());
  if (pair !== null && differences === null) throw new Error('The sets are still being compared.');
  const read = (side: Side, rule: string | null) =>
    commands.ask(async engine => {
      const { query, mark } = side(engine);
      const findings = await recordedQueries.ask({ query }, 'findings', { ...choices, rule });
      return { findings, mark: await mark() };
    });
  const a = await read(sides[0], choices.rule);
  if (a === null) return null;
  // One rule for both.
  const b = sides.length === 1 ? null : await read(sides[1], a.findings.rule.id);
  const compared = b === null || differences === null ? null : { b, report: differences };
  if (sides.length > 1 && compared === null) return null;
  const text = writeFindings({ a, compared, form, ...(date !== undefined && { date }) });
  return { name: `${joinFileNameParts('statescope-report', getRecordingSetStem({ run }))}.${form}`, text };
}

/** A run as it is asked for its findings. */
type Side = (engine: RemoteEngine) => {
  query(name: string, argument: unknown): Promise<unknown>;
  mark(): Promise<{ readonly hash: string; readonly round: number }>;
};

const createOwnSide =
  (mark: { readonly hash: string; readonly round: number }): Side =>
  engine => ({ query: (name, argument) => engine.query(name, argument), mark: async () => mark });

const createOtherSide =
  (round: number): Side =>
  engine => ({
    query: (name, argument) => engine.readOther('query', [name, argument]),
    mark: async () => {
      const { hash } = await (engine.readOther('asOf', [round]) as ReturnType<typeof engine.asOf>);
      return { hash, round };
    },
  });

const orderSides = (own: Side, other: Side, isOwnB: boolean): readonly Side[] =>
  isOwnB ? [other, own] : [own, other];
