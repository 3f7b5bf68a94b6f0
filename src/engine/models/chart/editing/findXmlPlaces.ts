import { type Element, parseXml } from '../../../statechart/scxml/parseXml.ts';

const XML_STATE_ELEMENTS = new Set(['state', 'parallel', 'final', 'history']);

/** Places of a document's elements, in UTF-16 units from its start. */
interface XmlPlaces {
  /** Transitions in the order of the chart; those of `initial` and of a history are none of its own. */
  readonly transitions: readonly number[];
  readonly root: number;
  /** By id. */
  readonly states: ReadonlyMap<string, number>;
}

/** Finds them as the reader of SCXML goes through them: a state's own transitions, then its states. @throws InputError */
export function findXmlPlaces(text: string): XmlPlaces {
  const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
  const at = ({ line, column }: Element) => starts[line - 1] + column - 1;
  const transitions: number[] = [];
  const states = new Map<string, number>();
  const walk = (element: Element) => {
    const { id } = element.attributes;
    if (id !== undefined && XML_STATE_ELEMENTS.has(element.name)) states.set(id, at(element));
    if (element.name !== 'history')
      for (const child of element.children) if (child.name === 'transition') transitions.push(at(child));
    for (const child of element.children) if (XML_STATE_ELEMENTS.has(child.name)) walk(child);
  };
  const root = parseXml(text);
  walk(root);
  return { root: at(root), transitions, states };
}
