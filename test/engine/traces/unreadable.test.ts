import { describe, expect, it } from 'vitest';
import { readFiles, textOfFixture } from './fixture.ts';

const saysOf = (files: Parameters<typeof readFiles>[0], piece?: number) =>
  readFiles(files, {}, piece).skipped.map(({ file, line, reason }) => ({ file, line, reason }));

/** Bytes as they come from a generator of random ones, always the same. */
const noise = Uint8Array.from({ length: 5000 }, (_, i) => (Math.imul(i + 1, 0x9e3779b1) >>> 13) & 0xff);

describe('a file in an unknown format', () => {
  it('is reported as cut off, and where, when it is JSON without its end', () => {
    const whole = textOfFixture('raw/moatless-tools/django__django-13658.json');
    const text = whole.slice(0, whole.length >> 1);
    const line = text.split('\n').length;
    const says = saysOf({ 'cut.json': text });
    expect(says).toHaveLength(1);
    expect(says[0]).toMatchObject({ file: 'cut.json', line: 1 });
    expect(says[0]!.reason).toMatch(
      /^not JSON: the file ends in line \d+, after ".+", before this value does/,
    );
    expect(says[0]!.reason).toContain(`in line ${line},`);
    expect(saysOf({ 'b.json': '{"a": [\n1,\n2' })).toEqual([
      {
        ...{ file: 'b.json', line: 1 },
        reason:
          'not JSON: the file ends in line 3, after "{"a": [\\n1,\\n2", before this value does; it may be cut off',
      },
    ]);
  });

  it('is reported as binary when it is not text, whatever its name', () => {
    for (const name of ['noise.gz', 'noise.csv'])
      for (const piece of [7, 65_536])
        expect(saysOf({ [name]: noise }, piece)).toEqual([
          {
            file: name,
            line: null,
            reason: 'binary: no text, and none of gzip, zip and OpenTelemetry’s protobuf',
          },
        ]);
  });

  it('is text with a stray control character, in UTF-16, and with colours of a terminal', () => {
    const table = 'case,tool\n1,look\u0000\n1,\u001b[31mact\u001b[0m\n';
    const utf16 = new Uint8Array([0xff, 0xfe, ...[...table].flatMap(sign => [sign.charCodeAt(0), 0])]);
    for (const content of [table, utf16])
      expect(readFiles({ 'a.csv': content }).cases.map(({ steps }) => steps.length)).toEqual([2]);
  });

  it('is reported with the expected formats when it is JSON of something else', () => {
    expect(saysOf({ 'a.json': '{"weather": "fine"}' })[0]!.reason).toMatch(/^nothing in it was recognised/);
  });

  it.each([
    ['a.json', '{"traceEvents": [{"ph": "X", "name": "x"}]}', 'a Chrome performance trace'],
    [
      'a.har',
      '{"log": {"version": "1.2", "creator": {}, "entries": []}}',
      'a recording of web requests (HAR',
    ],
    ['a.gexf', '<?xml version="1.0"?>\n<gexf version="1.3"><graph/></gexf>', 'a network (GEXF)'],
    ['a.graphml', '<?xml version="1.0"?>\n<graphml a="1,2"><graph/></graphml>', 'a network (GraphML)'],
    [
      'a.parquet',
      `PAR1${'\u0001\u0002'.repeat(40)}PAR1`,
      'a data file (Parquet; save it as CSV or JSON lines)',
    ],
    ['a.pcapng', `\n\r\r\n${'\u0001\u0002'.repeat(40)}`, 'a network capture (pcap)'],
  ])('is named for what it is, in one line: %s', (name, text, words) => {
    const says = saysOf({ [name]: text });
    expect(says).toHaveLength(1);
    expect(says[0]!.reason).toContain(`it looks like ${words}`);
  });
});
