import type { TracePlace, TraceSink } from '../reading.ts';
import type { SpanPiece } from './piece.ts';
import { stepsOfPieces } from './turns.ts';

/** The spans of one trace. */
interface SpanTrace {
  readonly pieces: SpanPiece[];
  readonly place: TracePlace;
  conversation: string | null;
}

/** Facts about a case that come from elsewhere than its spans. */
type SpanLabels = Readonly<Record<string, string | null>>;

/** Collects spans by trace, or by conversation where traces name one, in whatever order and file they come. */
export class SpanCases {
  private readonly traces = new Map<string, SpanTrace>();
  private readonly labels = new Map<string, SpanLabels>();

  constructor(private readonly sink: TraceSink) {}

  add(piece: SpanPiece, place: TracePlace): void {
    const trace = this.traces.get(piece.trace) ?? { pieces: [], place, conversation: null };
    this.traces.set(piece.trace, trace);
    trace.conversation ??= piece.conversation;
    trace.pieces.push(piece);
  }

  /** Names facts about a trace. */
  label(trace: string, labels: SpanLabels): void {
    this.labels.set(trace, labels);
  }

  /** Hands over every case. */
  end(): void {
    for (const _ of this.ending());
  }

  /** Hands over one case after another. A trace without a tool, a model or an agent is no agent's. */
  *ending(): Generator<string> {
    const cases = new Map<string, SpanTrace[]>();
    for (const [id, trace] of this.traces) {
      const key = trace.conversation ?? id;
      const found = cases.get(key);
      if (found === undefined) cases.set(key, [trace]);
      else found.push(trace);
    }
    this.traces.clear();
    for (const [id, traces] of cases) {
      this.addCase(id, traces);
      cases.delete(id);
      yield id;
    }
  }

  private addCase(id: string, traces: readonly SpanTrace[]): void {
    const pieces = traces.flatMap(trace => trace.pieces);
    const { place } = traces[0];
    if (pieces.every(piece => piece.kind === 'other')) {
      this.sink.skip(place, `trace ${id} has no span of an agent, a model or a tool`);
      return;
    }
    const verdict = pieces.find(piece => piece.verdict !== null)?.verdict;
    const root = pieces.find(piece => piece.kind === 'agent' && piece.parent === '');
    const model = pieces.find(piece => piece.kind === 'model' && piece.model !== null)?.model ?? null;
    const task = pieces.find(piece => piece.task !== null)?.task ?? null;
    this.sink.add(
      {
        ...{ id, outcome: verdict?.outcome ?? null, reward: verdict?.reward ?? null },
        end: root?.failed ? (root.error ?? 'error') : null,
        labels: { task, model, ...this.labels.get(pieces[0].trace) },
        steps: stepsOfPieces(pieces),
      },
      place,
    );
  }
}
