import type { GarmentView } from './garmentSpec.ts'
import type { GarmentType } from './garments.ts'

const details: Partial<Record<GarmentType, string>> = {
  jeans: '110 50 180 225',
  trousers: '110 50 180 225',
  skirt: '90 80 200 250',
  sneakers: '40 210 232 290',
  heels: '60 216 216 270',
  juttis: '54 64 160 200',
  handbag: '96 170 200 250',
  saree: '128 60 220 275',
  lehenga: '100 180 232 290',
  anarkali: '104 60 192 240',
  top: '108 96 184 230',
}

const hems: Partial<Record<GarmentType, string>> = {
  anarkali: '40 280 168 210',
  lehenga: '40 290 168 210',
  saree: '86 290 152 190',
  salwar: '76 250 184 230',
  sherwani: '64 260 184 230',
  kurta: '64 270 176 220',
  kurti: '74 236 176 220',
  nehru: '76 230 184 230',
  skirt: '56 230 176 220',
  dress: '72 252 176 220',
  jeans: '96 286 152 190',
  trousers: '96 286 152 190',
  sneakers: '96 72 224 280',
  heels: '76 76 208 260',
  juttis: '86 230 168 210',
  handbag: '70 236 168 210',
  hoodie: '40 226 184 230',
  jacket: '40 226 184 230',
  top: '84 210 168 210',
}

const whole = 'M0 0h400v500H0z'

/** The part of the drawing a view shows, and the paper it lies on. */
export function frameOf(type: GarmentType, view: GarmentView): { box: string; paper: string } {
  if (view === 'wall') return { box: '-70 -60 540 675', paper: 'M-70-60h540v675H-70z' }
  if (view === 'detail') return { box: details[type] ?? '104 64 200 250', paper: whole }
  if (view === 'hem') return { box: hems[type] ?? '60 250 168 210', paper: whole }
  if (view === 'bust') return { box: '84 56 232 290', paper: whole }
  return { box: '0 0 400 500', paper: whole }
}
