import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const SCRIPTS = join(import.meta.dirname, '../../scripts');
const SCRIPT: string = join(SCRIPTS, 'systemPackages.mjs');
const { advice, missingPackages } = (await import(SCRIPT)) as {
  advice(missing: readonly string[], command: string): string;
  missingPackages(
    list: readonly string[],
    browser: string | undefined,
    installed: (name: string) => boolean,
  ): string[];
};
const list = readFileSync(join(SCRIPTS, 'system-packages.txt'), 'utf8').split('\n').filter(Boolean);
const none = () => false;

describe("the tests' system packages", () => {
  it('are those that are not installed', () => {
    expect(missingPackages(list, undefined, none)).toEqual(list);
    expect(missingPackages(list, undefined, name => name !== 'lld')).toEqual(['lld']);
    expect(missingPackages(list, undefined, () => true)).toEqual([]);
  });

  it('do not include Chromium when one is named, but all others', () => {
    const chromium = ['chromium-headless-shell', 'fonts-liberation'];
    expect(missingPackages(list, '/opt/chromium', none)).toEqual(
      list.filter(name => !chromium.includes(name)),
    );
  });

  it('can be installed by a command; a browser also by naming one', () => {
    expect(advice(['clang', 'lld'], 'apt-get install clang lld')).toBe(
      'The tests need clang and lld. Run: sudo apt-get update && sudo apt-get install clang lld',
    );
    expect(advice(['chromium-headless-shell'], 'apt-get install x')).toContain('CHROMIUM=/path/to/chromium');
  });
});
