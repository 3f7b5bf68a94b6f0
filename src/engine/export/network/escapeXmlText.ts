const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  // As they are, a reader would make a space of each in an attribute.
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
};

/** A text for an element or an attribute of XML 1.0; characters that it cannot hold become U+FFFD. */
export const escapeXmlText = (text: string): string =>
  text
    .replace(/[\p{Cs}\uFFFE\uFFFF]|[^\P{Cc}\t\n\r]/gu, '\uFFFD')
    .replace(/[&<>"\t\n\r]/g, character => ENTITIES[character]);
