import { createRequire } from 'node:module';

interface JsDom {
  readonly JSDOM: new (html: string) => { readonly window: { readonly document: Document } };
}
const { JSDOM } = createRequire(import.meta.url)('jsdom') as JsDom;

/** A page as a browser would read it; none of its scripts runs. */
export const parseHtml = (html: string): Document => new JSDOM(html).window.document;
