import { cp, readdir, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'

/** A page can stay open over this many deploys and still load the chunks of its own build. */
const keptBuilds = 3

/**
 * Keeps the scripts and styles of the last builds in the data folder, because a deploy replaces those of the program: a
 * page that is open meanwhile, without a service worker, still asks for its own. Returns their folders, the newest first.
 * Where they cannot be written, only the current build is served.
 */
export async function keepBuilds(page: string, dataDir: string): Promise<string[]> {
  const folder = join(dataDir, 'builds')
  const entry = (await readdir(join(page, 'assets'))).find((name) => /^main-.*\.js$/.test(name))
  if (!entry) return []
  try {
    await keepBuild(join(page, 'assets'), join(folder, entry.replace('.js', '')))
    return await newestBuilds(folder)
  } catch {
    return []
  }
}

/** Copies it at each start: one that was killed may have copied only a part. */
async function keepBuild(assets: string, target: string): Promise<void> {
  await cp(assets, join(target, 'assets'), { recursive: true })
  const now = new Date()
  await utimes(target, now, now)
}

/** Deletes the older ones. */
async function newestBuilds(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).map((name) => join(folder, name))
  const builds = await Promise.all(
    names.map(async (path) => ({ path, at: (await stat(path)).mtimeMs })),
  )
  const sorted = builds.sort((a, b) => b.at - a.at).map(({ path }) => path)
  await Promise.all(
    sorted.slice(keptBuilds).map((path) => rm(path, { recursive: true, force: true })),
  )
  return sorted.slice(0, keptBuilds)
}
