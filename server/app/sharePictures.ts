import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { clock } from '#server/platform/clock.ts'
import { drawShare, type Photo } from './drawShare.ts'

/** So many are kept; the oldest go first. About 60 kB each. */
const mostKept = 20_000
const tidiedEvery = 500
/** More than these do not wait for their turn. */
const longestQueue = 20

/** No more than these within a minute: who walks through the whole catalogue has to walk slowly. */
const mostPerMinute = 120

/** Too many wait already, or were drawn just now. */
export class QueueFull extends Error {}

type Wanted = { id: string; version: string; photosOf: () => Promise<Photo[]> }

/**
 * The previews of products, drawn once for each set of photos and kept in `folder`. One is drawn at
 * a time, whoever asks: the shop needs the machine for other things.
 */
export function sharePictures(folder: string, perMinute = mostPerMinute) {
  const isTooFast = countPerMinute(perMinute)
  const drawing = new Map<string, Promise<Buffer>>()
  let last: Promise<unknown> = Promise.resolve()
  let drawn = 0

  async function draw(path: string, photosOf: Wanted['photosOf']): Promise<Buffer> {
    const picture = await drawShare(await photosOf())
    await mkdir(folder, { recursive: true })
    const whole = `${path}.${randomUUID()}`
    await writeFile(whole, picture)
    await rename(whole, path)
    if (++drawn % tidiedEvery === 0) await dropOldest(folder, mostKept)
    return picture
  }

  return async ({ id, version, photosOf }: Wanted): Promise<Buffer> => {
    const name = createHash('sha1').update(id).digest('hex')
    const path = join(folder, `${name}-${version}.jpg`)
    const known = await readFile(path).catch(() => undefined)
    if (known) return known
    const underWay = drawing.get(path)
    if (underWay) return underWay
    if (drawing.size >= longestQueue || isTooFast()) throw new QueueFull()

    const turn = last.then(() => draw(path, photosOf))
    drawing.set(path, turn)
    last = turn.catch(() => undefined)
    return turn.finally(() => drawing.delete(path))
  }
}

/** Counts one more; whether there were too many within this minute. */
function countPerMinute(most: number) {
  let minute = 0
  let count = 0
  return (): boolean => {
    const now = Math.floor(clock.now().getTime() / 60_000)
    count = now === minute ? count + 1 : 1
    minute = now
    return count > most
  }
}

async function dropOldest(folder: string, most: number): Promise<void> {
  const names = await readdir(folder)
  if (names.length <= most) return
  const files = await Promise.all(
    names.map(async (name) => ({ name, at: (await stat(join(folder, name))).mtimeMs })),
  )
  const surplus = files.sort((a, b) => a.at - b.at).slice(0, files.length - most)
  await Promise.all(surplus.map(({ name }) => rm(join(folder, name), { force: true })))
}
