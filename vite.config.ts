import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { cp, readdir, readFile, writeFile } from 'node:fs/promises'
import { basename, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

import react from '@vitejs/plugin-react'
import type { Plugin } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { defineConfig } from 'vitest/config'

import { groups } from './chunks.config.ts'
import { shellPaths } from './src/contract/workerRules.ts'
import { testProjects } from './tests/support/testProjects.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const manifest = JSON.parse(readFileSync(here('./manifest.webmanifest'), 'utf8'))

const deskManifest = JSON.parse(readFileSync(here('./src/desk/manifest.webmanifest'), 'utf8'))

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
      additionalManifestEntries: Object.values(shellPaths).map((url) => ({
        url,
        revision: String(Date.now()),
      })),
    },
  })

/** What the desk needs of the store's own files, and its document. */
const deskStatics = [
  '/desk/',
  '/fonts/faces.css',
  '/fonts/pehno-display.woff2',
  '/images/sprite.svg',
]

/** The desk's worker stores its document and what every page, a rider's and a packer's need. */
const deskWorker = () =>
  VitePWA({
    strategies: 'injectManifest',
    srcDir: '../../sw/desk',
    filename: 'sw.ts',
    injectRegister: false,
    includeManifestIcons: false,
    manifest: deskManifest,
    injectManifest: {
      rollupFormat: 'iife',
      globPatterns: ['assets/*.{js,css,svg}', 'assets/{rider,pack,stock,me}/*.{js,css}'],
      additionalManifestEntries: deskStatics.map((url) => ({ url, revision: String(Date.now()) })),
    },
  })

/**
 * CSS class names: short, because every document repeats them, and equal in the builds of page and
 * server. Four characters of base 36 per file make a collision unlikely.
 */
function cssClassName(name: string, file: string): string {
  const path = relative(here('.'), file).replace(/\?.*/, '')
  const hash = createHash('sha1').update(path).digest().readUIntBE(0, 6)
  return `${name}-${hash.toString(36).slice(-4)}`
}

/** The build for the browser: its files are served unchanged. */
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
    // Libraries' hints for developers are long texts.
    treeshake: { manualPureFunctions: ['console.warn'] },
    output: {
      codeSplitting: { groups },
    },
  },
}

/** The file of a chunk of the desk: those of a subject's pages are in a folder of its name. */
function deskChunk({ facadeModuleId }: { facadeModuleId?: string | null }): string {
  const [, subject] = /\/src\/desk\/(\w+)\//.exec(facadeModuleId ?? '') ?? []
  return `assets/${subject ? `${subject}/` : ''}[name]-[hash].js`
}

/** What most pages of the desk import. Dialogs, forms and labels are left out, because a rider's first view has none. */
const isOfMostPages = /\/src\/(contract|platform|desk\/(app|ui\/(?!dialogs|form|labels)))/

/** The build of the staff desk. */
const desk = {
  outDir: here('./dist/desk'),
  emptyOutDir: true,
  modulePreload: { polyfill: false },
  target: 'es2022',
  rolldownOptions: {
    input: { main: here('./src/desk/index.html') },
    output: {
      chunkFileNames: deskChunk,
      // A phone downloads one file sooner than twenty small ones.
      codeSplitting: { groups: [{ name: 'shared', test: isOfMostPages, minShareCount: 3 }] },
    },
  },
}

/**
 * A program as a single file, whose text the server puts into a document. Chunks shared with the page
 * would not load in the frame of Google Maps, because its content policy forbids it.
 */
const inlineProgram = (mode: string, input: string) => ({
  outDir: here(`./dist/${mode}`),
  emptyOutDir: true,
  copyPublicDir: false,
  target: 'es2022',
  rolldownOptions: {
    input: here(input),
    output: { format: 'iife' as const, entryFileNames: basename(input).replace('.ts', '.js') },
  },
})

/** The builds of inline programs, by Vite's mode. */
const inlinePrograms: Record<string, ReturnType<typeof inlineProgram>> = {
  maps: inlineProgram('maps', './src/features/location/google/mapsFrame.ts'),
  loader: inlineProgram('loader', './src/loader.ts'),
}

/** The build for Node. */
const server = {
  outDir: here('./dist/server'),
  emptyOutDir: true,
  copyPublicDir: false,
  target: 'node20',
  rolldownOptions: {
    input: {
      main: here('./server/main.ts'),
      store: here('./server/cli/store.ts'),
      rehearsal: here('./server/demo/rehearsal/runStandIns.ts'),
      embeddedWorker: here('./server/database/embedded/embeddedWorker.ts'),
      renderPage: here('./src/renderPage.tsx'),
    },
    output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
  },
}

/**
 * Marks each chunk so that Chromium compiles all its functions on a background thread while it
 * downloads, instead of one by one on the main thread when they are first called.
 */
function eagerCompilation(): Plugin {
  return {
    name: 'eager-compilation',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle))
          if (file.type === 'chunk') file.code = `//# allFunctionsCalledOnLoad\n${file.code}`
      },
    },
  }
}

/**
 * Vite wraps each `import()` in a function that preloads the chunk's files. This replaces it with our
 * own, because some browsers never repeat an import that failed once. Without this plugin the store
 * works, but a failed chunk needs a reload.
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
 * Lets tree shaking remove unused parts of the router, whose package has only its development build for
 * bundlers: marks its calls of `createContext`, `forwardRef` and `memo` as pure, and removes `displayName`,
 * which only developer tools show, and the warnings, which nobody reads in a shopper's browser.
 */
function treeShakeRouter(): Plugin {
  return {
    name: 'tree-shake-router',
    apply: 'build',
    transform: {
      filter: { id: /\/react-router\/dist\/development\// },
      handler: (code) => ({
        code: code
          .replace(/^\w+\.displayName = .*;$/gm, '')
          .replace(/^\s+(?=warning\()/gm, '$&/* @__PURE__ */ ')
          .replace(
            /^var \w+ = (?=React\d*\.(forwardRef|createContext|memo)\()/gm,
            '$&/* @__PURE__ */ ',
          ),
        map: null,
      }),
    },
  }
}

const compressible = /\.(js|css|svg|json|webmanifest|html)$/
const brotli = promisify(brotliCompress)
const maxQuality = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }

/** Compresses every text file of the build once, as .br and .gz, so that the server need not. */
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
          names
            .filter((name) => compressible.test(name))
            .map((name) => compress(join(folder, name))),
        )
      },
    },
  }
}

async function compress(path: string) {
  const bytes = await readFile(path)
  await writeFile(`${path}.br`, await brotli(bytes, maxQuality))
  await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }))
}

/** Files that the server reads at run time. */
const serverFiles = [
  'server/database/migrations',
  'server/features/location/gazetteer.br',
  'server/demo/payments/sandboxCheckout.js',
  'server/demo/catalogue/products.csv',
  'server/demo/images',
]

function copyServerFiles(): Plugin {
  return {
    name: 'copy-server-files',
    apply: 'build',
    async closeBundle() {
      const copies = serverFiles.map((path) =>
        cp(here(`./${path}`), join(server.outDir, basename(path)), { recursive: true }),
      )
      await Promise.all(copies)
    },
  }
}

/** Renders links without resolving them: see the file. */
const routerOnServer = {
  'react-router-dom': here('./src/platform/rendering/routerOnServer.tsx'),
}

export default defineConfig(({ isSsrBuild, command, mode }) => ({
  ...(mode === 'desk'
    ? { root: here('./src/desk'), base: '/desk/', publicDir: here('./src/desk/public') }
    : { root: here('./src'), publicDir: here('./public') }),
  envDir: here('.'),
  resolve: {
    alias: command === 'build' && isSsrBuild ? routerOnServer : {},
  },
  css: { modules: { generateScopedName: cssClassName } },
  build: isSsrBuild
    ? { ...server, ssr: true }
    : (inlinePrograms[mode] ?? (mode === 'desk' ? desk : page)),
  plugins: [
    react(),
    treeShakeRouter(),
    isSsrBuild
      ? copyServerFiles()
      : mode in inlinePrograms
        ? []
        : mode === 'desk'
          ? [retryableImports(), deskWorker(), eagerCompilation(), precompress()]
          : [retryableImports(), worker(), eagerCompilation(), precompress()],
  ],
  test: testProjects,
}))
