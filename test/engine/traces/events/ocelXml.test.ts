import { describe, expect, it } from 'vitest';
import { calls, caseFiles, readCase } from '../caseFixture.ts';
import { readFiles } from '../fixture.ts';

const VERSION_1 = `<?xml version="1.0"?><log><global scope="object"><string key="type" value="x"/></global>
<events><event><string key="id" value="e1"/><string key="activity" value="place"/><date key="timestamp" value="2024-01-01T10:00:00Z"/>
<list key="omap"><string key="object-id" value="o1"/></list><list key="vmap"><string key="resource" value="Ada"/></list></event></events>
<objects><object><string key="id" value="o1"/><string key="type" value="order"/><list key="ovmap"><string key="outcome" value="success"/></list></object></objects></log>`;

describe('an object-centric log in XML', () => {
  it('is read in version 2.0, and not as XES', () => {
    const { cases, found, skipped } = readCase('x05-ocel2-xml', 'log.xml');
    expect(found.map(({ format }) => format)).toEqual(['OCEL XML']);
    expect(cases.map(one => [one.id, calls(one).map(([tool]) => tool)])).toEqual([
      ['o1', ['place', 'pack']],
      ['o2', ['place']],
    ]);
    expect(cases[0]!.steps[0]!.at).toBe(Date.UTC(2024, 0, 1, 10));
    expect(skipped).toEqual([]);
  });

  it('is read in version 1.0', () => {
    const { cases, skipped } = readFiles({ 'log.xmlocel': VERSION_1 });
    expect(cases).toMatchObject([
      {
        id: 'o1',
        outcome: 'succeeded',
        steps: [{ tool: 'place', agent: 'Ada', at: Date.UTC(2024, 0, 1, 10) }],
      },
    ]);
    expect(skipped).toEqual([]);
  });

  it('is read as far as it is well-formed, and the first mistake is one line', () => {
    const text = new TextDecoder().decode(caseFiles('x05-ocel2-xml')['log.xml']);
    const { cases, skipped } = readFiles({ 'log.xml': text.replace('<event id="e3"', '<event id="e3') });
    expect(cases.map(({ id }) => id)).toEqual(['o1']);
    expect(skipped).toHaveLength(1);
    expect(skipped[0]!.reason).toMatch(/^not OCEL from here on: /);
  });

  it('may not define entities', () => {
    const { skipped } = readFiles({
      a: `<!DOCTYPE log [<!ENTITY a "a">]>${VERSION_1.replace(/^<\?.*?\?>/, '')}`,
    });
    expect(skipped.map(({ reason }) => reason)).toEqual([
      'not OCEL from here on: a document type is not read, nor the entities it may define',
    ]);
  });
});
