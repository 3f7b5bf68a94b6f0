import { InputError } from '../../core/errors.ts';
import { parseSuccessOutcome } from '../lists/messageList.ts';
import { compareTracePlaces } from '../orderedCases.ts';
import type { CaseDraft, TracePlace, TraceSink, ValueFormat, ValueReader } from '../reading.ts';
import type { TraceOutcome } from '../traces.ts';
import { getListField, getPathValue, getTextField, isFieldsObject, toFiniteNumber } from '../values.ts';
import { buildSampleCases } from './inspectSample.ts';

/**
 * Logs of Inspect: `.eval` archives with a file for each sample, and the same as one JSON file. A sample is a case.
 * https://inspect.aisi.org.uk/eval-logs.html
 */
export const INSPECT_AI: ValueFormat = {
  name: 'inspect_ai',
  fits: value =>
    isInspectLog(value) || isInspectSample(value) || isInspectSummary(value) || isInspectReduction(value),
  open: sink => new InspectReader(sink),
};

/** The whole log, its header, or the beginning of its journal. */
const isInspectLog = (value: unknown): boolean =>
  isFieldsObject(getPathValue(value, 'eval')) &&
  getTextField(getPathValue(value, 'eval'), 'task') !== null &&
  (getPathValue(value, 'plan') !== undefined || getPathValue(value, 'status') !== undefined);
const isInspectEpoch = (value: unknown): boolean =>
  typeof getPathValue(value, 'epoch') === 'number' &&
  getTextField(value, 'id') !== null &&
  getPathValue(value, 'target') !== undefined;
const isInspectSample = (value: unknown): boolean =>
  isInspectEpoch(value) && Array.isArray(getPathValue(value, 'messages'));
const isInspectSummary = (value: unknown): boolean =>
  isInspectEpoch(value) && getPathValue(value, 'messages') === undefined;
const isInspectReduction = (value: unknown): boolean =>
  getTextField(value, 'scorer') !== null && Array.isArray(getPathValue(value, 'samples'));

interface HeldSample {
  readonly uuid: string | null;
  readonly cases: readonly CaseDraft[];
  readonly place: TracePlace;
  readonly log: string;
}

class InspectReader implements ValueReader {
  private readonly samples: HeldSample[] = [];
  /** What is told of each log: its task and model. In an archive they stand in a file of their own. */
  private readonly logs = new Map<string, CaseDraft['labels']>();

  constructor(private readonly sink: TraceSink) {}

  take(value: unknown, place: TracePlace): void {
    const log = place.file.replace(/\/(?:samples|_journal(?:\/summaries)?)\/[^/]*$|\/[^/]*$/, '');
    if (isInspectSample(value)) this.sample(value, place, log);
    else if (isInspectLog(value)) {
      const given = getPathValue(value, 'eval');
      const own = Array.isArray(getPathValue(value, 'samples')) ? place.file : log;
      this.logs.set(own, { domain: getTextField(given, 'task'), model: getTextField(given, 'model') });
      for (const sample of getListField(value, 'samples'))
        if (isInspectSample(sample)) this.sample(sample, place, own);
        else this.sink.skip(place, 'a sample without an id, an epoch or messages');
    } else if (!isInspectSummary(value) && !isInspectReduction(value))
      throw new InputError('no sample or header of inspect_ai');
  }

  endFile(): void {}

  /** A retried log holds the samples of the one before again. */
  end(): void {
    const known = new Set<string>();
    for (const { uuid, cases, place, log } of this.samples.sort((a, b) =>
      compareTracePlaces(a.place, b.place),
    )) {
      if (uuid !== null && known.has(uuid)) {
        this.sink.leaveOut(place.file, 'samples that another log has as well');
        continue;
      }
      if (uuid !== null) known.add(uuid);
      for (const draft of cases)
        this.sink.add({ ...draft, labels: { ...draft.labels, ...this.logs.get(log) } }, place);
    }
    this.samples.length = 0;
  }

  private sample(value: unknown, place: TracePlace, log: string): void {
    const cases = buildSampleCases(value, readInspectVerdict(value, this.sink));
    this.samples.push({ uuid: getTextField(value, 'uuid'), cases, place, log });
  }
}

/** Values of scores that are letters: correct, incorrect, no answer. Partly correct (P) is neither. */
const LETTERS: Readonly<Record<string, readonly [reward: number, outcome: TraceOutcome | null]>> = {
  ...{ C: [1, 'succeeded'], I: [0, 'failed'], N: [0, 'failed'], P: [0.5, null] },
};

/** What the scores of a sample say; of several that differ none counts. */
function readInspectVerdict(sample: unknown, sink: TraceSink): Pick<CaseDraft, 'outcome' | 'reward'> {
  const scores = getPathValue(sample, 'scores') ?? { score: getPathValue(sample, 'score') };
  const values = isFieldsObject(scores)
    ? Object.values(scores).map(score => getPathValue(score, 'value'))
    : [];
  const told = values
    .map(parseInspectScore)
    .filter(([reward, outcome]) => reward !== null || outcome !== null);
  const outcomes = new Set(told.map(([, outcome]) => outcome));
  if (outcomes.size > 1)
    sink.note('scores of a sample that differ do not tell how it ended: its outcome stays unknown');
  const [reward, outcome] = outcomes.size === 1 ? told[0] : [null, null];
  return { reward: told.length === 1 ? reward : null, outcome };
}

function parseInspectScore(value: unknown): readonly [reward: number | null, outcome: TraceOutcome | null] {
  if (typeof value === 'string' && Object.hasOwn(LETTERS, value)) return LETTERS[value];
  if (typeof value === 'boolean') return [Number(value), parseSuccessOutcome(value)];
  const reward = toFiniteNumber(value);
  if (reward !== null) return [reward, reward >= 1 ? 'succeeded' : reward <= 0 ? 'failed' : null];
  return [null, parseSuccessOutcome(value)];
}
