import { mix } from './colour.ts'
import { type GarmentSheet, pen, stroke } from './garmentSheet.ts'

const flapBag = {
  body: 'M0 200L104 200C116 200 120 208 121 220L126 398C126 412 120 418 106 418L0 420',
  seam: 'M0 208L100 208C110 208 113 213 114 222L118 384',
}
const frameBag = {
  body: 'M0 196L86 196C100 196 106 204 108 220L128 392C130 408 122 416 106 416L0 418',
  seam: 'M0 204L84 204C94 204 98 210 100 222L118 384',
}

function handbag(sheet: GarmentSheet): void {
  const { accent, cut, light } = sheet
  const bag = cut === 1 ? frameBag : flapBag
  const grip = 'M138 226C136 120 160 84 200 84S264 120 262 226'
  sheet.line(grip, pen(sheet.dark, 13, 'stroke-linecap="round"'))
  sheet.line(grip, pen(accent, 8, 'stroke-linecap="round"'))
  const straps = stroke('M120 190V430M280 190V430', pen(accent, 22))
  const base = stroke('M60 408H340', pen(accent, 34))
  sheet.inside(sheet.cloth(sheet.half(bag.body)), cut === 2 ? straps : base)
  sheet.stitch(sheet.pair(bag.seam), mix(sheet.base, '#ffffff', 0.5))
  if (cut === 1) {
    sheet.cloth('M184 186h32v66h-32z', accent)
    sheet.dots('0 236', 6, light)
  } else bagFlap(sheet)
  sheet.dots('-62 222, 62 222', 8, accent)
  sheet.dots('-62 222, 62 222', 3, light)
  sheet.creasesOnBothSides('116 400 92 370 98 310 9', 0.14)
}

function bagFlap(sheet: GarmentSheet): void {
  const flap = 'M0 200L110 200C112 250 92 286 52 296C30 300 12 300 0 300'
  sheet.cloth(sheet.half(flap), sheet.fabric, 'd')
  sheet.stitch(sheet.pair('M0 292C30 292 88 286 103 208'), mix(sheet.base, '#ffffff', 0.5))
  sheet.cloth('M182 278h36v34q-18 14-36 0z', sheet.accent)
  sheet.dots('0 300', 5, sheet.light)
}

export const bags = { handbag }
