import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Whether packages can be installed without a password: as root on Debian or a derivative. */
export function canInstall(): boolean {
  return process.getuid?.() === 0 && existsSync('/etc/debian_version')
}

/**
 * Installs a package. A failure is not an error here: the caller checks again and reports what is
 * missing.
 */
export function installPackage(name: string): void {
  console.error(`Installing ${name} …`)
  try {
    aptGet('update')
    aptGet('install', '-y', '--no-install-recommends', name)
  } catch (error) {
    console.error(`Could not install ${name}:`, error instanceof Error ? error.message : error)
  }
}

function aptGet(...args: string[]): void {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  execFileSync('apt-get', args, { env, stdio: ['ignore', 'ignore', 'inherit'], timeout: 300_000 })
}
