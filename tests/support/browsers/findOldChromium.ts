import oldChromium from '@sparticuz/chromium'

/**
 * The path of Chromium 123, the oldest that the store supports. Its package has it for Linux on x64
 * only; elsewhere there is none.
 */
export async function findOldChromium(): Promise<string | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  return oldChromium.executablePath()
}
