import { InputError } from '../../engine/core/errors.ts';
import { formatQuotedText } from '../../engine/core/formatQuotedText.ts';
import {
  compareDocuments,
  type DocumentComparison,
  type OtherCascade,
  type Parting,
} from '../../engine/export/compareDocuments.ts';
import type { ComparedDocument } from '../../engine/export/compared.ts';
import { readDocumentAt, readRecordingAt } from '../files/documentFile.ts';

/** Sections that are compared. */
const COMPARED_SECTIONS = ['agents', 'transitions', 'decisions', 'posts'];
/** Maximum number of printed differences; the summary has their total. */
const MAX_PRINTED_DIFFERENCES = 10;

/**
 * Compares two run documents: set-up, outcomes, and the first agents that part.
 * @returns lines for people, and a summary for programs.
 * @throws InputError for a file that is not a document, or for two models
 */
export async function compareDocumentFiles(
  fileA: string,
  fileB: string,
): Promise<{ lines: string; summary: object }> {
  const [a, b] = [await readComparedDocument(fileA), await readComparedDocument(fileB)];
  if (a.config.model !== b.config.model)
    throw new InputError(
      `${fileA} is of model ${formatQuotedText(String(a.config.model))}, ${fileB} of ${formatQuotedText(String(b.config.model))}: nothing can be compared`,
    );
  const comparison = compareDocuments(a, b);
  const { isSame, setup, outcomes, ends, partings, agents, cascades } = comparison;
  const summary = {
    isSame,
    setup,
    outcomes,
    endOtherwise: ends.length,
    parted: partings.length,
    of: agents,
    first: partings.slice(0, MAX_PRINTED_DIFFERENCES).map(({ isOnly: _, ...parting }) => parting),
    cascades: cascades.slice(0, MAX_PRINTED_DIFFERENCES).map(({ ids: _, ...cascade }) => cascade),
  };
  return {
    lines: formatDocumentComparison(comparison).join('\n'),
    summary: { a: a.hash, b: b.hash, ...toSnakeCaseKeys(summary) },
  };
}

async function readComparedDocument(file: string): Promise<ComparedDocument> {
  // Says what is wrong with a file that is none.
  await readRecordingAt(file);
  const document = (await readDocumentAt(file, COMPARED_SECTIONS)) as ComparedDocument;
  const wrong = findUnreadableSection(document);
  if (wrong !== null) throw new InputError(`${file} was changed or damaged: ${wrong}`);
  return document;
}

/** Sections that a comparison could not read; null for none. */
function findUnreadableSection({
  agents,
  transitions,
  states,
  decisions,
  outcomes,
}: ComparedDocument): string | null {
  if (![agents, states, decisions].every(Array.isArray) || typeof outcomes !== 'object' || outcomes === null)
    return 'a section is missing';
  const columns = [transitions?.tick, transitions?.agent, transitions?.to, transitions?.trigger];
  if (!columns.every(column => Array.isArray(column) && column.length === columns[0].length))
    return 'its transitions are not whole';
  const stray = transitions.agent.findIndex(agent => agents[agent] === undefined);
  return stray < 0
    ? null
    : `transitions.agent[${stray}] is ${transitions.agent[stray]}, of ${agents.length} agents`;
}

function formatDocumentComparison({
  isSame,
  setup,
  outcomes,
  partings,
  ends,
  cascades,
  agents,
}: DocumentComparison) {
  if (isSame) return ['The two are the same run, to the hash.'];
  const values = (one: unknown, other: unknown) =>
    `${formatSummaryValue(one)} | ${formatSummaryValue(other)}`;
  return [
    'set-up, A | B:',
    ...(setup.length === 0
      ? ['  the same']
      : setup.map(({ path, ...both }) => `  ${path}: ${values(both.a, both.b)}`)),
    'outcomes, A | B:',
    ...outcomes.map(
      ({ name, ...both }) => `  ${name}: ${values(both.a, both.b)}${both.a === both.b ? ' (the same)' : ''}`,
    ),
    ...formatPartingLines(partings, agents),
    `${ends.length} ${ends.length === 1 ? 'agent ends' : 'agents end'} in another state.`,
    ...(cascades.length === 0 ? [] : ['cascades that end otherwise, posts in A | B:']),
    ...cascades.slice(0, MAX_PRINTED_DIFFERENCES).map(formatCascadeLine),
  ];
}

/** Agents that never were the same, then those that part later, with the first few of each. */
function formatPartingLines(partings: readonly Parting[], agents: number): readonly string[] {
  if (partings.length === 0) return ['No agent differs in what it is, sees, chooses or does.'];
  const [never, later] = [true, false].map(isIs => partings.filter(({ what }) => (what === 'is') === isIs));
  const first = (some: readonly Parting[]) => [
    ...some.slice(0, MAX_PRINTED_DIFFERENCES).map(formatPartingLine),
    ...(some.length > MAX_PRINTED_DIFFERENCES ? [`  and ${some.length - MAX_PRINTED_DIFFERENCES} more`] : []),
  ];
  const of = `of ${agents} agents`;
  const same = never.length === 0 ? 'They are' : 'The others are';
  return [
    ...(never.length === 0
      ? []
      : [`From the beginning ${never.length} ${of} are in states of other names:`, ...first(never)]),
    ...(later.length === 0
      ? []
      : [
          `${same} the same before round ${later[0].tick}; ${later.length} ${of} part, the first in:`,
          ...first(later),
        ]),
  ];
}

const formatPartingLine = ({ tick, agent_id, name, what, a, b }: Parting): string =>
  `  round ${tick}, ${agent_id}${name === null ? '' : ` (${formatQuotedText(name, 40)})`} ${what} ${formatSummaryValue(a)} | ${formatSummaryValue(b)}`;

const formatCascadeLine = ({ tick, author_id, name, a, b }: OtherCascade): string =>
  `  round ${tick}, by ${author_id}${name === null ? '' : ` (${formatQuotedText(name, 40)})`}: ${a} | ${b}`;

const formatSummaryValue = (value: unknown): string =>
  value === null || value === undefined
    ? 'nothing'
    : formatQuotedText(typeof value === 'string' ? value : JSON.stringify(value), 60);

/** The names of a summary as those of a document. */
const toSnakeCaseKeys = (fields: object): object =>
  Object.fromEntries(
    Object.entries(fields).map(([key, value]) => [
      key.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`),
      value,
    ]),
  );
