/** Directives that bind the page and its workers whatever hosts are chosen. */
const FIXED = {
  'default-src': "'none'",
  'script-src': "'self' 'wasm-unsafe-eval'",
  'worker-src': "'self' blob:",
  'font-src': "'self'",
  'img-src': "'self' data: blob:",
  'object-src': "'none'",
  'base-uri': "'none'",
  'form-action': "'none'",
};

/**
 * The policy of one load: requests go only to the page's own host and the chosen ones.
 * @param hosts origins, or patterns such as `https://*.example.org`.
 * @param nonce of the style elements that may be inserted.
 */
export const buildSecurityPolicy = (hosts: readonly string[], nonce: string): string =>
  serializeDirectives({
    ...FIXED,
    'connect-src': ["'self'", ...hosts].join(' '),
    'style-src': `'self' 'nonce-${nonce}'`,
  });

/**
 * The policy in the document itself, until the page's own takes effect: hosts and nonce are not known yet.
 * Two policies apply together, so it takes nothing from the stricter one.
 */
export const buildDocumentPolicy = (): string =>
  serializeDirectives({ ...FIXED, 'connect-src': '*', 'style-src': "'self' 'unsafe-inline'" });

const serializeDirectives = (directives: Readonly<Record<string, string>>): string =>
  Object.entries(directives)
    .map(([name, value]) => `${name} ${value}`)
    .join('; ');
