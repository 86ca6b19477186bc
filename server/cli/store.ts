import { fileErrorText } from './files.ts'
import { runStore } from './runStore.ts'

let isOutputLost = false

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // A reader such as `head` closes the pipe when it has enough.
  if (error.code === 'EPIPE' || isOutputLost) return
  isOutputLost = true
  console.error(`${fileErrorText(error) ?? error.message}. The output is incomplete.`)
})
process.stderr.on('error', () => {})
process.on('exit', () => {
  if (isOutputLost) process.exitCode = 1
})

process.exitCode = await runStore(process.argv.slice(2))
