import { InputError } from '../../core/errors.ts';
import type { TracePlace, TraceSink, ValueFormat, ValueReader } from '../reading.ts';
import { at, isFields, listAt, textAt } from '../values.ts';
import { addCases } from './agentCases.ts';
import { OpenCodeStore } from './openCodeStore.ts';

/** Sessions of opencode and of Kilo, which goes back to it: `export`, `run --format json`, and the files that old versions keep. */
export const OPEN_CODE: ValueFormat = {
  name: 'opencode',
  fits: value => isExport(value) || isPrinted(value) || isStored(value),
  open: sink => new Sessions(sink),
};

const isExport = (value: unknown): boolean =>
  textAt(at(value, 'info'), 'id') !== null &&
  Array.isArray(at(value, 'messages')) &&
  (listAt(value, 'messages').length === 0
    ? textAt(at(value, 'info'), 'projectID') !== null
    : listAt(value, 'messages').some(
        message => Array.isArray(at(message, 'parts')) && isFields(at(message, 'info')),
      ));

const isPrinted = (value: unknown): boolean =>
  textAt(value, 'sessionID') !== null && (isFields(at(value, 'part')) || isFields(at(value, 'error')));

/** A file of a session, of a message, or of a part. */
const isStored = (value: unknown): boolean =>
  /^(?:ses|msg|prt)_[0-9a-f]{12}/.test(textAt(value, 'id') ?? '') &&
  (textAt(value, 'projectID') !== null || textAt(value, 'sessionID') !== null);

/** A row of opencode's database: a session; a message, of a session; or a part, of a message too. */
export class StoredRow {
  constructor(
    readonly id: string,
    readonly session: string | null,
    readonly message: string | null,
    readonly value: unknown,
  ) {}
}

class Sessions implements ValueReader {
  private readonly store = new OpenCodeStore();

  constructor(private readonly sink: TraceSink) {}

  take(value: unknown, place: TracePlace): void {
    if (value instanceof StoredRow) this.row(value, place);
    else if (isExport(value)) this.export(value, place);
    else if (isPrinted(value)) this.printed(value, place);
    else if (isStored(value)) this.stored(value, place);
    else throw new InputError('no session, and no part of one');
  }

  endFile(): void {}

  end(): void {
    addCases(this.sink, this.store.cases(this.sink));
  }

  private export(value: unknown, place: TracePlace): void {
    const id = textAt(at(value, 'info'), 'id') ?? place.file;
    this.store.addSession(id, at(value, 'info'), place);
    for (const [index, message] of listAt(value, 'messages').entries()) {
      const own = textAt(at(message, 'info'), 'id') ?? `${index}`;
      this.store.addMessage(id, own, at(message, 'info'), place);
      for (const part of listAt(message, 'parts')) this.store.addPart(id, own, part, place);
    }
  }

  private printed(value: unknown, place: TracePlace): void {
    const [id, part] = [textAt(value, 'sessionID') ?? place.file, at(value, 'part')];
    const message = textAt(part, 'messageID');
    if (message !== null) this.store.addPart(id, message, part, place);
    else this.store.endSession(id, textAt(at(value, 'error'), 'name', 'message') ?? 'error', place);
  }

  private stored(value: unknown, place: TracePlace): void {
    const [session, message] = [textAt(value, 'sessionID'), textAt(value, 'messageID')];
    this.row(new StoredRow(textAt(value, 'id') ?? '', session, message, value), place);
  }

  private row({ id, session, message, value }: StoredRow, place: TracePlace): void {
    if (session === null) this.store.addSession(id, value, place);
    else if (message === null) this.store.addMessage(session, id, value, place);
    else this.store.addPart(session, message, value, place);
  }
}
