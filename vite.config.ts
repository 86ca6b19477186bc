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
        'images/{sprite,placeholder,offline}.svg',
      ],
      additionalManifestEntries: ['/index.html', '/checkout.html'].map((url) => ({
        url,
        revision: String(Date.now()),
      })),
    },
  })

type Module = { importers: string[]; importedIds: string[] }
type Modules = { getModuleInfo: (id: string) => Module | null }

const first = [
  'main.tsx',
  'pages/HomePage.tsx',
  'contract/hasStock.ts',
  'platform/savesData.ts',
  'platform/seenProducts.ts',
  'ui/Dialog.tsx',
]
const late = [
  'app/OnDevice.tsx',
  'app/LateDialogs.tsx',
  'app/panels.ts',
  'features/cart/addToBag.ts',
  'features/location/LocationDialogs.tsx',
  'features/offline/WhileOffline.tsx',
  'features/reviews/reviewApi.ts',
  'features/search/SuggestionList.tsx',
  'platform/registerWorker.ts',
]
const common = [
  'features/catalogue/CardSkeletons.tsx',
  'features/catalogue/ProductGrid.tsx',
  'features/catalogue/ProductItems.tsx',
  'features/notifications/pushChoice.ts',
  'features/product/SizeChartDialog.tsx',
  'features/product/useSizeChart.ts',
  'features/reviews/fitText.ts',
  'pages/ViewedProducts.tsx',
]
const asking =
  /node_modules\/(ky|valibot)\/|\/src\/contract\/|\/src\/platform\/(http|sendRead|fitOr)\.ts$/

/** Brought by the entry on demand, so that it begins in a turn of its own. */
const drawing = /node_modules\/(react-dom|scheduler)\//

/** Files of the page, with all that they import and what that imports, but not on demand. */
function withImports(paths: string[], modules: Modules): Set<string> {
  const found = new Set(paths.map((path) => here(`./src/${path}`)))
  // A set that grows while it is gone through is gone through to its new end.
  for (const id of found)
    modules.getModuleInfo(id)?.importedIds.forEach((other) => found.add(other))
  return found
}

/**
 * A phone fetches one file sooner than ten small ones. `store`: the entry, all that it imports, and
 * the home page, where most begin. `late`: what comes once the page rests, the question for the place
 * with it, and what asks the server and checks what it says: no first sight needs either, and both
 * come in the same moment; the few styles of it are in `store`, a file less. `parts`: cards of products,
 * and what is left of fields and notes, which most pages after the first need. `support`: what the pages
 * to read are made of, as each further name of a file is a part of the program that names it. What else
 * is imported on demand stays in chunks of its own.
 */
function groupsOf(modules: Modules) {
  const atOnce = withImports(first, modules)
  const inLate = withImports(late, modules)
  const inCommon = withImports(common, modules)

  return (id: string): string | null => {
    if (atOnce.has(id) || drawing.test(id) || (inLate.has(id) && id.endsWith('.css')))
      return 'store'
    if (asking.test(id) || inLate.has(id)) return 'late'
    if (inCommon.has(id) || id.includes('/src/ui/')) return 'parts'
    return id.includes('/src/features/support/') ? 'support' : null
  }
}

let groupOf: ReturnType<typeof groupsOf> | undefined
const chunkOf = (id: string, modules: Modules) => (groupOf ??= groupsOf(modules))(id)

/** What one chunk has claimed with all its imports, those after it cannot claim. */
const groups = ['store', 'late', 'parts', 'support'].map((name, place) => ({
  name: (id: string, modules: Modules) => (chunkOf(id, modules) === name ? name : null),
  priority: 9 - place,
}))

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
  modulePreload: { polyfill: false },
  target: 'es2022',
  rolldownOptions: {
    input: here('./src/main.tsx'),
    output: {
      codeSplitting: { groups },
    },
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
      embeddedWorker: here('./server/database/embeddedWorker.ts'),
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
  'server/demo/sandboxCheckout.js',
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

/** Links that are only looked at need no router. */
const routerOnServer = [
  { find: /^react-router-dom$/, replacement: here('./src/platform/routerOnServer.tsx') },
  ...quietRouter,
]

export default defineConfig(({ isSsrBuild, command }) => ({
  root: here('./src'),
  publicDir: here('./public'),
  envDir: here('.'),
  resolve: { alias: command !== 'build' ? [] : isSsrBuild ? routerOnServer : quietRouter },
  css: { modules: { generateScopedName: classOf } },
  build: isSsrBuild ? { ...server, ssr: true } : page,
  plugins: [
    react(),
    withoutUnused(),
    isSsrBuild ? copyBeside() : [worker(), readBeside(), precompress()],
  ],
  test: testProjects,
}))
