type WithIcons = { html: string; icons: string }

/**
 * Makes a function that finds the icons a page shows in the file that has them all, so that they can
 * stand in its document with those it shows soon, beside the page: the program takes over the page
 * only. Who sees more of the store fetches that file then; the worker has it by that time.
 */
export function iconsWithin(sprite: string, soon: string[] = []): (html: string) => WithIcons {
  const symbols = new Map(
    [...sprite.matchAll(/<symbol id="([\w-]+)".*?<\/symbol>/gs)].map(([symbol, name]) => [
      name,
      symbol.replace('id="', 'id="icon-'),
    ]),
  )
  return (html) => {
    const shown = new Set<string>()
    const drawn = html.replace(/\/images\/sprite\.svg#([\w-]+)/g, (address, name: string) => {
      const symbol = symbols.get(name)
      if (!symbol) return address
      shown.add(symbol)
      return `#icon-${name}`
    })
    if (shown.size > 0) for (const name of soon) shown.add(symbols.get(name) ?? '')
    const icons = shown.size > 0 ? `<div hidden><svg>${[...shown].join('')}</svg></div>` : ''
    return { html: drawn, icons }
  }
}
