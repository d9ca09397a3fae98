import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';

// One build for all shells. The terminal, the browser shell and the writer's thread are further
// inputs of `main`; none of them may reach a chunk that imports electron. The libraries of every
// screen are one chunk: fifty small ones, each loaded separately, cost a window more than half of
// its start.
const LIBRARIES =
  'react|react-dom|scheduler|@mantine|@floating-ui|zod|i18next|react-i18next|lucide-react|zustand|@tanstack';
const BASE = new RegExp(
  `node_modules/(?:${LIBRARIES})/|src/contract/|src/renderer/src/(?:i18n|client|state|ui)/`,
);

export default defineConfig({
  main: {
    build: {
      sourcemap: true,
      rolldownOptions: {
        input: {
          index: 'src/main/index.ts',
          cli: 'src/cli/index.ts',
          serve: 'src/serve/serve.ts',
          worker: 'src/core/app/worker.ts',
          listParserWorker: 'src/core/app/listParserWorker.ts',
          modelWorker: 'src/core/app/modelWorker.ts',
        },
      },
    },
  },
  preload: {
    build: {
      // A sandboxed preload can require little more than electron, so everything else is inlined.
      externalizeDeps: false,
      rolldownOptions: {
        input: { index: 'src/preload/index.ts' },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    html: { cspNonce: '__CSP_NONCE__' },
    plugins: [react()],
    build: {
      sourcemap: true,
      minify: true,
      rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'base', test: BASE }] } } },
    },
  },
});
