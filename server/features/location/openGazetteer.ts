import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'

import { unpackGazetteer } from './gazetteerFile.ts'
import { type Places, placesOf } from './placesOf.ts'

/** Reads the places of India from the file beside this one. Takes a moment, so do it once. */
export async function openGazetteer(): Promise<Places> {
  const packed = await readFile(gazetteerPath())
  return placesOf(unpackGazetteer(await promisify(brotliDecompress)(packed)))
}

/** Beside this file in the source; beside the bundle, or one above its chunk, when built. */
function gazetteerPath(): string {
  const here = dirname(fileURLToPath(import.meta.url))
  const paths = [here, dirname(here)].map((folder) => join(folder, 'gazetteer.br'))
  const path = paths.find((candidate) => existsSync(candidate))
  if (!path) throw new Error(`No gazetteer.br beside ${here}`)
  return path
}
