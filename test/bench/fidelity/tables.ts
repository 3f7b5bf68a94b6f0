import {
  COMPARED_MEASURES,
  type Fidelity,
  type FidelityRow,
} from '../../../src/ui/models/social/fidelity/FidelityDialog.tsx';
import { QUANTILES } from './rows.ts';

const HEADS = ['size', 'depth', 'breadth', 'virality', 'half'];

const line = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;
const table = (head: readonly string[], rows: readonly (readonly (string | number)[])[]): string =>
  [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');

/** .12 for 0.123, 1.3 for 1.26. */
export const short = (value: number): string =>
  value < 10 ? value.toFixed(2).replace(/^0\./, '.') : String(Math.round(value));
const plain = (value: number): string => String(Number(value.toFixed(value < 10 ? 2 : 0)));
const orNone = (value: number | null): string => (value === null ? '–' : short(value));

type DistanceRow = Pick<FidelityRow, 'name' | 'cascades' | 'covered' | 'ks'>;

const distances = ({ rows }: { readonly rows: readonly DistanceRow[] }) =>
  table(
    ['', 'cascades', 'sizes covered', ...HEADS],
    rows.map(({ name, cascades, covered, ks }) => [
      name,
      cascades,
      `${Math.round(covered * 100)} %`,
      ...COMPARED_MEASURES.map(measure => {
        const found = ks[measure];
        return found ? `${short(found.ks)} (${short(found.low)}–${short(found.high)})` : '–';
      }),
    ]),
  );

const errors = ({ rows }: { readonly rows: readonly FidelityRow[] }) =>
  table(
    ['', ...HEADS.slice(1)],
    rows.map(({ name, error }) => [
      name,
      ...COMPARED_MEASURES.slice(1).map(measure => orNone(error[measure])),
    ]),
  );

const fits = ({ rows }: { readonly rows: readonly FidelityRow[] }) =>
  table(
    ['', ...HEADS],
    rows.flatMap(({ name, fit }) =>
      fit ? [[name, ...COMPARED_MEASURES.map(measure => orNone(fit[measure]))]] : [],
    ),
  );

const quantiles = (report: Fidelity, rows: readonly FidelityRow[]) =>
  table(
    ['', ...HEADS],
    [{ name: 'real', quantiles: report.real }, ...rows].map(row => [
      row.name,
      ...COMPARED_MEASURES.map(measure => row.quantiles[measure]?.map(plain).join(' / ') ?? '–'),
    ]),
  );

const counts = ({ fitted, held }: Fidelity) =>
  table(
    ['', 'trees', 'left out: in the other, too', 'too small', 'half after the window', 'kept'],
    [fitted, held].map(set => [set.name, set.rows, set.twice, set.small, set.late, set.kept]),
  );

const pace = (report: Fidelity) =>
  table(
    [
      'network',
      'preset',
      'tick, s',
      'fewest ticks a hop',
      'median',
      'minutes to half',
      'real',
      'tick that would meet it, s',
    ],
    report.pace.map(row => [
      ...[row.network, row.preset, row.tickSeconds, row.leastHop, row.medianHop],
      ...[row.half, row.real, row.meets],
    ]),
  );

const numbers = (report: Fidelity) =>
  table(
    ['network', '', 'what was fitted', 'roots'],
    [...report.networks, { name: 'any', rows: report.free }].flatMap(({ name, rows }) =>
      rows
        .filter(row => row.kind === 'baseline' && row.roots !== null)
        .map(row => [name, row.name, row.fitted ?? '–', row.roots ?? '–']),
    ),
  );

/** The tables of docs/validation.md by the name of their place in it. */
export function tablesOf(report: Fidelity): Readonly<Record<string, string>> {
  const each = report.networks.map(network => [network.name, network] as const);
  const lastfm = report.networks.find(network => network.name === 'lastfm');
  return {
    counts: counts(report),
    ...Object.fromEntries(each.map(([name, network]) => [`distances ${name}`, distances(network)])),
    'distances free': distances({ rows: report.free }),
    ablations: distances({ rows: report.ablations }),
    errors: each.map(([name, network]) => `${name}:\n\n${errors(network)}`).join('\n\n'),
    'errors free': errors({ rows: report.free }),
    fits: [...each, ['any', { rows: report.free }] as const]
      .map(([name, network]) => `${name}:\n\n${fits(network)}`)
      .join('\n\n'),
    quantiles: quantiles(report, [...(lastfm?.rows ?? []), ...report.free]),
    numbers: numbers(report),
    pace: pace(report),
  };
}

/** What the quantiles of a cell are, in order. */
export const QUANTILE_WORDS = QUANTILES.map(p => p * 100).join(' / ');

const PLACE = /<!-- table: ([\w -]+?) -->\n[\s\S]*?<!-- end -->/g;

/** A page with each marked table as it is in a report. @throws Error for a table that the report has not */
export const filled = (page: string, report: Fidelity): string => {
  const tables = tablesOf(report);
  return page.replace(PLACE, (_, name: string) => {
    if (!(name in tables)) throw new Error(`docs/validation.md wants a table "${name}", which there is not`);
    return `<!-- table: ${name} -->\n${tables[name]}\n<!-- end -->`;
  });
};
