import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

// Relative addresses: the server says in a <base> where the console is mounted.
export default defineConfig({
  base: './',
  plugins: [react()],
  build: { target: 'es2023', assetsInlineLimit: 0, reportCompressedSize: true },
});
