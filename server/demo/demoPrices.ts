import { pick, type Random } from './seededRandom.ts'

/** Percent off. About a quarter of the products are sold at their MRP. */
const reductions = [0, 0, 0, 0, 10, 15, 20, 25, 30, 30, 35, 40, 40, 45, 50, 60]

/** MRP and price between two amounts of rupees; both whole rupees, the price never above. */
export function demoPrices([lowest, highest]: [number, number], random: Random) {
  const between = lowest + random() * (highest - lowest)
  const mrp = Math.round(between / 100) * 100 - 1
  const percentOff = pick(random, reductions)
  const price = percentOff === 0 ? mrp : Math.floor((mrp * (100 - percentOff)) / 1000) * 10 + 9
  return { mrpPaise: mrp * 100, pricePaise: price * 100 }
}
