const encoder = new TextEncoder();

/** A text in UTF-8. */
export const encodeUtf8 = (text: string): Uint8Array<ArrayBuffer> => encoder.encode(text);
