type Path = readonly string[];

function* leavesOf(value: unknown, path: Path = []): Generator<Path> {
  if (typeof value !== 'object' || value === null) yield path;
  else for (const [key, item] of Object.entries(value)) yield* leavesOf(item, [...path, key]);
}

function withOther(value: unknown, [key, ...rest]: Path): unknown {
  if (key === undefined) return typeof value === 'number' ? value + 1 : `${value} or other`;
  const copy = Array.isArray(value) ? [...value] : { ...(value as object) };
  const fields = copy as Record<string, unknown>;
  fields[key] = withOther(fields[key], rest);
  return copy;
}

/** Names of the fields that can be changed without a change of the entry, sorted; places in lists are `*`. */
export const outsideOf = <Whole>(whole: Whole, entryOf: (whole: Whole) => string): readonly string[] => {
  const outside = [...leavesOf(whole)].filter(
    path => entryOf(withOther(whole, path) as Whole) === entryOf(whole),
  );
  return [...new Set(outside.map(path => path.join('.').replace(/\b\d+\b/g, '*')))].sort();
};
