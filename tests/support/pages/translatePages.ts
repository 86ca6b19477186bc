import type { BrowserContext } from '@playwright/test'

/**
 * Translates all pages as a browser does: each text node is replaced by an element with the
 * translation, and so is each text that appears or changes later. The translation has the same words, so
 * that a test can find them, but is not the same text.
 */
export async function translatePages(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const untranslated = 'script, style, textarea, [translate="no"], font'

    function translate(text: Text) {
      if (!text.data.trim() || text.parentElement?.closest(untranslated)) return
      const outer = document.createElement('font')
      const inner = document.createElement('font')
      inner.textContent = `${text.data} `
      outer.append(inner)
      text.replaceWith(outer)
    }

    function translateAll(root: Node) {
      const texts = document.createNodeIterator(root, NodeFilter.SHOW_TEXT)
      const found: Text[] = []
      for (let text = texts.nextNode(); text; text = texts.nextNode()) found.push(text as Text)
      for (const text of found) translate(text)
    }

    const observer = new MutationObserver((mutations) => {
      for (const { target, addedNodes } of mutations) {
        for (const node of [target, ...addedNodes]) if (document.contains(node)) translateAll(node)
      }
    })
    observer.observe(document, { childList: true, characterData: true, subtree: true })
  })
}
