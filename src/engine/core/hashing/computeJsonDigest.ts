import { sha256OfText } from '#sha256';

/** SHA-256 of a value's JSON, 64 hexadecimal digits: the same before it is written and after it is read. */
export const computeJsonDigest = (value: object): string => sha256OfText(JSON.stringify(value));
