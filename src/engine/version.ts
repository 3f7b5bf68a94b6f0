/** Written into every document. Raised when a run's bytes change on purpose. */
export const ENGINE_VERSION = '0.1.0';
