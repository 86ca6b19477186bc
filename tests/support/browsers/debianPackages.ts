import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Whether packages can be added here without asking anyone: as root, on Debian or its kin. */
export function canInstall(): boolean {
  return process.getuid?.() === 0 && existsSync('/etc/debian_version')
}

/** Adds a package. Failing is no error yet: whoever asked looks again and says what is missing. */
export function install(name: string): void {
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
