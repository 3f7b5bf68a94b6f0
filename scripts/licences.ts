import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';

const FILE = 'third-party-licences.md';
const TEXT = /^(licen[cs]e|copying|notice)/i;

/** Where a package that brings no text has one. */
const TEXT_OF: Readonly<Record<string, string>> = { '@wllama/wllama-compat': '@wllama/wllama' };
const WASM = ['llama.cpp', 'Emscripten', 'musl'];
/** What packages hold that is compiled into them, whose own packages are not installed. */
const INSIDE: Readonly<Record<string, readonly string[]>> = {
  '@wllama/wllama': WASM,
  '@wllama/wllama-compat': WASM,
  'sql.js': ['Emscripten', 'musl'],
  '@mlc-ai/web-llm': [
    '@mlc-ai/web-runtime',
    '@mlc-ai/web-xgrammar',
    '@mlc-ai/web-tokenizers',
    'loglevel',
    'Emscripten',
    'musl',
  ],
};
const MIT: Readonly<Record<string, string>> = {
  'llama.cpp': 'Copyright (c) 2023-2026 The ggml authors',
  Emscripten: 'Copyright (c) 2010-2014 Emscripten authors, see AUTHORS file.',
  musl: 'Copyright © 2005-2020 Rich Felker, et al.',
};
const APACHE = {
  of: '@mlc-ai/web-llm',
  names: ['@mlc-ai/web-runtime', '@mlc-ai/web-xgrammar', '@mlc-ai/web-tokenizers'],
};

/** Packages that bring no text, with the holders of their rights, those of what they were made from as well. */
const ISC: Readonly<Record<string, readonly string[]>> = {
  saxes: ['Copyright (c) Contributors', 'Copyright (c) Isaac Z. Schlueter and Contributors (sax)'],
};
const ISC_TEXT = `Permission to use, copy, modify, and/or distribute this software for any purpose with or without fee is hereby
granted, provided that the above copyright notice and this permission notice appear in all copies.

THE SOFTWARE IS PROVIDED "AS IS" AND THE AUTHOR DISCLAIMS ALL WARRANTIES WITH REGARD TO THIS SOFTWARE INCLUDING ALL IMPLIED
WARRANTIES OF MERCHANTABILITY AND FITNESS. IN NO EVENT SHALL THE AUTHOR BE LIABLE FOR ANY SPECIAL, DIRECT, INDIRECT, OR
CONSEQUENTIAL DAMAGES OR ANY DAMAGES WHATSOEVER RESULTING FROM LOSS OF USE, DATA OR PROFITS, WHETHER IN AN ACTION OF CONTRACT,
NEGLIGENCE OR OTHER TORTIOUS ACTION, ARISING OUT OF OR IN CONNECTION WITH THE USE OR PERFORMANCE OF THIS SOFTWARE.`;

/** The folder of the package that a module is of; null for one of our own. */
function packageAt(id: string): string | null {
  const [, folder] = /^[\0]?(.*\/node_modules\/(?:@[^/]+\/)?[^/?]+)/.exec(id.replaceAll('\\', '/')) ?? [];
  return folder ?? null;
}

/**
 * Writes the licences of all that is bundled into the page and its workers, beside the page: plugins of a build and of its
 * workers' builds, which come first and share what they found.
 * @param root folder with LICENSE and node_modules
 * @param holder what the build makes
 */
export function licences(
  root: string,
  holder = 'the page and its workers',
): { readonly page: Plugin; worker(): Plugin } {
  const folders = new Set<string>();
  const note = (bundle: Rolldown.OutputBundle) => {
    for (const output of Object.values(bundle)) {
      const files =
        output.type === 'chunk' ? output.moduleIds : output.originalFileNames.map(name => join(root, name));
      for (const folder of files.map(packageAt)) if (folder !== null) folders.add(folder);
    }
  };
  const generateBundle = (_: unknown, bundle: Rolldown.OutputBundle) => note(bundle);
  return {
    worker: () => ({ name: 'licences-of-worker', apply: 'build', generateBundle }),
    page: {
      name: 'licences',
      apply: 'build',
      generateBundle: {
        order: 'post',
        handler(_, bundle) {
          note(bundle);
          this.emitFile({ type: 'asset', fileName: FILE, source: textOf([...folders], root, holder) });
        },
      },
    },
  };
}

/** @throws Error for a package without a text, so that none is bundled without */
function textOf(folders: readonly string[], root: string, holder: string): string {
  const sections = new Map(folders.map(folder => sectionOf(folder)));
  const ours = readFileSync(join(root, 'LICENSE'), 'utf8');
  const permission = ours.slice(ours.indexOf('Permission is hereby'));
  for (const name of [...sections.keys()].flatMap(name => INSIDE[name] ?? [])) {
    if (sections.has(name)) continue;
    if (name in MIT) sections.set(name, `## ${name} (MIT)\n\n${MIT[name]}\n\n${permission}`);
    else if (APACHE.names.includes(name))
      sections.set(name, `## ${name} (Apache-2.0)\n\nThe text is that of ${APACHE.of}.\n`);
    else sections.set(name, sectionOf(join(root, 'node_modules', name))[1]);
  }
  const sorted = [...sections].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, text]) => text);
  return [
    `# Licences of what ${holder} ${holder.includes(' and ') ? 'hold' : 'holds'}\n`,
    'Data and icons have theirs beside them: networks/NOTICES.md, corpora/NOTICES.md, icons.md.\n',
    `## Statescope (MIT)\n\n${ours}`,
    ...sorted,
  ].join('\n');
}

/** Name and section of an installed package. */
function sectionOf(folder: string): readonly [name: string, text: string] {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  if (name in ISC)
    return [name, `## ${name} ${version} (${license})\n\n${ISC[name].join('\n')}\n\n${ISC_TEXT}\n`];
  const place = name in TEXT_OF ? folder.slice(0, -name.length) + TEXT_OF[name] : folder;
  const files = existsSync(place) ? readdirSync(place).filter(file => TEXT.test(file)) : [];
  if (files.length === 0) throw new Error(`${name} is bundled and has no text of its licence`);
  // Headings of a text stand below the package's.
  const texts = files.map(file => readFileSync(join(place, file), 'utf8').trim().replace(/^#+ /gm, '### '));
  return [name, `## ${name} ${version} (${license})\n\n${texts.join('\n\n')}\n`];
}
