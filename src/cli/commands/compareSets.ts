import { access, readFile } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { InputError } from '../../engine/core/errors.ts';
import { formatQuotedText } from '../../engine/core/formatQuotedText.ts';
import { parseJsonFile } from '../../engine/files/textFile.ts';
import type { LabelCounts } from '../../engine/model/labelCounts.ts';
import { openRun } from '../../engine/models/openRun.ts';
import type { Run } from '../../engine/run/run.ts';
import type { Recording } from '../../oracles/recording/recording.ts';
import { readRecordingAt } from '../files/documentFile.ts';
import { type Flags, type IsGiven, parseRunOrder } from '../options/orders.ts';
import { type Paths, prepareRunInputs } from '../options/prepareRunInputs.ts';
import { getSpecByName, SPECS } from '../options/specs.ts';
import { createOpeningReporter, type Opening } from '../output/createOpeningReporter.ts';
import { createProgressPrinter } from '../output/progressPrinters.ts';
import { rethrowWithLargeHint } from './playWholeRun.ts';

/** Models whose runs are played from recordings. */
const RECORDED = SPECS.filter(({ isRecorded }) => isRecorded);

/** The input that their recordings are. */
const SET = RECORDED[0]?.inputs[0];

/** Description of `--with` for the help. */
export const RECORDED_SETS = `${RECORDED.map(({ name }) => name).join(', ')}: the second set, to compare with that of --${SET?.name}, or one of ${RECORDED[0]?.presets.join(', ')}; tasks are paired`;

/** Description of `--split` for the help. */
export const RECORDED_SPLIT = `${RECORDED.map(({ name }) => name).join(', ')}: compare the cases of one set by a label of theirs, as "guard" or "model=gpt-5,gpt-5-mini"; a guard's sessions by the arm that they were drawn for`;

/** True if two sets of recorded cases are to be compared: `--model` names such a model, or an argument names a set. */
export const isCaseSetComparison = (flags: Flags, isGiven: IsGiven): boolean =>
  flags.with !== undefined ||
  flags.split !== undefined ||
  getSpecByName(flags.model).isRecorded ||
  (SET !== undefined && flags[SET.name] !== undefined && !isGiven('model'));

interface SetsOutput {
  readonly lines: string;
  readonly summary: object;
}

/** Two sets of recorded cases, those of the set-up and those of `--with`. @throws InputError for a model that records none */
export async function compareCaseSets(flags: Flags, isGiven: IsGiven, root: URL): Promise<SetsOutput> {
  const [a, b] = await openCaseSets(flags, isGiven, root);
  return compareCaseRuns(a, b);
}

type TwoRuns = readonly [a: Run, b: Run];

/** The runs of two sets before their first round. @throws InputError for a model that records none */
export async function openCaseSets(flags: Flags, isGiven: IsGiven, root: URL): Promise<TwoRuns> {
  const model = isGiven('model') ? getSpecByName(flags.model) : RECORDED[0];
  if (SET === undefined || !model?.isRecorded)
    throw new InputError(`--with is for model ${RECORDED[0]?.name}, not ${flags.model}`);
  if (flags.split !== undefined) return openSplitSet({ ...flags, model: model.name }, isGiven, root);
  if (flags.with === undefined)
    throw new InputError(
      'a set is compared with another one: give that with --with, or --split it by a label',
    );
  if (flags[SET.name] === undefined && !isGiven('preset'))
    throw new InputError(`--with is a second set: give the first one with --${SET.name}`);
  const asked: Flags = { ...flags, model: model.name, oracle: 'policy' };
  const preset = await findNamedPreset([flags.with].flat().map(String), model.presets);
  const own = { [SET.name]: preset === null ? flags.with : undefined };
  const b: Flags = { ...asked, ...own, ...(preset !== null && { preset }) };
  const isGivenIn = (name: string) => (name === 'preset' && preset !== null) || isGiven(name);
  const report = createOpeningReporter(createProgressPrinter());
  return [
    await openCaseSetByFlags(asked, isGiven, root, report),
    await openCaseSetByFlags(b, isGivenIn, root, report),
  ];
}

/** The run of one set before its first round. @throws InputError */
export const openOneCaseSet = (flags: Flags, isGiven: IsGiven, root: URL): Promise<Run> =>
  openCaseSetByFlags(
    { ...flags, oracle: 'policy' },
    isGiven,
    root,
    createOpeningReporter(createProgressPrinter()),
  );

/** One set, split by a label. @throws InputError for a label that does not split it */
async function openSplitSet(flags: Flags, isGiven: IsGiven, root: URL): Promise<TwoRuns> {
  const split = String(flags.split);
  if (flags.with !== undefined)
    throw new InputError('--with compares with another set and --split splits one: give one of them');
  const { setup, paths } = await parseRunOrder({ ...flags, oracle: 'policy' }, isGiven);
  const report = createOpeningReporter(createProgressPrinter());
  const open = (from: typeof setup, given: Paths, files: Recording['files']) =>
    openCaseSet(from, given, root, flags.large === true, report, { files, notes: [] });
  const whole = await open(setup, paths, {});
  const { labels } = await whole.state.loadReports();
  const { label, values } = parseLabelSplit(split, labels?.() ?? []);
  const { reading: path, ...rest } = paths;
  const reading =
    path === undefined ? {} : parseJsonFile(path[0], await readFile(path[0], 'utf8'), 'a reading');
  const own = [...new Set([...(setup.own ?? []), 'reading'])];
  const runs: Run[] = [];
  for (const value of values) {
    const text = JSON.stringify({ ...Object(reading), only: { label, value } });
    const file = { name: 'reading.json', bytes: new TextEncoder().encode(text) };
    runs.push(await open({ ...setup, own }, rest, { reading: [file] }));
  }
  return [runs[0], runs[1]];
}

/** Label and values of `--split`. @throws InputError that lists what there is */
function parseLabelSplit(
  text: string,
  all: readonly LabelCounts[],
): { readonly label: string; readonly values: readonly [a: string, b: string] } {
  const at = text.indexOf('=');
  const label = at === -1 ? text : text.slice(0, at);
  const labels = all.filter(({ values }) => values.length > 1);
  const known = labels.find(one => one.label === label);
  const [only] = all.find(one => one.label === label)?.values ?? [];
  if (known === undefined && only !== undefined)
    throw new InputError(
      `--split "${formatQuotedText(label)}": all ${only.cases} cases that have this label have the value ${formatQuotedText(only.value)}, so there is nothing to compare them with`,
    );
  const format = ({ label: name, values }: LabelCounts) =>
    `${name} (${values.map(({ value, cases }) => `${formatQuotedText(value)} ${cases}`).join(', ')})`;
  if (known === undefined)
    throw new InputError(
      `--split "${formatQuotedText(label)}": ${labels.length === 0 ? 'no label of the cases has 2 to 20 values' : `the cases can be split by ${labels.map(format).join('; ')}`}`,
    );
  const given = at === -1 ? [] : text.slice(at + 1).split(',');
  const isKnown = (value: string) => known.values.some(one => one.value === value);
  if (at === -1 && known.values.length === 2) return { label, values: known.pair };
  const [a = '', b = ''] = given;
  if (given.length !== 2 || a === b || !given.every(isKnown))
    throw new InputError(
      `--split "${formatQuotedText(text)}": name two values of the label, as ${label}=${known.pair.join(',')}; it has ${format(known)}`,
    );
  return { label, values: [a, b] };
}

/** A bundled set, if `--with` names one and not a file; null for files. @throws InputError for anything else */
async function findNamedPreset(named: readonly string[], presets: readonly string[]): Promise<string | null> {
  const isThere = await Promise.all(
    named.map(path =>
      access(path).then(
        () => true,
        () => false,
      ),
    ),
  );
  const lacking = named.filter((_, i) => !isThere[i]);
  if (lacking.length === 0) return null;
  if (named.length === 1 && presets.includes(named[0])) return named[0];
  throw new InputError(
    `--with "${formatQuotedText(lacking[0])}": there is no such file, nor is it alone and a set that comes with Statescope: ${presets.join(', ')}`,
  );
}

async function openCaseSetByFlags(
  flags: Flags,
  isGiven: IsGiven,
  root: URL,
  report: (opening: Opening) => void,
): Promise<Run> {
  const { setup, paths } = await parseRunOrder(flags, isGiven);
  return openCaseSet(setup, paths, root, flags.large === true, report);
}

async function openCaseSet(
  setup: Parameters<typeof prepareRunInputs>[0],
  paths: Paths,
  root: URL,
  isLarge: boolean,
  report: (opening: Opening) => void,
  { files, notes }: Pick<Recording, 'files' | 'notes'> = { files: {}, notes: [] },
): Promise<Run> {
  const given = await prepareRunInputs(setup, paths, root, files, isLarge);
  const opened = await openRun(given.setup, given.sources).catch(rethrowWithLargeHint);
  report({ run: opened.run, notes: [...opened.notes, ...notes] });
  return opened.run;
}

/**
 * The same for two run documents; null unless both are of recorded cases.
 * @throws InputError for a file that is not a document
 */
export async function compareCaseDocuments(
  fileA: string,
  fileB: string,
  root: URL,
): Promise<SetsOutput | null> {
  const report = createOpeningReporter(createProgressPrinter(), true);
  const runs: Run[] = [];
  for (const file of [fileA, fileB]) {
    const { setup, files, notes } = await readRecordingAt(file);
    if (!getSpecByName(setup.model).isRecorded) return null;
    runs.push(await openCaseSet(setup, {}, root, false, report, { files, notes }));
  }
  return compareCaseRuns(runs[0], runs[1]);
}

async function compareCaseRuns(a: Run, b: Run): Promise<SetsOutput> {
  const reports = await a.state.loadReports();
  if (reports.compareWith === undefined || a.model.name !== b.model.name)
    throw new InputError(`runs of model ${formatQuotedText(b.model.name)} are not sets of cases`);
  const result = await reports.compareWith(b.state, setImmediate);
  return { lines: result.lines().join('\n'), summary: result.report };
}
