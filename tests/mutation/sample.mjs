import { createHash } from 'node:crypto'

const percent = Number(process.env.MUTATION_SAMPLE ?? 100)

/** A number from 0 to 99 that depends on the text alone, so that a second run tries the same. */
const bucketOf = (text) => createHash('sha256').update(text).digest().readUInt32BE() % 100

/** Leaves out the functions and constants of a file that are not in the sample. */
const sample = {
  shouldIgnore(path) {
    if (percent >= 100 || path.parent?.type !== 'Program') return undefined
    return bucketOf(path.toString()) < percent ? undefined : 'Not in the sample'
  },
}

export const strykerPlugins = [{ kind: 'Ignore', name: 'sample', value: sample }]
