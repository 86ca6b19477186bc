import type { App } from './createApp.ts'

/** Asks the store itself for a public answer, as a page that is being drawn does. */
export function askOf(app: Pick<App, 'request'>) {
  return async (path: string): Promise<unknown> => {
    const answer = await app.request(`/api/${path}`)
    if (answer.ok) return answer.json()
    if (answer.status < 500) return undefined
    throw new Error(`No answer to ${path}: ${answer.status}`)
  }
}
