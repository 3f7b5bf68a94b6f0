import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { InputError } from '../../core/errors.ts';
import type { ColumnRole } from '../../files/columnRoles.ts';
import { assignColumnRoles } from '../../files/columnRoles.ts';
import { parseSuccessOutcome } from '../lists/messageList.ts';
import type { TextFormat, TextReader, TracePlace, TraceReading, TraceSink } from '../traceReading.ts';
import { MAX_VALUE_DEPTH } from '../traceSteps.ts';
import { toFiniteNumber } from '../values.ts';
import { EventCases, type EventRow } from './eventCases.ts';

/** Event logs in XES (IEEE 1849). Document types, and so entities, are refused. */
export const XES: TextFormat = {
  name: 'XES',
  fits: head => /^\s*<(?:\?xml|!--|log[\s>])/.test(head) && /<(?:log|trace)[\s/>]/.test(head),
  open: (sink, file) => new XesReader(sink, file),
};

/** Roles of a trace's own facts are never asked for. */
const UNASKED: TraceReading = {};

const VALUES = new Set(['string', 'date', 'int', 'float', 'boolean', 'id']);

class XesReader implements TextReader {
  private readonly parser = new SaxesParser<{ position: true; xmlns: false }>({
    position: true,
    xmlns: false,
  });
  private readonly cases: EventCases;
  private readonly path: string[] = [];
  private trace = new Map<string, string>();
  private event = new Map<string, string>();
  private events: { readonly fields: ReadonlyMap<string, string>; readonly place: TracePlace }[] = [];
  private count = 0;
  private broken = false;

  constructor(
    private readonly sink: TraceSink,
    private readonly file: string,
  ) {
    this.cases = new EventCases(sink);
    this.parser.on('doctype', () =>
      this.refuse('a document type is not read, nor the entities it may define'),
    );
    this.parser.on('error', error => this.refuse(error.message.replace(/^[\d:]+\s*/, '')));
    this.parser.on('opentag', ({ name, attributes }: SaxesTagPlain) => this.opened(name, attributes));
    this.parser.on('closetag', tag => this.closed(tag.name));
  }

  write(text: string): void {
    this.guarded(() => this.parser.write(text));
  }

  end(): void {
    this.guarded(() => this.parser.close());
    this.cases.end();
  }

  private refuse(reason: string): never {
    throw new InputError(reason);
  }

  /** Nothing after the first mistake is read. */
  private guarded(read: () => void): void {
    if (this.broken) return;
    try {
      read();
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      this.broken = true;
      this.sink.skip(this.place(), `not XES from here on: ${error.message}`);
    }
  }

  private place(): TracePlace {
    return { file: this.file, line: this.parser.line };
  }

  private opened(name: string, attributes: SaxesTagPlain['attributes']): void {
    if (this.path.length >= MAX_VALUE_DEPTH) this.refuse(`elements nested more than ${MAX_VALUE_DEPTH} deep`);
    const around = this.path.at(-1);
    this.path.push(name);
    if (name === 'trace') [this.trace, this.events] = [new Map(), []];
    if (name === 'event') this.event = new Map();
    if (!VALUES.has(name)) return;
    const { key = '', value = '' } = attributes;
    if (around === 'event') this.event.set(key, value);
    else if (around === 'trace') this.trace.set(key, value);
  }

  private closed(name: string): void {
    this.path.pop();
    if (name === 'event') this.events.push({ fields: this.event, place: this.place() });
    if (name === 'trace') this.endTrace();
  }

  private endTrace(): void {
    this.count++;
    const id = this.trace.get('concept:name') ?? this.trace.get('identity:id') ?? `case ${this.count}`;
    const facts = assignColumnRoles([...this.trace.keys()], UNASKED);
    const fact = (role: ColumnRole) => this.trace.get(facts.get(role) ?? '');
    for (const { fields, place } of this.events) this.cases.add(this.rowOf(id, fields), place);
    this.cases.judge(id, parseSuccessOutcome(fact('outcome')), toFiniteNumber(fact('reward')), this.place());
  }

  private rowOf(id: string, fields: ReadonlyMap<string, string>): EventRow {
    const roles = assignColumnRoles([...fields.keys()], this.sink.reading);
    this.cases.name(roles);
    return {
      get: role => {
        if (role === 'case') return id;
        const key = roles.get(role);
        return key === undefined ? undefined : fields.get(key);
      },
    };
  }
}
