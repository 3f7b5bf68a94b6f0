import type { Element } from './xml.ts';

/** Elements of one name that are no part of a chart. */
interface Foreign {
  readonly first: Element;
  count: number;
}

/** A document without the elements of other namespaces, such as what an editor keeps of its drawing, and a note on each kind. */
export function removeForeignElements(
  root: Element,
  known: readonly string[],
): { readonly root: Element; readonly notes: readonly string[] } {
  const found = new Map<string, Foreign>();
  const kept = (element: Element): Element => {
    const children: Element[] = [];
    for (const child of element.children) {
      if (known.includes(child.namespace)) children.push(kept(child));
      else {
        const key = `${child.namespace} ${child.name}`;
        const before = found.get(key);
        if (before === undefined) found.set(key, { first: child, count: 1 });
        else before.count++;
      }
    }
    return { ...element, children };
  };
  return { root: kept(root), notes: [...found.values()].map(describeForeignElements) };
}

const describeForeignElements = ({ first: { name, namespace, line, column }, count }: Foreign): string =>
  `line ${line}, column ${column}: <${name}> of “${namespace}” is left out${count > 1 ? `, ${count} times` : ''}`;
