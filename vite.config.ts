import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { documentPolicy } from './src/ui/policy/securityPolicy.ts';

/** The part of the page's policy that holds before its first script runs; only in what is built. */
const policyInDocument: Plugin = {
  name: 'policy-in-document',
  apply: 'build',
  transformIndexHtml: () => [
    {
      tag: 'meta',
      attrs: { 'http-equiv': 'Content-Security-Policy', content: documentPolicy() },
      injectTo: 'head-prepend',
    },
  ],
};

/** The page. Relative base: the build runs from any host and any sub-path. */
export default defineConfig({
  base: './',
  plugins: [react(), policyInDocument],
  // Without `es` Vite inlines a worker's lazy imports into one file.
  worker: { format: 'es' },
  // The licences of all that is bundled, beside the page.
  build: { target: 'es2022', chunkSizeWarningLimit: 400, license: { fileName: 'third-party-licences.md' } },
  preview: { strictPort: true },
});
