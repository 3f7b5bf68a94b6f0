import { config } from 'zod/mini';

// Schemas are never compiled into functions: a page's security policy refuses that, and reports each attempt.
config({ jitless: true });

/** The one door to zod. */
export * from 'zod/mini';
