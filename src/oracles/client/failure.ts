/** Errors of Node's fetch, which waits five minutes whatever the deadline. */
const SILENCES: readonly unknown[] = ['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT'];

/** The failure of a request that ended without a reply. @param message used unless the cause was silence */
export function toNetworkFailure(error: unknown, message: string): ServerFailure {
  const { cause } = error as { readonly cause?: { readonly code?: unknown } };
  return SILENCES.includes(cause?.code)
    ? new ServerFailure('silence', 'nothing came for five minutes')
    : new ServerFailure('network', message);
}

/** The lack of a readable reply. The message is one line and never holds the key. */
export class ServerFailure extends Error {
  override readonly name = 'ServerFailure';

  constructor(
    readonly kind: 'network' | 'silence' | 'status' | 'size' | 'encoding',
    message: string,
    readonly status: number | null = null,
    /** Milliseconds after which the server may be asked again. */
    readonly retryAfter: number | null = null,
  ) {
    super(message);
  }
}
