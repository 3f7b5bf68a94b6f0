import { describe, expect, it } from 'vitest';
import { parseXml } from '../../../../src/engine/statechart/scxml/parseXml.ts';

describe('a document that is not XML', () => {
  it.each([
    ['<a>\n  <b>\n    <c event="x">\n  </b>\n</a>', 'line 3, column 5: <c> is not closed before </b>'],
    ['<a>\n  <b id="x">', 'line 2, column 3: <b> is not closed'],
    ['<a></b></a>', 'line 1, column 8: </b> closes no element; <a> is open'],
    ['<a>\n  <!-- never', 'line 2, column 3: a comment is not closed'],
    ['<a>\n<b cond="x && y"/></a>', 'line 2, column 12: “&” is written &amp;'],
    ['<a>x & y</a>', 'line 1, column 6: “&” is written &amp;'],
    [
      '<a b="x < y"/>',
      'line 1, column 10: “<” is written &lt;, unless a quotation mark before it is missing',
    ],
    ['<a>&nbsp;</a>', 'line 1, column 10: “&nbsp;” is none of XML’s own: &amp; &lt; &gt; &quot; &apos;'],
    ['<a sc:b="1"/>', 'line 1, column 14: prefix “sc” is not declared: xmlns:sc="…" is missing'],
    ['<a b></a>', 'line 1, column 6: an attribute has no value: name="value"'],
    ['<a><!-- a & b -->', 'line 1, column 1: <a> is not closed'],
    ['<a', 'line 1, column 3: the text ends within a tag'],
  ])('is reported with its place, in plain words: %j', (text, message) => {
    expect(() => parseXml(text)).toThrow(message);
  });
});
