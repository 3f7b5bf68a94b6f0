/** Distinct texts that are looked for; agents say the same things over and over. */
const MOST = 5_000;

/** Equal texts as one, so that a table holds each once. */
export class Texts {
  readonly #known = new Map<string, string>();

  /** The text, as it came before if it did lately. */
  of<Text extends string | null>(text: Text): Text {
    if (text === null) return text;
    const known = this.#known.get(text);
    if (known !== undefined) return known as Text;
    if (this.#known.size >= MOST) this.#known.clear();
    this.#known.set(text, text);
    return text;
  }
}
