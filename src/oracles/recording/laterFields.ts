/** Fields that rows of a section have not in documents of before, section by section. */
const LATER: Readonly<Record<string, readonly string[]>> = { cascades: ['seen'] };

type Row = Readonly<Record<string, unknown>>;

/**
 * The fields that a document which is checked does not know. The first row of a section tells: all rows have a field, or none
 * has it.
 */
export class LaterFields {
  readonly #lacking = new Map<string, readonly string[]>();

  /** A row of our own as the document would have it. @param said the row that stands in its place */
  without(section: string, own: unknown, said: unknown): unknown {
    const lacking = this.#lacking.get(section) ?? listMissingFields(section, said);
    this.#lacking.set(section, lacking);
    if (lacking.length === 0 || !isDocumentRow(own)) return own;
    return Object.fromEntries(Object.entries(own).filter(([name]) => !lacking.includes(name)));
  }

  /** Whether a section may have rows with all fields: one is the same on both sides. */
  isWhole(section: string | undefined): boolean {
    if (section === undefined) return true;
    const lacking = this.#lacking.get(section) ?? [];
    this.#lacking.set(section, lacking);
    return lacking.length === 0;
  }

  /** A document of our own as the other one would have it. */
  withoutIn<Document extends object>(own: Document, said: Row): Document {
    const sections = Object.keys(LATER).flatMap(section => {
      const [rows, others] = [(own as Row)[section], said[section]];
      if (!Array.isArray(rows) || !Array.isArray(others)) return [];
      return [[section, rows.map((row, i) => this.without(section, row, others[i]))] as const];
    });
    return { ...own, ...Object.fromEntries(sections) };
  }
}

const listMissingFields = (section: string, said: unknown): readonly string[] =>
  isDocumentRow(said) ? (LATER[section]?.filter(name => !Object.hasOwn(said, name)) ?? []) : [];

const isDocumentRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
