// node build.mjs: builds the toy model unless it was built from the very same sources; prints its folder.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stampOf } from '../../../scripts/stamp.mjs';
import { chatConfig, libraryMetadata } from './config.mjs';
import { kernelTable } from './kernels.mjs';
import { parameters, shards } from './parameters.mjs';
import { SHAPE } from './shape.mjs';
import { tokenizerFile, tokenizerOf } from './tokenizer.mjs';

const HERE = import.meta.dirname;
const CACHE = join(HERE, '.cache');
const LIBRARY = join(HERE, 'library');
/** What the model is made of, as paths from the root. */
const INPUTS = [
  ...readdirSync(HERE)
    .filter(name => name.endsWith('.mjs'))
    .map(name => `webllm/${name}`),
  ...['webllm/kernels', 'webllm/library', 'llama/corpus.txt', 'llama/vocabulary.mjs', 'llama/weights.mjs'],
].map(path => `test/runtimes/${path}`);
const VOCABULARY = 512;
const SEED = 1;

const CLANG = [
  ...['--target=wasm32', '-O2', '-mbulk-memory', '-ffreestanding', '-fno-builtin', '-nostdlib'],
  ...['-fvisibility=hidden', '-Wall', '-Wextra', '-Werror', '-Wno-unused-parameter'],
  ...['-Wl,--no-entry', '-Wl,--export-dynamic', '-Wl,--allow-undefined', '-Wl,-z,stack-size=65536'],
];

function build(folder) {
  mkdirSync(join(folder, 'toy'), { recursive: true });
  writeModel(join(folder, 'toy'));
  buildLibrary(folder);
}

function writeModel(folder) {
  const corpus = readFileSync(join(HERE, '../llama/corpus.txt'), 'utf8');
  const tokenizer = tokenizerOf(corpus, VOCABULARY);
  const { files, list } = shards(parameters(tokenizer, SEED));
  for (const [name, bytes] of files) writeFileSync(join(folder, name), bytes);
  writeJson(join(folder, 'tensor-cache.json'), list);
  writeJson(join(folder, 'tokenizer.json'), tokenizerFile(tokenizer));
  writeJson(join(folder, 'mlc-chat-config.json'), chatConfig(tokenizer));
}

function buildLibrary(folder) {
  const metadata = JSON.stringify(JSON.stringify(libraryMetadata));
  writeFileSync(
    join(folder, 'metadata.h'),
    `#pragma once\n#define WIDTH ${SHAPE.width}\n#define METADATA ${metadata}\n`,
  );
  writeFileSync(join(folder, 'kernels.inc'), kernelTable().join(''));
  const sources = readdirSync(LIBRARY)
    .filter(name => name.endsWith('.c'))
    .map(name => join(LIBRARY, name));
  const output = join(folder, 'toy-webgpu.wasm');
  const { status, error, stderr } = spawnSync('clang', [...CLANG, '-I', folder, '-o', output, ...sources], {
    encoding: 'utf8',
    timeout: 60_000,
  });
  if (status !== 0) throw new Error(`clang failed: ${error?.message ?? stderr}`);
}

const writeJson = (file, value) => writeFileSync(file, JSON.stringify(value));

/** The folder's name is the sources' stamp, and it is renamed when whole, since others may be building or reading. */
function ensureBuilt() {
  const folder = join(CACHE, stampOf(INPUTS).slice(0, 12));
  if (existsSync(folder)) return folder;
  const draft = `${folder}.${process.pid}`;
  build(draft);
  try {
    renameSync(draft, folder);
  } catch (error) {
    rmSync(draft, { recursive: true });
    if (!existsSync(folder)) throw error;
  }
  removeOthers(folder);
  return folder;
}

/** Of other sources; a name with a dot is being built. */
function removeOthers(folder) {
  const others = readdirSync(CACHE).filter(name => !name.includes('.') && join(CACHE, name) !== folder);
  for (const name of others) rmSync(join(CACHE, name), { recursive: true, force: true });
}

console.log(ensureBuilt());
