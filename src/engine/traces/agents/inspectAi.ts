import { InputError } from '../../core/errors.ts';
import { outcomeOf } from '../lists/messageList.ts';
import { comparePlaces } from '../orderedCases.ts';
import type { CaseDraft, TracePlace, TraceSink, ValueFormat, ValueReader } from '../reading.ts';
import type { TraceOutcome } from '../traces.ts';
import { at, isFields, listAt, numberOf, textAt } from '../values.ts';
import { sampleCases } from './inspectSample.ts';

/**
 * Logs of Inspect: `.eval` archives with a file for each sample, and the same as one JSON file. A sample is a case.
 * https://inspect.aisi.org.uk/eval-logs.html
 */
export const INSPECT_AI: ValueFormat = {
  name: 'inspect_ai',
  fits: value => isLog(value) || isSample(value) || isSummary(value) || isReduction(value),
  open: sink => new InspectReader(sink),
};

/** The whole log, its header, or the beginning of its journal. */
const isLog = (value: unknown): boolean =>
  isFields(at(value, 'eval')) &&
  textAt(at(value, 'eval'), 'task') !== null &&
  (at(value, 'plan') !== undefined || at(value, 'status') !== undefined);
const isEpoch = (value: unknown): boolean =>
  typeof at(value, 'epoch') === 'number' && textAt(value, 'id') !== null && at(value, 'target') !== undefined;
const isSample = (value: unknown): boolean => isEpoch(value) && Array.isArray(at(value, 'messages'));
const isSummary = (value: unknown): boolean => isEpoch(value) && at(value, 'messages') === undefined;
const isReduction = (value: unknown): boolean =>
  textAt(value, 'scorer') !== null && Array.isArray(at(value, 'samples'));

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
    if (isSample(value)) this.sample(value, place, log);
    else if (isLog(value)) {
      const given = at(value, 'eval');
      const own = Array.isArray(at(value, 'samples')) ? place.file : log;
      this.logs.set(own, { domain: textAt(given, 'task'), model: textAt(given, 'model') });
      for (const sample of listAt(value, 'samples'))
        if (isSample(sample)) this.sample(sample, place, own);
        else this.sink.skip(place, 'a sample without an id, an epoch or messages');
    } else if (!isSummary(value) && !isReduction(value))
      throw new InputError('no sample or header of inspect_ai');
  }

  endFile(): void {}

  /** A retried log holds the samples of the one before again. */
  end(): void {
    const known = new Set<string>();
    for (const { uuid, cases, place, log } of this.samples.sort((a, b) => comparePlaces(a.place, b.place))) {
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
    const cases = sampleCases(value, verdictOf(value, this.sink));
    this.samples.push({ uuid: textAt(value, 'uuid'), cases, place, log });
  }
}

/** Values of scores that are letters: correct, incorrect, no answer. Partly correct (P) is neither. */
const LETTERS: Readonly<Record<string, readonly [reward: number, outcome: TraceOutcome | null]>> = {
  ...{ C: [1, 'succeeded'], I: [0, 'failed'], N: [0, 'failed'], P: [0.5, null] },
};

/** What the scores of a sample say; of several that differ none counts. */
function verdictOf(sample: unknown, sink: TraceSink): Pick<CaseDraft, 'outcome' | 'reward'> {
  const scores = at(sample, 'scores') ?? { score: at(sample, 'score') };
  const values = isFields(scores) ? Object.values(scores).map(score => at(score, 'value')) : [];
  const told = values.map(scoreOf).filter(([reward, outcome]) => reward !== null || outcome !== null);
  const outcomes = new Set(told.map(([, outcome]) => outcome));
  if (outcomes.size > 1)
    sink.note('scores of a sample that differ do not tell how it ended: its outcome stays unknown');
  const [reward, outcome] = outcomes.size === 1 ? told[0] : [null, null];
  return { reward: told.length === 1 ? reward : null, outcome };
}

function scoreOf(value: unknown): readonly [reward: number | null, outcome: TraceOutcome | null] {
  if (typeof value === 'string' && Object.hasOwn(LETTERS, value)) return LETTERS[value];
  if (typeof value === 'boolean') return [Number(value), outcomeOf(value)];
  const reward = numberOf(value);
  if (reward !== null) return [reward, reward >= 1 ? 'succeeded' : reward <= 0 ? 'failed' : null];
  return [null, outcomeOf(value)];
}
