import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The path of a file or folder of the demo store: beside this file, and in a build beside the server or its chunks. */
export function demoFile(name: string): string {
  const here = dirname(fileURLToPath(import.meta.url))
  const folders = [here, join(here, 'catalogue'), dirname(here)]
  const path = folders
    .map((folder) => join(folder, name))
    .find((candidate) => existsSync(candidate))
  if (!path) throw new Error(`No ${name} beside ${here}`)
  return path
}
