/** The lack of a readable reply. The message is one line and never holds the key. */
export class ServerFailure extends Error {
  override readonly name = 'ServerFailure';

  constructor(
    readonly kind: 'network' | 'status' | 'size' | 'encoding',
    message: string,
    readonly status: number | null = null,
    /** Milliseconds after which the server may be asked again. */
    readonly retryAfter: number | null = null,
  ) {
    super(message);
  }
}
