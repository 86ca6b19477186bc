export const itemsText = (count: number) =>
  `${count.toLocaleString('en-IN')} ${count === 1 ? 'item' : 'items'}`
