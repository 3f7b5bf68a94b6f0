import { InputError } from '../../core/errors.ts';
import type { TracePlace, TraceSink, ValueFormat, ValueReader } from '../reading.ts';
import { getListField, getPathValue, getTextField, isFieldsObject } from '../values.ts';
import { addAgentCases } from './agentCases.ts';
import { OpenCodeStore } from './openCodeStore.ts';

/** Sessions of opencode and of Kilo, which goes back to it: `export`, `run --format json`, and the files that old versions keep. */
export const OPEN_CODE: ValueFormat = {
  name: 'opencode',
  fits: value => isOpenCodeExport(value) || isOpenCodePrintout(value) || isOpenCodeStoreFile(value),
  open: sink => new Sessions(sink),
};

const isOpenCodeExport = (value: unknown): boolean =>
  getTextField(getPathValue(value, 'info'), 'id') !== null &&
  Array.isArray(getPathValue(value, 'messages')) &&
  (getListField(value, 'messages').length === 0
    ? getTextField(getPathValue(value, 'info'), 'projectID') !== null
    : getListField(value, 'messages').some(
        message =>
          Array.isArray(getPathValue(message, 'parts')) && isFieldsObject(getPathValue(message, 'info')),
      ));

const isOpenCodePrintout = (value: unknown): boolean =>
  getTextField(value, 'sessionID') !== null &&
  (isFieldsObject(getPathValue(value, 'part')) || isFieldsObject(getPathValue(value, 'error')));

/** A file of a session, of a message, or of a part. */
const isOpenCodeStoreFile = (value: unknown): boolean =>
  /^(?:ses|msg|prt)_[0-9a-f]{12}/.test(getTextField(value, 'id') ?? '') &&
  (getTextField(value, 'projectID') !== null || getTextField(value, 'sessionID') !== null);

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
    else if (isOpenCodeExport(value)) this.export(value, place);
    else if (isOpenCodePrintout(value)) this.printed(value, place);
    else if (isOpenCodeStoreFile(value)) this.stored(value, place);
    else throw new InputError('no session, and no part of one');
  }

  endFile(): void {}

  end(): void {
    addAgentCases(this.sink, this.store.cases(this.sink));
  }

  private export(value: unknown, place: TracePlace): void {
    const id = getTextField(getPathValue(value, 'info'), 'id') ?? place.file;
    this.store.addSession(id, getPathValue(value, 'info'), place);
    for (const [index, message] of getListField(value, 'messages').entries()) {
      const own = getTextField(getPathValue(message, 'info'), 'id') ?? `${index}`;
      this.store.addMessage(id, own, getPathValue(message, 'info'), place);
      for (const part of getListField(message, 'parts')) this.store.addPart(id, own, part, place);
    }
  }

  private printed(value: unknown, place: TracePlace): void {
    const [id, part] = [getTextField(value, 'sessionID') ?? place.file, getPathValue(value, 'part')];
    const message = getTextField(part, 'messageID');
    if (message !== null) this.store.addPart(id, message, part, place);
    else
      this.store.endSession(
        id,
        getTextField(getPathValue(value, 'error'), 'name', 'message') ?? 'error',
        place,
      );
  }

  private stored(value: unknown, place: TracePlace): void {
    const [session, message] = [getTextField(value, 'sessionID'), getTextField(value, 'messageID')];
    this.row(new StoredRow(getTextField(value, 'id') ?? '', session, message, value), place);
  }

  private row({ id, session, message, value }: StoredRow, place: TracePlace): void {
    if (session === null) this.store.addSession(id, value, place);
    else if (message === null) this.store.addMessage(session, id, value, place);
    else this.store.addPart(session, message, value, place);
  }
}
