import type { ValueFormat } from '../reading.ts';
import { holdsSpans, spansOfJson } from './otlpJson.ts';
import { readSpan } from './pieceOfSpan.ts';
import type { OtelSpan } from './span.ts';
import { SpanCases } from './spanCases.ts';

/** Spans that were read from protobuf. */
export class DecodedSpans {
  constructor(readonly spans: readonly OtelSpan[]) {}
}

/** Exports of OpenTelemetry in JSON, with the GenAI, OpenInference or OpenLLMetry attributes. */
export const OTLP_JSON: ValueFormat = {
  name: 'OpenTelemetry spans',
  fits: holdsSpans,
  open: sink => {
    const cases = new SpanCases(sink);
    return {
      take: (value, place) => {
        const refuse = (reason: string): void => sink.skip(place, reason);
        const spans = value instanceof DecodedSpans ? value.spans : spansOfJson(value, refuse);
        for (const span of spans) {
          const { piece, leftOut } = readSpan(span);
          if (leftOut !== null) sink.leaveOut(place.file, leftOut);
          cases.add(piece, place);
        }
      },
      endFile: () => {},
      end: () => cases.end(),
      ending: () => cases.ending(),
    };
  },
};
