import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { finish } from './build/finish.ts'
import { firstLoad } from './build/first-load.ts'
import { land } from './build/land.ts'
import { preloadFirst } from './build/preload-first.ts'

const backend = 'http://localhost:4000'

export default defineConfig({
  plugins: [react(), tailwind(), preloadFirst(), land(), finish()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
    // The content security policy forbids data: in stylesheets and fonts, so no asset may be turned into one.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // The parts of a screen are fetched after its script. Fetched beside it, those that fail offline would be
      // remembered by the browser as broken, and only a reload would help (`ui/load-again.ts`).
      resolveDependencies: (_file, names, { hostType }) => (hostType === 'html' ? names : []),
    },
    rolldownOptions: { output: { codeSplitting: { groups: firstLoad() } } },
    // `finish` makes what the server sends; its sizes are checked by a test.
    reportCompressedSize: false,
  },
  server: { proxy: { '/api': { target: backend, ws: true } } },
})
