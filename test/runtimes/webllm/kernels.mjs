import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const FOLDER = join(import.meta.dirname, 'kernels');
const NUMBERS = { i32: 'int32', u32: 'uint32', f32: 'float32' };

/** The C initializers of the kernels: one for each shader, which bears its file's name. */
export function kernelTable() {
  const files = readdirSync(FOLDER).sort();
  return files.map(file => {
    const name = basename(file, '.wgsl');
    const source = readFileSync(join(FOLDER, file), 'utf8');
    const description = JSON.stringify(describe(name, source));
    return `{${quoted(name)}, ${quoted(description)}, ${quoted(source)}, ${workgroupSize(source)}, NULL},\n`;
  });
}

/** As TVM describes a kernel: buffers first, then the numbers of `Sizes` but for the runtime's own, its last. */
function describe(name, source) {
  const buffers = [...source.matchAll(/var<storage, (read|read_write)>/g)].map(([, access]) => access);
  const [, fields] = /struct Sizes \{(.+)\}/.exec(source);
  const numbers = [...fields.matchAll(/: (\w+)/g)].map(([, type]) => NUMBERS[type]).slice(0, -1);
  const writes = JSON.stringify(buffers.map(access => (access === 'read_write' ? 1 : 0)));
  return {
    name,
    arg_types: [...buffers.map(() => 'handle'), ...numbers],
    launch_param_tags: ['blockIdx.x', `paramWriteAccess:${writes}`],
  };
}

function workgroupSize(source) {
  const [, size] = /@workgroup_size\((\w+)\)/.exec(source);
  return Number(new RegExp(`const ${size} = (\\d+)`).exec(source)?.[1] ?? size);
}

// JSON's escapes are C's too, as long as the text is ASCII.
const quoted = text => JSON.stringify(text);
