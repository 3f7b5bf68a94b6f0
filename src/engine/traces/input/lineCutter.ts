/** Characters of a line, or of a row, that are read; a longer one is passed over. */
export const LONGEST_LINE = 64 * 1024 * 1024;

/** Cuts text that comes in pieces into lines, at LF or CRLF. */
export class LineCutter {
  private kept: string[] = [];
  private length = 0;
  /** From 1. */
  private number = 1;

  /** @param take gets each line and its number, or null for one that is too long */
  constructor(
    private readonly take: (line: string | null, number: number) => void,
    private readonly longest = LONGEST_LINE,
  ) {}

  write(text: string): void {
    let from = 0;
    for (let to = text.indexOf('\n'); to >= 0; to = text.indexOf('\n', from)) {
      this.keep(text.slice(from, to));
      this.close();
      from = to + 1;
    }
    this.keep(text.slice(from));
  }

  end(): void {
    if (this.length > 0) this.close();
  }

  private keep(part: string): void {
    this.length += part.length;
    if (this.length > this.longest) this.kept = [];
    else if (part !== '') this.kept.push(part);
  }

  private close(): void {
    const line = this.length > this.longest ? null : this.kept.join('').replace(/\r$/, '');
    this.kept = [];
    this.length = 0;
    this.take(line, this.number++);
  }
}
