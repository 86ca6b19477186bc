import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { cp, readdir, readFile, writeFile } from 'node:fs/promises'
import { basename, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

import react from '@vitejs/plugin-react'
import type { Alias, Plugin } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { defineConfig } from 'vitest/config'

import { groups } from './chunks.config.ts'
import { testProjects } from './tests/support/testProjects.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const manifest = JSON.parse(readFileSync(here('./manifest.webmanifest'), 'utf8'))

const worker = () =>
  VitePWA({
    strategies: 'injectManifest',
    srcDir: '../sw',
    filename: 'sw.ts',
    injectRegister: false,
    includeManifestIcons: false,
    manifest,
    injectManifest: {
      rollupFormat: 'iife',
      globPatterns: [
        'assets/*.{js,css}',
        'fonts/*.woff2',
        'images/{sprite,placeholder,offline,chevron-down,not-found,empty-*}.svg',
      ],
      additionalManifestEntries: ['/index.html', '/checkout.html'].map((url) => ({
        url,
        revision: String(Date.now()),
      })),
    },
  })

/**
 * Short, as every document is full of them; the same in the page's build and in the server's. Four
 * of 36 signs: that two files of this size of a program meet is not to be expected.
 */
function classOf(name: string, file: string): string {
  const path = relative(here('.'), file).replace(/\?.*/, '')
  const hash = createHash('sha1').update(path).digest().readUIntBE(0, 6)
  return `${name}-${hash.toString(36).slice(-4)}`
}

/** What the page's build makes is served as it is; what the server's build makes is run. */
const page = {
  outDir: here('./dist/page'),
  emptyOutDir: true,
  manifest: true,
  modulePreload: {
    polyfill: false,
    // Vite leaves out a chunk that imports nothing, since there is nothing to preload beside it.
    resolveDependencies: (file: string, files: string[]) => (files.length > 0 ? files : [file]),
  },
  target: 'es2022',
  rolldownOptions: {
    input: here('./src/main.tsx'),
    output: {
      codeSplitting: { groups },
    },
  },
}

/**
 * The program of the frame with Google Maps, in one file that its document holds: shared with the
 * page, it would bring the page's files into a frame that may not load them.
 */
const maps = {
  outDir: here('./dist/maps'),
  emptyOutDir: true,
  copyPublicDir: false,
  target: 'es2022',
  rolldownOptions: {
    input: here('./src/features/location/google/mapsFrame.ts'),
    output: { format: 'iife' as const, entryFileNames: 'mapsFrame.js' },
  },
}

const server = {
  outDir: here('./dist/server'),
  emptyOutDir: true,
  copyPublicDir: false,
  target: 'node20',
  rolldownOptions: {
    input: {
      main: here('./server/main.ts'),
      store: here('./server/cli/store.ts'),
      embeddedWorker: here('./server/database/embedded/embeddedWorker.ts'),
      renderPage: here('./src/renderPage.tsx'),
    },
    output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
  },
}

/**
 * Has the browser read all functions of the first program beside the page's work, while it comes,
 * and not one after another when they are first called.
 */
function readBeside(): Plugin {
  return {
    name: 'read-beside',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle))
          if (file.type === 'chunk' && file.isEntry)
            file.code = `//# allFunctionsCalledOnLoad\n${file.code}`
      },
    },
  }
}

/**
 * Vite wraps each `import()` in a function that preloads the files of the chunk. Ours takes its
 * place, since a failed preload or import cannot be repeated in every browser. Without this plugin
 * the store works, but a chunk that failed once needs a reload.
 */
function retryableImports(): Plugin {
  const ours = here('./src/platform/rendering/importChunk.ts')
  return {
    name: 'retryable-imports',
    apply: 'build',
    enforce: 'pre',
    load: {
      filter: { id: /^\0vite\/preload-helper\.js$/ },
      handler: () => `export { importChunk as __vitePreload } from ${JSON.stringify(ours)}`,
    },
  }
}

/**
 * The router's parts that nobody uses stay out of the program: what they are made by has no effect
 * of its own, and their names are shown by developers' tools only.
 */
function withoutUnused(): Plugin {
  return {
    name: 'without-unused',
    apply: 'build',
    transform: {
      filter: { id: /\/react-router\/dist\/production\// },
      handler: (code) => ({
        code: code
          .replace(/^\w+\.displayName = .*;$/gm, '')
          .replace(
            /^var \w+ = (?=React\d*\.(forwardRef|createContext|memo)\()/gm,
            '$&/* @__PURE__ */ ',
          ),
        map: null,
      }),
    },
  }
}

const worthIt = /\.(js|css|svg|json|webmanifest|html)$/
const brotli = promisify(brotliCompress)
const best = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }

/** Puts a .br and a .gz beside every text file of the built page, so that serving costs nothing. */
function precompress(): Plugin {
  let folder = ''
  return {
    name: 'precompress',
    apply: 'build',
    enforce: 'post',
    configResolved: ({ build }) => {
      folder = build.outDir
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        const names = await readdir(folder, { recursive: true })
        await Promise.all(
          names.filter((name) => worthIt.test(name)).map((name) => pack(join(folder, name))),
        )
      },
    },
  }
}

async function pack(path: string) {
  const bytes = await readFile(path)
  await writeFile(`${path}.br`, await brotli(bytes, best))
  await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }))
}

/** What the server reads at run time, beside its bundle. */
const readAtRunTime = [
  'server/database/migrations',
  'server/features/location/gazetteer.br',
  'server/demo/payments/sandboxCheckout.js',
]

function copyBeside(): Plugin {
  return {
    name: 'copy-beside',
    apply: 'build',
    async closeBundle() {
      const copies = readAtRunTime.map((path) =>
        cp(here(`./${path}`), join(server.outDir, basename(path)), { recursive: true }),
      )
      await Promise.all(copies)
    },
  }
}

/** The router says "module" of its development build; the page needs none of its advice. */
const routerFiles = [
  [/^react-router$/, 'index'],
  [/^react-router\/dom$/, 'dom-export'],
] as const
const quietRouter: Alias[] = routerFiles.map(([find, name]) => ({
  find,
  replacement: here(`./node_modules/react-router/dist/production/${name}.mjs`),
}))

/**
 * SWR brings a copy of a hook for React 17; on newer versions that copy only returns React's own. That
 * saves 0.3 KB of the first view.
 */
const nativeHook: Alias = { find: 'use-sync-external-store/shim', replacement: 'react' }

/** Links that are only looked at need no router. */
const routerOnServer = [
  { find: /^react-router-dom$/, replacement: here('./src/platform/rendering/routerOnServer.tsx') },
  ...quietRouter,
]

export default defineConfig(({ isSsrBuild, command, mode }) => ({
  root: here('./src'),
  publicDir: here('./public'),
  envDir: here('.'),
  resolve: {
    alias: command !== 'build' ? [] : isSsrBuild ? routerOnServer : [...quietRouter, nativeHook],
  },
  css: { modules: { generateScopedName: classOf } },
  build: isSsrBuild ? { ...server, ssr: true } : mode === 'maps' ? maps : page,
  plugins: [
    react(),
    withoutUnused(),
    isSsrBuild
      ? copyBeside()
      : mode === 'maps'
        ? []
        : [retryableImports(), worker(), readBeside(), precompress()],
  ],
  test: testProjects,
}))
