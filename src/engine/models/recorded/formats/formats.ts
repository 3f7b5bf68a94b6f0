import { OCEL } from './events/ocel.ts';
import { EVENT_ROWS } from './events/rows.ts';
import { EVENT_TABLES } from './events/table.ts';
import { XES } from './events/xes.ts';
import { DERIVED_RUNS } from './lists/derivedRuns.ts';
import { MESSAGE_LISTS } from './lists/messageList.ts';
import { TAU_BENCH, TAU2_BENCH } from './lists/tauBench.ts';
import type { TextFormat, ValueFormat } from './reading.ts';
import { OTLP_JSON } from './spans/openTelemetry.ts';

/** Formats of JSON files. Of several that fit the first counts, so those that are more particular stand first. */
export const VALUE_FORMATS: readonly ValueFormat[] = [
  OTLP_JSON,
  DERIVED_RUNS,
  TAU2_BENCH,
  TAU_BENCH,
  OCEL,
  MESSAGE_LISTS,
  EVENT_ROWS,
];

/** Formats of other text files, as above. */
export const TEXT_FORMATS: readonly TextFormat[] = [XES, EVENT_TABLES];

/** Name of the one format that is bytes. */
export const PROTOBUF = 'OpenTelemetry protobuf';

/** Names of all formats, for a choice of one. */
export const FORMAT_NAMES: readonly string[] = [
  ...[...VALUE_FORMATS, ...TEXT_FORMATS].map(({ name }) => name),
  PROTOBUF,
];
