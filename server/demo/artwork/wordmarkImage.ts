import wordmarksJson from './wordmarks.json' with { type: 'json' }

/** Outlines of the letters of each brand's wordmark, so that no font is needed. */
export const wordmarks: Record<string, string> = wordmarksJson

/** Draws a brand's wordmark on a transparent background. */
export function wordmarkImage(paths: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 96" width="240" height="96" fill="currentColor" color="#14211d">${paths}</svg>`
}
