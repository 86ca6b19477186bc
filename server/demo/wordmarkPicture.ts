/** A brand's name in its own letters, ink on nothing. */
export function wordmarkPicture(paths: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 96" width="240" height="96" fill="currentColor" color="#14211d">${paths}</svg>`
}
