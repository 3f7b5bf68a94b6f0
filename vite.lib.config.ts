import { defineConfig } from 'vite';

/** The engine as a package for others, built by scripts/build-lib.mjs; whoever bundles it leaves out what is not used. */
export default defineConfig({
  publicDir: false,
  // One SHA-256 for every place: Node's own would tie the package to it.
  resolve: { conditions: ['default'] },
  build: {
    target: 'es2022',
    // Comments are in the types.
    minify: true,
  },
});
