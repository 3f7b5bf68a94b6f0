import { SaxesParser, type SaxesTagPlain } from 'saxes';
import type { NetworkFile } from './networkFile.ts';

/** An element of XML: its name and its attributes, without their namespaces. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** Its 1-based line. */
  readonly line: number;
}

interface XmlSink {
  opened(element: XmlElement): void;
  /** @param text what stood directly in it, without that of elements within */
  closed(element: XmlElement, text: string): void;
}

const getLocalName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** Reads XML element by element. @throws InputError that names the file and the line of the error */
export function readXmlElements(file: NetworkFile, sink: XmlSink): void {
  const parser = new SaxesParser<{ position: true; xmlns: false }>({ position: true, xmlns: false });
  const open: { readonly element: XmlElement; text: string }[] = [];
  parser.on('error', error =>
    file.fail(parser.line, `XML breaks off: ${error.message.replace(/^[\d:]+\s*/, '')}`),
  );
  parser.on('opentag', ({ name, attributes }: SaxesTagPlain) => {
    const own = Object.entries(attributes).map(([key, value]) => [getLocalName(key), value]);
    const element = { name: getLocalName(name), attributes: Object.fromEntries(own), line: parser.line };
    open.push({ element, text: '' });
    sink.opened(element);
  });
  const add = (text: string) => {
    const inner = open.at(-1);
    if (inner !== undefined) inner.text += text;
  };
  parser.on('text', add);
  parser.on('cdata', add);
  parser.on('closetag', () => {
    const inner = open.pop();
    if (inner !== undefined) sink.closed(inner.element, inner.text);
  });
  parser.write(file.text);
  parser.close();
}
