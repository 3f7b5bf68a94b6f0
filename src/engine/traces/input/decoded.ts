/** Decodes the bytes of a file into text: UTF-8, or UTF-16 if a mark at its beginning says so. Never fails. */
export class Decoded {
  private decoder: TextDecoder | null = null;
  private head: Uint8Array = new Uint8Array(0);

  /** The text of the next bytes. */
  write(bytes: Uint8Array): string {
    if (this.decoder !== null) return this.decoder.decode(bytes, { stream: true });
    this.head = concatBytes(this.head, bytes);
    return this.head.length < 2 ? '' : this.begin();
  }

  /** The rest at the end. */
  end(): string {
    const text = this.decoder === null ? this.begin() : '';
    return text + (this.decoder?.decode() ?? '');
  }

  private begin(): string {
    const [first, second] = this.head;
    const wide =
      first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : null;
    this.decoder = new TextDecoder(wide ?? 'utf-8');
    return this.decoder.decode(this.head, { stream: true });
  }
}

/** Bytes after each other. */
export function concatBytes(...parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let place = 0;
  for (const part of parts) {
    all.set(part, place);
    place += part.length;
  }
  return all;
}
