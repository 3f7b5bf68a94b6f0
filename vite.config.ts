import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The page. Relative base: the build runs from any host and any sub-path. */
export default defineConfig({
  base: './',
  plugins: [react()],
  // Without `es` Vite inlines a worker's lazy imports into one file.
  worker: { format: 'es' },
  // The licences of all that is bundled, beside the page.
  build: { target: 'es2022', chunkSizeWarningLimit: 400, license: { fileName: 'third-party-licences.md' } },
  preview: { strictPort: true },
});
