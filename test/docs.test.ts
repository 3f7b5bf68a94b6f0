import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const pages = [
  ...['README.md', 'NOTICES.md', 'CONTRIBUTING.md', 'CHANGELOG.md'],
  ...readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('README.md'))
    .map(name => `src/${name}`),
  ...readdirSync(join(ROOT, 'docs'))
    .filter(name => name.endsWith('.md'))
    .map(name => `docs/${name}`),
];

/** Targets of a page's links and images, without what leads elsewhere. */
function targets(text: string): string[] {
  const prose = text.replace(/^```[\s\S]*?^```/gm, '').replace(/`[^`\n]*`/g, 'code');
  const inline = [...prose.matchAll(/\]\(<?([^)>\s]+)>?[^)]*\)/g)];
  const named = [...prose.matchAll(/^\[[^\]]+\]:\s*(\S+)/gm)];
  return [...inline, ...named].map(match => match[1]).filter(target => !/^([a-z]+:|\/\/)/i.test(target));
}

/** Anchors as GitHub makes them of headings. */
const anchors = (text: string): string[] =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

/** Paths of files in `code`, from the root of the repository. */
const paths = (text: string): string[] =>
  [...text.matchAll(/`((?:src|test|scripts|docs|public)\/[\w./-]+)`/g)].map(match => match[1]);

describe('documentation', () => {
  it.each(pages)('%s names files that exist', page => {
    const missing = paths(readFileSync(join(ROOT, page), 'utf8')).filter(
      path => !existsSync(join(ROOT, path)),
    );
    expect(missing).toEqual([]);
  });

  it.each(pages)('%s links to files and headings that exist', page => {
    const text = readFileSync(join(ROOT, page), 'utf8');
    const broken = targets(text).filter(target => {
      const [path, anchor] = decodeURI(target).split('#');
      const file = path === '' ? join(ROOT, page) : join(ROOT, dirname(page), path);
      if (!existsSync(file)) return true;
      return (
        anchor !== undefined && file.endsWith('.md') && !anchors(readFileSync(file, 'utf8')).includes(anchor)
      );
    });
    expect(broken).toEqual([]);
  });

  it('is read for its links', () => {
    expect(targets('[a](b.md#c) ![d](e.png "f") [g](https://h) [`i`](j) `[k](l)`\n[m]: n.md')).toEqual([
      'b.md#c',
      'e.png',
      'j',
      'n.md',
    ]);
  });

  it('names existing tests for what the specifications ask', () => {
    const text = readFileSync(join(ROOT, 'docs/requirements.md'), 'utf8');
    const named = [...text.matchAll(/`([\w/]+\.(?:test|spec)\.tsx?)`/g)].map(match => match[1]);
    expect(named.length).toBeGreaterThan(40);
    expect(named.filter(path => !existsSync(join(ROOT, 'test', path)))).toEqual([]);
  });

  it('leaves no requirement of the specifications open', () => {
    const text = readFileSync(join(ROOT, 'docs/requirements.md'), 'utf8');
    const tables = text.slice(0, text.indexOf('## Deliberate deviations'));
    const rows = [...tables.matchAll(/^\| (.+?) \| ?(\w*) ?\| (.+) \|$/gm)].map(([, what, mark, held]) => ({
      what,
      mark,
      isHeld: held.trim() !== '',
    }));
    const all = rows.filter(({ what }) => what !== 'requirement');
    expect(all.length).toBeGreaterThan(90);
    expect(
      all.filter(({ mark, isHeld }) => !['done', 'differs', 'measured', ''].includes(mark) || !isHeld),
    ).toEqual([]);
  });
});
