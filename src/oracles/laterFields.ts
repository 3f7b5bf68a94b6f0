/** Fields that rows of a section have not in documents of before, section by section: all rows have one, or none has. */
const LATER: Readonly<Record<string, readonly string[]>> = { cascades: ['seen'] };

type Row = Readonly<Record<string, unknown>>;

/** A row as it would be in a document that does not know the fields which the other row lacks. */
export function withoutLater(section: string, own: unknown, said: unknown): unknown {
  const lacking = LATER[section]?.filter(name => isRow(said) && !Object.hasOwn(said, name)) ?? [];
  if (lacking.length === 0 || !isRow(own)) return own;
  return Object.fromEntries(Object.entries(own).filter(([name]) => !lacking.includes(name)));
}

/** A document whose rows lack the fields which the first row of the other document's section lacks. */
export function sectionsWithoutLater<Document extends object>(own: Document, said: Row): Document {
  const sections = Object.keys(LATER).flatMap(section => {
    const [rows, first] = [(own as Row)[section], firstOf(said[section])];
    return Array.isArray(rows)
      ? [[section, rows.map(row => withoutLater(section, row, first))] as const]
      : [];
  });
  return { ...own, ...Object.fromEntries(sections) };
}

const firstOf = (rows: unknown): unknown => (Array.isArray(rows) ? rows[0] : undefined);

const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
