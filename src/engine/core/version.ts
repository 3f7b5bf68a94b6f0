/** Written into every document. Raised when a run's bytes change on purpose. */
export const ENGINE_VERSION = '0.8.0';

/**
 * Version of the run document. Raised when its hash is made by another rule, or older programs could not read
 * it.
 */
export const DOCUMENT_VERSION = 3;
