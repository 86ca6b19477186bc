import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type { default as Axe, Result, RunOptions } from 'axe-core'

const program = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Rules about a whole page, which a frame in it need not meet. */
const rulesOfPages = ['landmark-one-main', 'page-has-heading-one', 'region']
const inFrame = Object.fromEntries(rulesOfPages.map((rule) => [rule, { enabled: false }]))

/**
 * The faults that axe finds on the page and in its frames, or in one element of it. What passed is
 * not described, because that takes several times as long as finding the faults.
 */
export async function findViolations(
  page: Page,
  { within, ...options }: RunOptions & { within?: string } = {},
): Promise<Result[]> {
  const frames = within ? [page.mainFrame()] : page.frames()
  const found = await Promise.all(
    frames.map(async (frame) => {
      const rules = frame === page.mainFrame() ? options.rules : { ...options.rules, ...inFrame }
      if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(program)
      return frame.evaluate(
        async ([selector, chosen]) => {
          const { axe } = window as unknown as { axe: typeof Axe }
          const settings: RunOptions = { ...chosen, resultTypes: ['violations'], iframes: false }
          return (await axe.run(selector ?? document, settings)).violations
        },
        [within, { ...options, ...(rules && { rules }) }] as const,
      )
    }),
  )
  return found.flat()
}
