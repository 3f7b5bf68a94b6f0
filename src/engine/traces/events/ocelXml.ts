import { SaxesParser } from 'saxes';
import { InputError } from '../../core/errors.ts';
import type { TextFormat, TextReader, TraceSink } from '../traceReading.ts';
import { readOcelLog } from './ocel.ts';

/** Object-centric event logs as XML, OCEL 2.0 and 1.0. Document types, and so entities, are refused. */
export const OCEL_XML: TextFormat = {
  name: 'OCEL XML',
  fits: head =>
    /<log[\s>]/.test(head) &&
    /<(?:object-types|event-types|events|objects)[\s/>]|<global\s+scope=["']object["']/.test(head),
  open: (sink, file) => new OcelReader(sink, file),
};

interface OcelThing {
  id: string;
  type: string;
  time: string | null;
  readonly attributes: { readonly name: string; readonly value: string }[];
  readonly relationships: { readonly objectId: string }[];
}

type Attribute = (name: string) => string;

class OcelReader implements TextReader {
  private readonly parser = new SaxesParser({ position: true });
  private readonly types: { readonly name: string }[] = [];
  private readonly lists: { readonly events: OcelThing[]; readonly objects: OcelThing[] } = {
    events: [],
    objects: [],
  };
  private readonly path: string[] = [];
  /** Keys of the lists that stand around, of OCEL 1.0. */
  private readonly keys: string[] = [];
  private thing: OcelThing | null = null;
  private attribute: string | null = null;
  private text = '';
  private broken = false;

  constructor(
    private readonly sink: TraceSink,
    private readonly file: string,
  ) {
    this.parser.on('doctype', () => {
      throw new InputError('a document type is not read, nor the entities it may define');
    });
    this.parser.on('error', error => {
      throw new InputError(error.message.replace(/^[\d:]+\s*/, ''));
    });
    this.parser.on('opentag', tag => this.opened(tag.name, name => String(tag.attributes[name] ?? '')));
    this.parser.on('closetag', tag => this.closed(tag.name));
    this.parser.on('text', text => {
      this.text += text;
    });
  }

  write(text: string): void {
    if (!this.broken) this.guarded(() => this.parser.write(text));
  }

  end(): void {
    if (!this.broken) this.guarded(() => this.parser.close());
    const { events, objects } = this.lists;
    const named = new Set([...this.types.map(({ name }) => name), ...objects.map(({ type }) => type)]);
    const objectTypes = [...named].map(name => ({ name }));
    if (events.length === 0 && this.broken) return;
    this.guarded(() =>
      readOcelLog({ objectTypes, events, objects }, { file: this.file, line: null }, this.sink),
    );
  }

  /** Nothing after the first mistake is read. */
  private guarded(read: () => void): void {
    try {
      read();
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      if (this.broken) return;
      this.broken = true;
      this.sink.skip({ file: this.file, line: this.parser.line }, `not OCEL from here on: ${error.message}`);
    }
  }

  private opened(name: string, attribute: Attribute): void {
    const around = this.path.at(-1);
    this.path.push(name);
    this.text = '';
    if (name === 'list') this.keys.push(attribute('key'));
    if (name === 'object-type') this.types.push({ name: attribute('name') });
    const isThing = (name === 'event' && around === 'events') || (name === 'object' && around === 'objects');
    if (isThing && this.thing === null)
      this.thing = {
        ...{ id: attribute('id'), type: attribute('type'), time: attribute('time') || null },
        ...{ attributes: [], relationships: [] },
      };
    else if (this.thing !== null) this.within(this.thing, name, attribute);
  }

  private within(thing: OcelThing, name: string, attribute: Attribute): void {
    if (name === 'relationship' || (name === 'object' && attribute('object-id') !== ''))
      thing.relationships.push({ objectId: attribute('object-id') });
    if (name === 'attribute') this.attribute = attribute('name');
    const [key, value] = [attribute('key'), attribute('value')];
    if (!VALUES.has(name) || key === '') return;
    const list = this.keys.at(-1);
    if (list === 'omap') thing.relationships.push({ objectId: value });
    else if (list !== undefined) thing.attributes.push({ name: key, value });
    else if (key === 'id') thing.id = value;
    else if (key === 'type' || key === 'activity') thing.type = value;
    else if (key === 'timestamp') thing.time = value;
  }

  private closed(name: string): void {
    this.path.pop();
    if (name === 'list') this.keys.pop();
    if (this.thing === null) return;
    if (name === 'attribute' && this.attribute !== null) {
      this.thing.attributes.push({ name: this.attribute, value: this.text.trim() });
      this.attribute = null;
    }
    const list = this.path.at(-1);
    if ((name !== 'event' && name !== 'object') || this.path.length !== 2) return;
    if (list === 'events' || list === 'objects') this.lists[list].push(this.thing);
    this.thing = null;
  }
}

/** Elements of OCEL 1.0 that hold a value. */
const VALUES = new Set(['string', 'date', 'int', 'float', 'boolean', 'id']);
