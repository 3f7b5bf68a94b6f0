import { InputError } from '../../../../engine/core/errors.ts';
import { RequestTooLarge } from './requestErrors.ts';
import type { DecodedRequest, DecodingOrder } from './telemetryDecoder.ts';
import { decodeRequest } from './toStoredLines.ts';

/** Decodes one request in a thread of its own. */
export default function decodeOrder({ path, ...sent }: DecodingOrder): DecodedRequest {
  try {
    return { kind: 'read', received: decodeRequest(path, sent) };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return { kind: 'refused', isTooLarge: error instanceof RequestTooLarge, message: error.message };
  }
}
