import { describe, expect, it } from 'vitest';
import { isPartOf, type Modules, soonParts } from '../../scripts/soonParts.ts';

const importers: Record<string, readonly string[]> = {
  '/src/ui/App.tsx': [],
  '/src/ui/Late.tsx': [],
  '/src/ui/words.ts': ['/src/ui/Late.tsx', '/src/ui/rounds.ts'],
  '/src/ui/rounds.ts': ['/src/ui/words.ts'],
  '/src/ui/other.ts': ['/src/ui/rounds.ts', '/src/ui/gone.ts'],
  '/src/ui/models/chart/Agent.tsx': [],
};
const modules: Modules = {
  getModuleInfo: id =>
    id in importers ? { isEntry: id === '/src/ui/App.tsx', importers: importers[id] } : null,
};
const partsOf = (code: string, id = '/src/ui/App.tsx') => {
  const { plugin, isSoon } = soonParts();
  (plugin.transform as (code: string, id: string) => null)(code, id);
  return Object.keys(importers).filter(one => isSoon(one, modules));
};

describe('the list of parts that are loaded soon', () => {
  it('has those marked so, and their imports, in a circle as well', () => {
    const code =
      "const Late = createLazyView(preloadOnActivity(async () => (await import('./Late.tsx')).Late));";
    expect(partsOf(code)).toEqual([
      ...['/src/ui/Late.tsx', '/src/ui/words.ts', '/src/ui/rounds.ts', '/src/ui/other.ts'],
    ]);
    expect(partsOf("preloadOnActivity(() => import('./other.ts').catch(told));")).toEqual([
      '/src/ui/other.ts',
    ]);
    expect(partsOf("const late = () => import('./Late.tsx');")).toEqual([]);
  });

  it('leaves out the parts of models that come later themselves', () => {
    const code = "preloadOnActivity(async () => (await import('./Agent.tsx')).Agent)";
    expect(partsOf(code, '/src/ui/models/chart/views.tsx')).toEqual([]);
  });

  it('refuses a call that it cannot read', () => {
    for (const call of ['preloadOnActivity(load)', 'preloadOnActivity<Part>(load)'])
      expect(() => partsOf(call)).toThrow('/src/ui/App.tsx has a preloadOnActivity(…) in another form');
    expect(partsOf('export function preloadOnActivity<Part>(load: () => Promise<Part>) {}')).toEqual([]);
  });
});

describe('a part', () => {
  it('belongs to an entry that imports it without a wait', () => {
    const isEntry = (_: string, is: boolean) => is;
    expect(isPartOf('/src/ui/App.tsx', modules, isEntry)).toBe(true);
    expect(isPartOf('/src/ui/words.ts', modules, isEntry)).toBe(false);
  });
});
