/** Every second digit from the fourth of the end on: 1,23,45,678. */
const places = /(\d)(?=(\d\d)+\d(\.|$))/g

/**
 * A number with Indian grouping. Not by the browser's own formatter: to make the first of those
 * takes longer than to draw the page.
 */
export const numberText = (value: number, decimals = 0): string =>
  value.toFixed(decimals).replace(places, '$1,')
