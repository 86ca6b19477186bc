import { brandWordmarks } from './brandWordmarks.ts'
import { garment } from './garment.ts'
import { heroPicture } from './heroPicture.ts'
import { heroScenes } from './heroScenes.ts'
import { offerPicture, offerScenes } from './offerPicture.ts'
import { photoSpec } from './photoPath.ts'
import { pictureName } from './picturePath.ts'
import { sizeChartPicture } from './sizeChartPicture.ts'
import { sizeCharts } from './sizeCharts.ts'
import { wordmarkPicture } from './wordmarkPicture.ts'

/** Draws the picture behind the last part of a `/photos/` address. The same SVG every time. */
export function pictureAt(fileName: string): string | undefined {
  const name = pictureName(fileName)
  if (name === undefined) return undefined
  const spec = photoSpec(name)
  return spec ? garment(spec.type, spec) : namedPicture(name)
}

function namedPicture(name: string): string | undefined {
  const [kind = ''] = name.split('-')
  const rest = name.slice(kind.length + 1)
  if (kind === 'hero') return hero(rest)
  const wordmark = kind === 'brand' ? own(brandWordmarks, rest) : undefined
  if (wordmark) return wordmarkPicture(wordmark)
  const chart = kind === 'chart' ? own(sizeCharts, rest) : undefined
  if (chart) return sizeChartPicture(chart)
  const offer = kind === 'offer' ? own(offerScenes, rest) : undefined
  return offer && offerPicture(offer)
}

function hero(rest: string): string | undefined {
  const [, sceneName = '', format] = /^(.+)-(desktop|mobile)$/.exec(rest) ?? []
  const scene = own(heroScenes, sceneName)
  return scene && heroPicture(scene, format === 'mobile' ? 'mobile' : 'desktop')
}

const own = <Value>(record: Record<string, Value>, key: string): Value | undefined =>
  Object.hasOwn(record, key) ? record[key] : undefined
