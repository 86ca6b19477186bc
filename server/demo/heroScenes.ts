import type { Pattern } from './garmentSpec.ts'
import type { GarmentType } from './garments.ts'

export type HeroItem = {
  type: GarmentType
  base: string
  accent: string
  pattern: Pattern
  seed: number
  /** Moves the piece down; up when negative. */
  drop?: number
  scale?: number
  /** Clipped to the rail by its waistband, without a hanger. */
  isClipped?: boolean
}

export type HeroScene = {
  wall: string
  panel: string
  rail: string
  /** Light walls take ink, dark ones take white text. */
  isLight: boolean
  /** The first three are on the picture for phones. */
  items: HeroItem[]
}

type Row = [type: GarmentType, pattern: Pattern, base: string, accent: string, seed: number]

const item = ([type, pattern, base, accent, seed]: Row): HeroItem => ({
  type,
  pattern,
  base,
  accent,
  seed,
})

const women: HeroScene[] = [
  {
    wall: '#0f4437',
    panel: '#17594a',
    rail: '#d9b978',
    isLight: false,
    items: [
      item(['anarkali', 'buti', '#c4375f', '#f0c36b', 1]),
      item(['lehenga', 'bandhani', '#f0b23e', '#b0204f', 2]),
      item(['saree', 'leheriya', '#5fd0aa', '#7a2350', 3]),
      item(['kurti', 'block', '#f4ecdd', '#c2533b', 5]),
    ],
  },
  {
    wall: '#f3d9cf',
    panel: '#f8e7df',
    rail: '#b98b5e',
    isLight: true,
    items: [
      { ...item(['top', 'stripes', '#f8f5ee', '#2e6f8e', 4]), drop: -34 },
      { ...item(['dress', 'floral', '#2f7f72', '#f0c36b', 2]), scale: 1.02 },
      item(['kurti', 'ikat', '#b4355a', '#f4d9b0', 4]),
      { ...item(['skirt', 'solid', '#23466b', '#e9a15b', 2]), isClipped: true, drop: -26 },
    ],
  },
  {
    wall: '#43243f',
    panel: '#57304f',
    rail: '#d9b978',
    isLight: false,
    items: [
      item(['saree', 'ikat', '#e7a93b', '#7a2350', 3]),
      item(['salwar', 'buti', '#e7b6a5', '#8c3b46', 4]),
      item(['lehenga', 'floral', '#7fbfa6', '#204b57', 5]),
      item(['anarkali', 'solid', '#f3e9d8', '#c5527a', 4]),
    ],
  },
  {
    wall: '#dfe7f0',
    panel: '#edf2f8',
    rail: '#8a6a48',
    isLight: true,
    items: [
      { ...item(['top', 'solid', '#7fbfa6', '#204b57', 3]), drop: -34 },
      item(['jacket', 'denim', '#4b6c94', '#e0b06b', 3]),
      { ...item(['jeans', 'denim', '#2b4c7e', '#e5a93c', 4]), isClipped: true, drop: -16 },
      item(['dress', 'checks', '#b8405e', '#f5d9a8', 4]),
    ],
  },
]

const men: HeroScene[] = [
  {
    wall: '#1c2f4a',
    panel: '#263e5e',
    rail: '#d9b978',
    isLight: false,
    items: [
      item(['sherwani', 'buti', '#f1e6d0', '#a4483a', 2]),
      item(['nehru', 'solid', '#2c7a66', '#e5be6e', 3]),
      item(['kurta', 'solid', '#b4413c', '#f0d7a0', 3]),
      item(['sherwani', 'ikat', '#4a2540', '#d8a7b1', 4]),
    ],
  },
  {
    wall: '#cfe9de',
    panel: '#e1f4ec',
    rail: '#8a6a48',
    isLight: true,
    items: [
      item(['shirt', 'stripes', '#fbfaf6', '#2f6f8e', 1]),
      item(['polo', 'solid', '#1f5e4d', '#f2c14e', 1]),
      item(['jacket', 'denim', '#3d5f86', '#d9a15b', 2]),
      item(['tshirt', 'solid', '#e9b44c', '#2b3a4a', 3]),
    ],
  },
  {
    wall: '#3a2a20',
    panel: '#4d392c',
    rail: '#d9b978',
    isLight: false,
    items: [
      item(['kurta', 'block', '#e7a93b', '#8a4b2f', 1]),
      item(['nehru', 'checks', '#c9b79a', '#4a3a2a', 4]),
      item(['shirt', 'solid', '#faf8f3', '#3c6e9e', 2]),
      item(['kurta', 'stripes', '#2b4c7e', '#e9d5a6', 4]),
    ],
  },
  {
    wall: '#f0e4cf',
    panel: '#f7eedf',
    rail: '#8a6a48',
    isLight: true,
    items: [
      item(['hoodie', 'solid', '#8fa79b', '#23302b', 3]),
      item(['tshirt', 'stripes', '#faf8f3', '#7a2e3b', 4]),
      { ...item(['jeans', 'denim', '#3f6490', '#d9a15b', 3]), isClipped: true, drop: -16 },
      item(['jacket', 'solid', '#23584b', '#f0c97b', 4]),
    ],
  },
]

/** The slider pictures by name: `women-1` to `women-4`, `men-1` to `men-4`. */
export const heroScenes: Record<string, HeroScene> = Object.fromEntries([
  ...women.map((scene, at) => [`women-${at + 1}`, scene]),
  ...men.map((scene, at) => [`men-${at + 1}`, scene]),
])
