import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const compress = promisify(brotliCompress);
const WORTH_COMPRESSING = /\.(js|css|svg)$/;

/**
 * Writes a compressed copy beside each file, once, so that the server never compresses while it answers. It reads what
 * was written, because other plugins change the files until then.
 */
function brotliCopies(): Plugin {
  return {
    name: 'brotli-copies',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
      const names = Object.keys(bundle).filter((name) => WORTH_COMPRESSING.test(name));
      await Promise.all(
        names.map(async (name) => {
          const compressed = await compress(await readFile(join(dir, name)), { params });
          await writeFile(join(dir, `${name}.br`), compressed);
        }),
      );
    },
  };
}

// Relative addresses: the server says in a <base> where the console is mounted.
export default defineConfig({
  base: './',
  plugins: [react(), brotliCopies()],
  build: {
    target: 'es2023',
    // Browsers that know light-dark(): what stands in for it in older ones follows neither the theme chosen nor print.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // Without them each page asks for dozens of files of a few hundred bytes.
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules.(react|react-dom|scheduler|@tanstack.(?!.*virtual))/ },
            // What every page has, and nothing that brings a library with it.
            {
              name: 'parts',
              test: /client.src|report.src.figures|lucide-react|web.src.(api|ui.(field|form|format|list-table|not-shown|page|place|problem|row-actions|scroll|section|skeleton|status|theme|unsaved|warnings))/,
            },
          ],
        },
      },
    },
  },
});
