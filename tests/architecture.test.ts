import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'

import { isServerPath, pageAt } from '#contract/pages/paths.ts'

/** Allowed imports, from the lowest layer up. Inside a folder imports are relative (`./`). */
const mayImport: Record<string, string[]> = {
  'src/contract': [],
  'src/platform': ['contract'],
  'src/ui': ['contract'],
  'src/features': ['contract', 'platform', 'ui'],
  'src/pages': ['contract', 'platform', 'ui', 'features'],
  'src/app': ['contract', 'platform', 'ui', 'features', 'pages'],
  // A program of its own, which no other part imports.
  'src/desk': ['contract', 'platform', 'ui', 'features'],
  sw: ['contract', 'platform', 'sw'],
  'server/database': ['contract'],
  'server/platform': ['contract', 'server/database'],
  'server/commerce': ['contract', 'server/database', 'server/platform'],
  'server/features': ['contract', 'server/database', 'server/platform', 'server/commerce'],
  'server/jobs': [
    'contract',
    'server/database',
    'server/platform',
    'server/commerce',
    'server/features',
  ],
  'server/demo': [
    'contract',
    'server/database',
    'server/platform',
    'server/commerce',
    'server/features',
  ],
  // It renders pages with the `renderPage` that main.ts passes to it, and imports nothing of
  // src/app or src/pages.
  'server/app': [
    'contract',
    'server/database',
    'server/platform',
    'server/commerce',
    'server/features',
  ],
  'server/cli': [
    'contract',
    'server/database',
    'server/platform',
    'server/commerce',
    'server/features',
  ],
  'tests/bench': [
    'contract',
    'server/database',
    'server/platform',
    'server/commerce',
    'server/features',
    'tests/support',
  ],
}

/** The only files that may import a library. A path that ends in a slash is a folder. */
const libraryImporters: Record<string, string[]> = {
  'web-push': ['server/platform/', 'tests/'],
  ky: ['src/platform/api/client.ts'],
  'idb-keyval': ['src/platform/storage/privateValues.ts', 'src/platform/storage/storedValues.ts'],
  // The library's default entry adds a style element, which Trusted Types forbid.
  'react-hot-toast': [],
  'react-hot-toast/headless': [
    'src/platform/toasts.ts',
    'src/app/Toasts.tsx',
    'tests/support/screens/screenSetup.ts',
  ],
  '@mantine/core': ['src/desk/'],
  '@mantine/hooks': ['src/desk/'],
  '@simplewebauthn/server': ['server/features/staff/passkeys.ts'],
  '@simplewebauthn/browser': ['src/desk/app/passkeys.ts'],
  uqr: ['src/desk/ui/labels/QrCode.tsx'],
  'workbox-precaching': ['sw/desk/'],
  'workbox-routing': ['sw/desk/'],
  '@googlemaps/js-api-loader': ['src/features/location/'],
  react: ['src/', 'tests/support/screens/renderInStore.tsx'],
  'react-dom': ['src/'],
  'react-router-dom': [
    'src/',
    'tests/support/screens/renderInStore.tsx',
    'tests/support/screens/checkoutScreen.tsx',
  ],
  swr: [
    'src/',
    'tests/support/screens/renderInStore.tsx',
    'tests/support/screens/checkoutScreen.tsx',
  ],
  jotai: ['src/'],
  hono: ['server/', 'tests/support/faults/faultRoutes.ts', 'tests/support/server/liveStore.ts'],
  '@hono/node-server': ['server/', 'tests/support/server/openPort.ts'],
  'drizzle-orm': ['server/', 'tests/'],
  pg: ['server/database/', 'tests/support/'],
  '@electric-sql/pglite': ['server/database/'],
  sharp: ['server/', 'tests/'],
  pino: ['server/platform/'],
  commander: ['server/cli/'],
  'csv-parse': [
    'server/features/catalogue/import/csvFile.ts',
    'server/cli/gazetteer/',
    'tests/bench/priceStyles.ts',
  ],
  'cli-progress': ['server/cli/'],
}

const vagueFolderNames = /^(utils?|helpers?|commons?|shared|types|lib|misc|hooks|components)$/
const longestFile = 400
const parts = ['src', 'sw', 'server', 'tests']

describe('imports', () => {
  test.each(Object.entries(mayImport))('%s imports only what it may', (part, allowed) => {
    const offences = sourcesIn(part).flatMap((file) =>
      importsOf(file)
        .filter((target) => /^(#|\.\.\/)/.test(target))
        .filter((target) => !allowed.some((other) => target.startsWith(`#${other}/`)))
        .filter((target) => !isOwnPart(file, target))
        .map((target) => `${file} imports ${target}`),
    )

    expect(offences).toEqual([])
  })

  test('have no cycles', () => {
    expect(cyclesIn(['src', 'sw', 'server'].flatMap(sourcesIn))).toEqual([])
  })

  test('never use ../', () => {
    expect(offencesIn(allFiles(), (target) => target.includes('../'))).toEqual([])
  })

  test('name the file with its extension', () => {
    const isOurs = (target: string) => /^(#|\.)/.test(target)
    const ending = /\.(tsx?|css|mjs|json|svg)(\?\w+)?$/

    expect(offencesIn(allFiles(), (target) => isOurs(target) && !ending.test(target))).toEqual([])
  })

  test.each(Object.entries(libraryImporters))(
    '%s is imported by its listed files only',
    (library, importers) => {
      const isInside = (file: string) =>
        importers.some((importer) =>
          importer.endsWith('/') ? file.startsWith(importer) : file === importer,
        )
      const outside = allFiles().filter((file) => !isInside(file) && !isTest(file))
      const isLibrary = (target: string) =>
        target === library || (target.startsWith(`${library}/`) && !(target in libraryImporters))

      expect(offencesIn(outside, isLibrary)).toEqual([])
    },
  )

  test('every listed file exists', () => {
    expect(
      Object.values(libraryImporters)
        .flat()
        .filter((importer) => !existsSync(importer)),
    ).toEqual([])
  })

  test('the contract imports valibot only', () => {
    const isForeign = (target: string) =>
      !/^(\.\/|#contract\/)/.test(target) && target !== 'valibot'

    expect(offencesIn(sourcesIn('src/contract'), isForeign)).toEqual([])
  })
})

describe('the layout', () => {
  test('rebuilds the store when a build file changes', () => {
    const parts = importsOf('vite.config.ts').filter((target) => /^\.\/[^/]+$/.test(target))
    const start = text('server/start.mjs')

    expect(parts.filter((part) => !start.includes(`'${part.slice(2)}'`))).toEqual([])
  })

  test('gives every folder of src and server a row in the table', () => {
    const folders = ['src', 'server'].flatMap((root) =>
      foldersIn(root).map((name) => `${root}/${name}`),
    )

    expect(Object.keys(mayImport)).toEqual(expect.arrayContaining(folders))
  })

  test.each([
    ['tests/support/testProjects.ts', 'tests/api', '.test.ts'],
    ['tests/runProofs.ts', 'tests/api', '.test.ts'],
    ['playwright.config.ts', 'tests/e2e', '.e2e.ts'],
  ])('has one file for each test that %s names', (config, folder, ending) => {
    const files = filesIn(folder).map((file) => basename(file))
    const lists = [...text(config).matchAll(/\[([^\][]*)\]\s*\.map\(/g)]
    const names = lists.flatMap(([, list = '']) => list.match(/(?<=')\w+(?=')/g) ?? [])

    expect(names.length).toBeGreaterThan(5)
    expect(
      names.filter((name) => files.filter((file) => file === name + ending).length !== 1),
    ).toEqual([])
  })

  test('marks no browser test for the desktop in a file that runs on the phone only', () => {
    const [, list = ''] = /alikeOnBoth = \[([^\]]*)\]/.exec(text('playwright.config.ts')) ?? []
    const names: string[] = list.match(/(?<=')\w+(?=')/g) ?? []
    const onPhoneOnly = filesIn('tests/e2e').filter((file) =>
      names.includes(basename(file, '.e2e.ts')),
    )

    expect(onPhoneOnly.length).toBeGreaterThan(5)
    expect(onPhoneOnly.filter((file) => /@(desktop|wide)\b/.test(text(file)))).toEqual([])
  })

  test('has a style for every class that a component names', () => {
    const undefinedClasses = sourcesIn('src').flatMap((file) => {
      const [, sheet] = /^import styles from '(.+)'$/m.exec(text(file)) ?? []
      if (!sheet) return []
      const css = text(
        sheet.startsWith('#') ? sheet.replace('#', 'src/') : join(dirname(file), sheet),
      )
      return [...text(file).matchAll(/\bstyles\.(\w+)/g)]
        .filter(([, name]) => !new RegExp(`\\.${name}\\b`).test(css))
        .map(([use]) => `${file}: ${use}`)
    })

    expect(undefinedClasses).toEqual([])
  })

  test('shows every component of src/ui in the gallery, alone or as a part of another', () => {
    const files = sourcesIn('src/ui').filter((file) => file.endsWith('.tsx'))
    const shown = files.map(text).join()
    const components = files.flatMap((file) =>
      [...text(file).matchAll(/^export (?:function|const) ([A-Z][a-z]\w+)/gm)].map(
        ([, name]) => name,
      ),
    )
    // A card above the page, and a whole document.
    const missing = ['FloatingCard', 'InvoicePaper']

    expect(components.length).toBeGreaterThan(30)
    expect(components.filter((name) => !new RegExp(`<${name}\\b`).test(shown)).sort()).toEqual(
      missing,
    )
  })

  test('has no folder with a vague name', () => {
    const folders = new Set(allFiles().flatMap((file) => dirname(file).split('/')))

    expect([...folders].filter((name) => vagueFolderNames.test(name))).toEqual([])
  })

  test('names no city of one merchant in what shoppers see', () => {
    const cities = /Indore|Bhopal|Kochi/
    const shown = [...sourcesIn('src'), ...sourcesIn('server/features'), ...sourcesIn('server/app')]
    const withoutComments = (file: string) =>
      text(file).replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
    const isGazetteer = (file: string) => /gazetteer/i.test(file)

    expect(
      shown.filter((file) => !isGazetteer(file) && cities.test(withoutComments(file))),
    ).toEqual([])
  })

  test('has no index file that only re-exports', () => {
    expect(allFiles().filter((file) => /^index\.tsx?$/.test(basename(file)))).toEqual([])
  })

  test(`has no file over ${longestFile} lines`, () => {
    const long = allFiles().filter((file) => text(file).split('\n').length - 1 > longestFile)

    expect(long).toEqual([])
  })
})

describe('the server', () => {
  test('writes the sentence of an error in one place', () => {
    const sentences = sourcesIn('server').flatMap((file) =>
      [...text(file).matchAll(/Error\(\s*(?:'\w+',\s*)?(['`])((?:(?!\1).)+ .+?)\1/g)].map(
        ([, , sentence = '']) => sentence,
      ),
    )

    expect(sentences.length).toBeGreaterThan(100)
    expect(sentences.filter((sentence, at) => sentences.indexOf(sentence) !== at)).toEqual([])
  })

  /** The provider's API is called inside the process only in demo mode, and is a server of its own in a rehearsal. */
  const withRoutes = sourcesIn('server').filter(
    (file) => !/\/(sandboxApi|standIns)\.ts$/.test(file),
  )
  const routes = withRoutes.flatMap((file) =>
    [...text(file).matchAll(/\.(?:get|post|put|delete|all|route)\(\s*'(\/[\w-][^']*)'/g)].map(
      ([, route = '']) => route.replace(/:\w+(\{.*\})?/g, 'x'),
    ),
  )
  const isPage = (route: string) => pageAt(new URL(route, 'https://shop.example')) !== undefined
  const mountedUnderApi = ['/webhooks/razorpay']

  test('has no route that the service worker takes for a page [shell.1]', () => {
    const unknown = routes.filter((route) => !isServerPath(route) && !isPage(route))

    expect(routes).toEqual(expect.arrayContaining(['/sandbox/pay/x', '/dev/inbox', '/api']))
    expect(unknown).toEqual(mountedUnderApi)
  })
})

/** Each cycle once, from its first file to the import that closes it; `import()` closes none. */
function cyclesIn(files: string[]): string[] {
  const cycles: string[] = []
  const visited = new Set<string>()
  const visit = (file: string, path: string[]) => {
    if (path.includes(file)) cycles.push([...path.slice(path.indexOf(file)), file].join(' → '))
    if (visited.has(file)) return
    visited.add(file)
    for (const target of staticImportsOf(file)) visit(target, [...path, file])
  }
  for (const file of files) visit(file, [])
  return cycles
}

/** The files that a file imports when it loads, types included. */
function staticImportsOf(file: string): string[] {
  if (!/\.tsx?$/.test(file)) return []
  return [...text(file).matchAll(/^.*\bfrom '([#.][^']+\.tsx?)'/gm)].map(([, target = '']) => {
    if (target.startsWith('.')) return join(dirname(file), target)
    const path = target.slice(1)
    return /^(sw|server|tests)\//.test(path) ? path : `src/${path}`
  })
}

/** The subfolders of one part or feature import each other by alias too. */
function isOwnPart(file: string, target: string): boolean {
  const [, root, part, feature] = /^(src|server)\/(\w+)\/(\w+)?/.exec(file) ?? []
  if (!part) return false
  const prefix = root === 'src' ? `#${part}/` : `#server/${part}/`
  if (part !== 'features') return target.startsWith(prefix)
  return target.startsWith(`${prefix}${feature}/`) || isOfOutbox(file, target)
}

/** Features submit their changes to one outbox, which has a handler of each of them. */
function isOfOutbox(file: string, target: string): boolean {
  const outbox = 'features/outbox/'
  return file.startsWith(`src/${outbox}`)
    ? target.endsWith('Outbox.ts')
    : target === `#${outbox}outbox.ts` && !file.endsWith('Outbox.ts')
}

function foldersIn(root: string): string[] {
  const entries = readdirSync(root, { withFileTypes: true })
  return entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name)
}

/** The source files including tests; migrations are generated. */
function allFiles(): string[] {
  return parts.flatMap(filesIn)
}

function sourcesIn(part: string): string[] {
  return filesIn(part).filter((file) => /\.tsx?$/.test(file) && !isTest(file))
}

function filesIn(part: string): string[] {
  if (!existsSync(part)) return []
  const names = readdirSync(part, { recursive: true, encoding: 'utf8' })
  return names
    .map((name) => `${part}/${name.replaceAll('\\', '/')}`)
    .filter((file) => /\.(tsx?|css|mjs)$/.test(file) && !file.includes('/migrations/'))
}

function isTest(file: string): boolean {
  return /\.test\.tsx?$/.test(file)
}

function offencesIn(files: string[], isOffence: (target: string) => boolean): string[] {
  return files.flatMap((file) =>
    importsOf(file)
      .filter(isOffence)
      .map((target) => `${file} imports ${target}`),
  )
}

function importsOf(file: string): string[] {
  const specifiers = text(file).matchAll(/^(?:.*\b(?:from|import)[\s(]*|@import )'([^']+)'/gm)
  return [...specifiers].map(([, target = '']) => target)
}

function text(file: string): string {
  return readFileSync(file, 'utf8')
}
