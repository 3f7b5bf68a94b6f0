/** A comment by its first and last characters. */
type Comment = readonly [opens: string, closes: string];

/** Comments before a graph of Graphviz. */
const DOT_COMMENTS: readonly Comment[] = [
  ['//', '\n'],
  ['#', '\n'],
  ['/*', '*/'],
];
/** Parts before the root of XML, skipped like comments. */
const XML_PROLOG: readonly Comment[] = [
  ['<?', '?>'],
  ['<!--', '-->'],
  ['<!DOCTYPE', '>'],
];

/**
 * Text after leading white space and comments; empty if one of them is not closed. It takes time in proportion to the
 * text, as a regular expression over comments does not.
 */
function skipComments(text: string, comments: readonly Comment[]): string {
  let rest = text.trimStart();
  for (;;) {
    const comment = comments.find(([opens]) => rest.startsWith(opens));
    if (comment === undefined) return rest;
    const [opens, closes] = comment;
    const end = rest.indexOf(closes, opens.length);
    if (end === -1) return '';
    rest = rest.slice(end + closes.length).trimStart();
  }
}

/** Text of XML from its root on. */
export const skipXmlProlog = (text: string): string => skipComments(text, XML_PROLOG);

/** Text of a Graphviz file from its graph on. */
export const skipDotComments = (text: string): string => skipComments(text, DOT_COMMENTS);
