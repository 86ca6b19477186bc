import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants } from 'node:zlib'

import { encodeGazetteer } from '#server/features/location/gazetteerFile.ts'
import { gazetteerAreas } from './gazetteerAreas.ts'
import { readPostalAreas, readTowns } from './postalRows.ts'

/**
 * Builds the gazetteer from the directories of pincodes, post offices and towns:
 * `tsx server/cli/gazetteer/buildGazetteer.ts FOLDER`. GAZETTEER.md beside the file names the sources.
 */
const [folder] = process.argv.slice(2)
if (!folder) throw new Error('Usage: tsx server/cli/gazetteer/buildGazetteer.ts FOLDER')

const areas = gazetteerAreas(readPostalAreas(folder), readTowns(folder))
const file = encodeGazetteer(areas)
const compressed = brotliCompressSync(file, {
  params: {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
  },
})
const path = fileURLToPath(new URL('../../features/location/gazetteer.br', import.meta.url))
writeFileSync(path, compressed)

const places = areas.reduce((total, area) => total + area.places.length, 0)
console.log(`${areas.length} pincodes, ${places} places, ${compressed.length} bytes in ${path}`)
