import { findNearestWord } from '../../core/findNearestWord.ts';
import type { Element } from './parseXml.ts';

/** Attributes of each element (W3C Recommendation of 2015, schema). */
const ATTRIBUTES: Readonly<Record<string, string>> = {
  scxml: 'initial name version datamodel binding',
  state: 'id initial',
  parallel: 'id',
  final: 'id',
  history: 'id type',
  initial: '',
  transition: 'event cond target type',
  onentry: '',
  onexit: '',
  raise: 'event',
  if: 'cond',
  elseif: 'cond',
  else: '',
  foreach: 'array item index',
  log: 'label expr',
  datamodel: '',
  data: 'id src expr',
  assign: 'location expr type attr',
  donedata: '',
  content: 'expr',
  param: 'name expr location',
  script: 'src',
  send: 'event eventexpr target targetexpr type typeexpr id idlocation delay delayexpr namelist',
  cancel: 'sendid sendidexpr',
  invoke: 'type typeexpr src srcexpr id idlocation namelist autoforward',
  finalize: '',
};
/** Elements whose content may be XML of any kind. */
const ANYTHING_WITHIN = new Set(['data', 'content', 'assign']);

/** Takes what is wrong at an element. */
type Say = (at: Element, what: string) => void;

/**
 * Looks for attributes that SCXML does not have: one that is nearly one of its own is a mistake, another one is passed over, and
 * said. Those of other namespaces are others' affair.
 */
export function checkAttributes(root: Element, namespaces: readonly string[], refuse: Say, warn: Say): void {
  const open = [root];
  for (let element = open.pop(); element !== undefined; element = open.pop()) {
    if (!namespaces.includes(element.namespace)) continue;
    const known = ATTRIBUTES[element.name]?.split(' ');
    for (const name of known === undefined ? [] : Object.keys(element.attributes)) {
      // "namespace name", or a namespace itself.
      if (name.includes(' ') || name.startsWith('xml') || known?.includes(name)) continue;
      const near = findMeantAttribute(name, known ?? []);
      if (near === null)
        warn(element, `<${element.name}> has no attribute “${name}” in SCXML: it has no effect`);
      else refuse(element, `<${element.name}> has no attribute “${name}”; did you mean “${near}”?`);
    }
    if (!ANYTHING_WITHIN.has(element.name)) open.push(...element.children);
  }
}

const findMeantAttribute = (name: string, known: readonly string[]): string | null =>
  findNearestWord(name, known) ??
  known.find(one => one.length > 3 && (name.startsWith(one) || one.startsWith(name))) ??
  null;
