import { formatGroupedInteger, formatNounCount } from '../../../core/formatNounCount.ts';
import type { ColumnRole } from '../../../files/columnRoles.ts';
import type { FoundRoles } from '../../../traces/traceReading.ts';
import type { ReadingReport } from './readTraceFiles.ts';

/** Maximum number of files and omissions that are listed one by one; more are counted. */
const MAX_LISTED_FILES = 10;

/** Format and content of each file, and deliberate omissions. @param sent cases of sub-agents */
export function describeReadFiles(
  { files, leftOut, roles }: Pick<ReadingReport, 'files' | 'leftOut' | 'roles'>,
  sent: number,
): readonly string[] {
  return [
    ...limitLines(
      files.map(file => `${file.name}: ${file.format}, ${describeFileYield(file)}`),
      'files',
    ),
    ...(roles === null
      ? []
      : [roles.kind === 'columns' ? describeColumnRoles(roles) : describeObjectTypes(roles)]),
    ...(sent > 0
      ? [`${formatNounCount(sent, 'case')} of sub-agents among them, each with the case that sent it`]
      : []),
    ...limitLines(
      leftOut.map(({ file, what, count }) => `${file}: left out ${formatGroupedInteger(count)} ${what}`),
      'of what was left out',
    ),
  ];
}

/** Meanings of columns whose role has another name here. */
const MEANINGS: Partial<Record<ColumnRole, string>> = {
  time: 'begin',
  args: 'arguments',
  callOutcome: 'outcome of the call',
  tokensIn: 'input tokens',
  tokensOut: 'output tokens',
  usd: 'cost in US$',
};

/** Which columns of an event log were taken for what, and which for nothing. */
function describeColumnRoles({ names, roles }: FoundRoles & { readonly kind: 'columns' }): string {
  const used = Object.entries(roles) as [ColumnRole, string][];
  const taken = used.map(([role, name]) => `${MEANINGS[role] ?? role} ${JSON.stringify(name)}`);
  const unused = names
    .filter(name => !used.some(([, one]) => one === name))
    .map(name => JSON.stringify(name));
  const rest = unused.length === 0 ? '' : `; not read: ${limitLines(unused, 'columns').join(', ')}`;
  return `columns: ${taken.join(', ')}${rest}`;
}

/** Of which type of objects the cases are. */
function describeObjectTypes({ types, chosen }: FoundRoles & { readonly kind: 'objects' }): string {
  const others = types.filter(({ name }) => name !== chosen).map(({ name }) => JSON.stringify(name));
  const rest = others.length === 0 ? '' : `; other types: ${limitLines(others, 'types').join(', ')}`;
  return `cases: objects of the type ${JSON.stringify(chosen)}${rest}`;
}

/** The steps and cases read from a file, or the parts of it that belong to cases counted with another file. */
export function describeFileYield({
  cases,
  steps,
  parts,
}: Pick<ReadingReport['files'][number], 'cases' | 'steps' | 'parts'>): string {
  if (cases > 0) return `${formatNounCount(cases, 'case')}, ${formatNounCount(steps, 'step')}`;
  return parts > 0 ? 'parts of other files’ cases' : 'no case';
}

function limitLines(lines: readonly string[], what: string): readonly string[] {
  if (lines.length <= MAX_LISTED_FILES) return lines;
  return [
    ...lines.slice(0, MAX_LISTED_FILES),
    `and ${formatGroupedInteger(lines.length - MAX_LISTED_FILES)} more ${what}`,
  ];
}
