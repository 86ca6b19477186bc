import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The width of a text decides where it wraps, so layouts are tested with a narrow font too. */
const narrowFont = 'Liberation Sans'

/**
 * The environment in which Chromium on Linux shows texts in another font than the machine's own;
 * undefined where fontconfig or the font is missing. Debian's chromium depends on both.
 */
export function otherFonts(): Record<string, string> | undefined {
  if (!hasFont()) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'pehno-fonts-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'fonts.conf')
  writeFileSync(path, config)
  return { FONTCONFIG_FILE: path }
}

function hasFont(): boolean {
  try {
    return execFileSync('fc-match', [narrowFont], { encoding: 'utf8' }).includes(narrowFont)
  } catch {
    return false
  }
}

const preferred = ['system-ui', 'sans-serif']
  .map(
    (family) => `<match target="pattern">
  <test name="family"><string>${family}</string></test>
  <edit name="family" mode="prepend" binding="strong"><string>${narrowFont}</string></edit>
</match>`,
  )
  .join('\n')

const config = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
<include>/etc/fonts/fonts.conf</include>
${preferred}
</fontconfig>
`
