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
  private readonly conversations = new Map<string, string>();

  constructor(private readonly sink: TraceSink) {}

  add(piece: SpanPiece, place: TracePlace): void {
    const trace = this.traces.get(piece.trace) ?? { pieces: [], place, conversation: null };
    this.traces.set(piece.trace, trace);
    trace.conversation ??= piece.conversation;
    trace.pieces.push(piece);
  }

  /** Names facts about a trace. @param conversation that joins it with others; null: none is told */
  label(trace: string, labels: SpanLabels, conversation: string | null = null): void {
    this.labels.set(trace, labels);
    if (conversation !== null) this.conversations.set(trace, conversation);
  }

  /** Hands over every case. */
  end(): void {
    for (const _ of this.ending());
  }

  /** Hands over one case after another. A trace without a tool, a model or an agent is no agent's. */
  *ending(): Generator<string> {
    const cases = new Map<string, SpanTrace[]>();
    for (const [id, trace] of this.traces) {
      const key = trace.conversation ?? this.conversations.get(id) ?? id;
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
    const failed = outermostAgents(pieces).find(agent => agent.failed);
    const model = pieces.find(piece => piece.kind === 'model' && piece.model !== null)?.model ?? null;
    const task = pieces.find(piece => piece.task !== null)?.task ?? null;
    this.sink.add(
      {
        ...{ id, outcome: verdict?.outcome ?? null, reward: verdict?.reward ?? null },
        end: failed === undefined ? null : (failed.error ?? 'error'),
        labels: { task, model, ...this.labels.get(pieces[0].trace) },
        steps: stepsOfPieces(pieces),
      },
      place,
    );
  }
}

/** Agents that no other agent stands around. */
function outermostAgents(pieces: readonly SpanPiece[]): readonly SpanPiece[] {
  const byId = new Map(pieces.map(piece => [piece.id, piece]));
  return pieces.filter(agent => {
    if (agent.kind !== 'agent') return false;
    const seen = new Set([agent]);
    for (let one = byId.get(agent.parent); one !== undefined && !seen.has(one); one = byId.get(one.parent)) {
      if (one.kind === 'agent') return false;
      seen.add(one);
    }
    return true;
  });
}
