import { categoryPath, subcategoryPath } from '#contract/paths.ts'
import type { DemoSlider } from './demoTypes.ts'
import { heroScenes } from './heroScenes.ts'
import { picturePath } from './picturePath.ts'

type Row = [
  scene: string,
  sliderType: DemoSlider['sliderType'],
  title: string,
  text: string,
  action: string,
  link: string,
]

const rows: Row[] = [
  [
    'women-1',
    'Top Slider',
    'Dressed before the dhol starts',
    'Anarkalis, lehengas and sarees, at your door in 60 mins.',
    'Shop festive',
    categoryPath('women-anarkalis'),
  ],
  [
    'women-3',
    'Top Slider',
    'Woven, tied, dyed',
    'Ikat and bandhani from looms that still take their time.',
    'Shop sarees',
    categoryPath('women-sarees'),
  ],
  [
    'women-4',
    'Top Slider',
    'Off duty, on time',
    'Denim, easy tops and dresses for the days between.',
    'Shop denim',
    categoryPath('women-jeans-trousers'),
  ],
  [
    'women-2',
    'Bottom Slider',
    'Everyday, in colour',
    'Cotton dresses, kurtis and skirts for every hour of the day.',
    'Shop everyday',
    subcategoryPath('everyday-kurtis'),
  ],
  [
    'men-1',
    'Top Slider',
    'Ready before the baraat',
    'Sherwanis and Nehru jackets, at your door in 60 mins.',
    'Shop festive',
    categoryPath('men-sherwanis'),
  ],
  [
    'men-3',
    'Top Slider',
    'Handloom, every day',
    'Kurtas in khadi, linen and block print.',
    'Shop kurtas',
    categoryPath('men-kurtas'),
  ],
  [
    'men-4',
    'Top Slider',
    'Layers for cool evenings',
    'Hoodies, zip jackets and denim.',
    'Shop layers',
    categoryPath('men-layers'),
  ],
  [
    'men-2',
    'Bottom Slider',
    'Monday to Sunday',
    'Shirts, polos and denim that work all week.',
    'Shop everyday',
    categoryPath('men-shirts'),
  ],
]

/** Each slide twice: for wide screens and for phones. */
export function demoSliders(): DemoSlider[] {
  return rows.flatMap(([name, sliderType, title, text, action, link]) => {
    const scene = heroScenes[name]
    if (!scene) throw new Error(`There is no slider picture ${name}`)
    const { wall, isLight } = scene
    const words = { sliderType, title, text, action, link, wall, isLight }
    return (['desktop', 'mobile'] as const).map((isFor) => ({
      id: `${name}-${isFor}`,
      gender: name.startsWith('women') ? ('WOMEN' as const) : ('MEN' as const),
      isFor,
      photo: picturePath(`hero-${name}-${isFor}`),
      ...words,
    }))
  })
}
