import { minify } from 'terser';
import type { Plugin } from 'vite';

/**
 * Minifies once more what the page loads first: Terser takes a hundredth off what the bundler leaves, which is much where each
 * byte is waited for, and too slow for all other files.
 * @param isFirst whether a file with this name of a chunk belongs to the first load
 */
export const minifyFirstLoad = (isFirst: (chunk: string) => boolean): Plugin => ({
  name: 'minify-first-load',
  apply: 'build',
  enforce: 'post',
  async generateBundle(_, files) {
    for (const file of Object.values(files))
      if (file.type === 'chunk' && isFirst(file.name)) {
        const { code } = await minify(file.code, { module: true, compress: { passes: 2 } });
        if (code === undefined) throw new Error(`${file.fileName} could not be minified`);
        file.code = code;
      }
  },
});
