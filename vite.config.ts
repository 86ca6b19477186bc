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
      globPatterns: ['assets/*.{js,css}', 'fonts/*.woff2', 'images/{logo,sprite,placeholder}.svg'],
      additionalManifestEntries: ['/index.html', '/checkout.html'].map((url) => ({
        url,
        revision: String(Date.now()),
      })),
    },
  })

type Modules = { getModuleInfo: (id: string) => { importers: string[]; isEntry: boolean } | null }
const needed = new Map<string, boolean>()
const ofHome = new Map<string, boolean>()
const shared = new Map<string, boolean>()
const isHome = /\/pages\/HomePage\.tsx$/
const isRuntime = /rolldown\/runtime/

/**
 * All that the entry imports, and what that imports, in one file: a phone fetches one file sooner
 * than ten small ones. So it is with what home shares with other pages. What is only imported on
 * demand stays in chunks of its own.
 */
function firstPaint(id: string, modules: Modules): string | null {
  // The entry waits for the first page's chunk, which needs this one: it must not stand in it.
  const isEntry = modules.getModuleInfo(id)?.isEntry ?? false
  return !isEntry && isNeededAtOnce(id, modules) ? 'store' : null
}

function isNeededAtOnce(id: string, modules: Modules): boolean {
  const isNeeded = (one: string): boolean =>
    remembered(needed, one, () => {
      const { importers = [], isEntry = false } = modules.getModuleInfo(one) ?? {}
      return isEntry || isRuntime.test(one) || importers.some(isNeeded)
    })
  const isOfHome = (one: string): boolean =>
    remembered(ofHome, one, () =>
      (modules.getModuleInfo(one)?.importers ?? []).some((by) => isHome.test(by) || isOfHome(by)),
    )
  const isShared = (one: string): boolean =>
    remembered(shared, one, () => {
      const { importers = [] } = modules.getModuleInfo(one) ?? {}
      const isElsewhere = (by: string) => !isHome.test(by) && !isOfHome(by)
      return isOfHome(one) && importers.some((by) => isElsewhere(by) || isShared(by))
    })
  return isNeeded(id) || isShared(id)
}

/** Each question once; within a circle of imports the answer is no. */
function remembered(known: Map<string, boolean>, id: string, answer: () => boolean): boolean {
  const before = known.get(id)
  if (before !== undefined) return before
  known.set(id, false)
  known.set(id, answer())
  return known.get(id) ?? false
}

/** Short, as every document is full of them; the same in the page's build and in the server's. */
const classOf = (name: string, file: string) =>
  `${name}-${createHash('sha1')
    .update(relative(here('.'), file).replace(/\?.*/, ''))
    .digest('hex')
    .slice(0, 3)}`

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
      codeSplitting: { groups: [{ name: firstPaint }] },
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
const readAtRunTime = ['server/database/migrations', 'server/features/location/gazetteer.br']

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

export default defineConfig(({ isSsrBuild }) => ({
  root: here('./src'),
  publicDir: here('./public'),
  envDir: here('.'),
  css: { modules: { generateScopedName: classOf } },
  build: isSsrBuild ? { ...server, ssr: true } : page,
  plugins: [react(), isSsrBuild ? copyBeside() : [worker(), precompress()]],
  test: testProjects,
}))
