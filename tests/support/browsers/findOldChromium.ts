import oldChromium from '@sparticuz/chromium'

/**
 * The path of Chromium 123, the oldest supported version; undefined except on Linux x64, for which
 * its package exists.
 */
export async function findOldChromium(): Promise<string | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  return oldChromium.executablePath()
}
