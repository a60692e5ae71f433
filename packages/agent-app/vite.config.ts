import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const backend = 'http://localhost:4000'

export default defineConfig({
  plugins: [react(), tailwind()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
    // The content security policy forbids data: in stylesheets and fonts, so no asset may be turned into one.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The service's own licence page lists what is bundled; legal comments in each chunk would be paid for on every load.
    reportCompressedSize: true,
  },
  server: { proxy: { '/api': { target: backend, ws: true } } },
})
