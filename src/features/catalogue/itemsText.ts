import { numberText } from '#ui/numberText.ts'

export const itemsText = (count: number) => `${numberText(count)} ${count === 1 ? 'item' : 'items'}`
