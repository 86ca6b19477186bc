import type { BrowserContext, Page } from '@playwright/test'

export type Watch = {
  /** Texts that were executed, and violations of the content security policy. */
  incidents: string[]
}

/** Observes all pages of a context. */
export async function watchPages(context: BrowserContext): Promise<Watch> {
  const incidents: string[] = []
  await context.exposeFunction('pwn', (number: unknown) => {
    incidents.push(`text ${String(number)} ran`)
  })
  await context.exposeFunction('reportBlocked', (words: string) => {
    incidents.push(words)
  })
  await context.addInitScript(() => {
    const { reportBlocked } = window as unknown as { reportBlocked: (words: string) => void }
    addEventListener('securitypolicyviolation', (event) => {
      const { violatedDirective, blockedURI, sample, documentURI } = event
      reportBlocked(`${documentURI}: ${violatedDirective} stopped ${blockedURI} ${sample}`)
    })
  })
  context.on('dialog', (dialog) => {
    incidents.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  return { incidents }
}

/**
 * Scripts, event handlers and URLs in a document that come from a text: of the current page, or of
 * documents given as HTML.
 */
export const findInjections = (page: Page, documents?: string[]): Promise<string[]> =>
  page.evaluate((texts) => {
    const found: string[] = []
    const isHostile = (text: string | null | undefined) => /pwn\(/.test(text ?? '')
    const isData = (type: string) => /^application\/(ld\+)?json$/.test(type)
    const runs = /^\s*(j\s*a\s*v\s*a|v\s*b)\s*s\s*c\s*r\s*i\s*p\s*t\s*:|^\s*data:text/i
    const addresses = ['href', 'src', 'action', 'formaction', 'data', 'xlink:href', 'srcdoc']
    const inspect = (root: ParentNode, of: string) => {
      for (const element of root.querySelectorAll('*')) {
        const report = (why: string) =>
          found.push(`${of}: ${why} ${element.outerHTML.slice(0, 160)}`)
        for (const { name, value } of element.attributes) {
          if (/^on/i.test(name)) report('an event')
          // React replaces `javascript:` URLs with one that throws.
          const isStopped = value.startsWith('javascript:throw new Error(')
          if (addresses.includes(name) && runs.test(value) && !isStopped) report('an address')
        }
        if (['IFRAME', 'OBJECT', 'EMBED', 'BASE', 'MATH'].includes(element.tagName)) report('a')
        if (element.matches('meta[http-equiv]')) report('a')
        const isScript = element instanceof HTMLScriptElement && !isData(element.type)
        const isCode = isScript || element.localName === 'style'
        if (isCode && isHostile(element.textContent)) report('a program')
        if (element instanceof HTMLScriptElement && isData(element.type)) {
          try {
            JSON.parse(element.textContent ?? '')
          } catch {
            report('broken data')
          }
        }
      }
    }
    if (!texts) inspect(document, location.pathname)
    for (const [at, text] of (texts ?? []).entries()) {
      inspect(new DOMParser().parseFromString(text, 'text/html'), String(at))
    }
    return found
  }, documents)
