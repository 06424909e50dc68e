import { svelte } from '@sveltejs/vite-plugin-svelte';
import { svelteTesting } from '@testing-library/svelte/vite';
import { defineConfig } from 'vitest/config';

// `npm run dev` serves the page alone; its data comes from a running `acp-scope ui`, whose printed
// link is expected in ACP_SCOPE_URL.
const link = new URL(process.env.ACP_SCOPE_URL ?? 'http://127.0.0.1:4747');
const token = link.searchParams.get('token');

export default defineConfig({
  plugins: [svelte(), svelteTesting()],
  build: {
    target: 'es2022',
    // The page's CSP allows no inline script, so the preload helper would be dead weight.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
  },
  server: {
    proxy: {
      '/api': {
        target: link.origin,
        changeOrigin: true,
        headers: token === null ? {} : { authorization: `Bearer ${token}` },
      },
    },
  },
  test: {
    environment: 'happy-dom',
    include: ['src/**/*.test.ts'],
  },
});
